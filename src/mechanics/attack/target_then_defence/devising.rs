//! Combos that are thought out in camp: new ones as far as somebody can know more, and others for those that they know
//! (ST-ATK-14 to ST-ATK-16).

use super::TargetThenDefence;
use super::combos::fits;
use crate::mechanics::prelude::*;

/// The combos that somebody has thought out since they came into play.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Devised(BTreeMap<Key, Vec<Key>>);

impl Devised {
    /// Gives the combos back to somebody who is fresh from their profile.
    pub fn restore(&self) -> Keepsake {
        let own = self.clone();
        Keepsake::new(move |newcomer: &mut Newcomer<'_>| {
            if let Some(mut made) = newcomer.get_mut::<MadeFrom>() {
                made.0 = Arc::new(own.applied(&made.0));
            }
            newcomer.give(own.clone());
        })
    }

    fn applied(&self, profile: &Profile) -> Profile {
        let mut profile = profile.clone();
        profile.combos.extend(self.0.iter().map(|(name, parts)| (*name, parts.clone())));
        profile
    }
}

/// Thinking out a combo: `devise by Attack by Trip`, or another for one that is known: `devise with NAME by ...`.
#[derive(Debug)]
pub(super) struct Devise {
    pub attack: Arc<TargetThenDefence>,
    /// The figure for how many combos somebody can know.
    pub known: FigureName,
}

/// "Attack, Attack, Trip".
fn listed(parts: &[Key]) -> String {
    parts.iter().map(|part| part.as_str()).collect::<Vec<_>>().join(", ")
}

impl Devise {
    /// What an order puts together, and the combo that it replaces.
    fn plan(&self, look: Look<'_>, who: Id, order: &Order) -> Result<(Option<Key>, Vec<Key>), Refusal> {
        let components = &self.attack.components;
        let parts: Vec<Key> = order.manner.iter().copied().filter(|part| components.contains_key(part)).collect();
        if !parts.iter().any(|part| self.attack.component(*part).strikes) {
            return Err(Refusal::nonsense("of what? say `by COMPONENT` for each, and one of them must strike"));
        }
        let Some(name) = order.with else { return Ok((None, parts)) };
        let is_known = look.profile(who).is_some_and(|profile| profile.combos.contains_key(&name));
        let why = || format!("{} knows no combo `{name}`", look.name(who));
        look.refuse_if(!is_known, self.attack.rules.rating, why)?;
        Ok((Some(name), parts))
    }

    /// Whether there is room for it, and it is none that is known already.
    fn may(&self, look: Look<'_>, who: Id, (instead, parts): &(Option<Key>, Vec<Key>)) -> Allowed {
        fits(&self.attack, look, who, parts)?;
        // What only makes ready for blows does so once.
        let ready = |part: &Key| !self.attack.component(*part).strikes;
        let again = parts.iter().find(|part| ready(part) && parts.iter().filter(|each| each == part).count() > 1);
        if let Some(part) = again {
            return Err(look.refusal(self.attack.component(*part).rule, || format!("one {part} is enough")));
        }
        let Some(combos) = look.profile(who).map(|profile| &profile.combos) else { return Ok(()) };
        let rule = self.attack.rules.rating;
        if let Some((name, _)) = combos.iter().find(|(_, known)| *known == parts) {
            return Err(look.refusal(rule, || format!("{} knows that as {name}", look.name(who))));
        }
        let most = look.value(who, self.known);
        let why = || format!("{} knows {} combos, and {most} at the most: revise one", look.name(who), combos.len());
        look.refuse_if(instead.is_none() && combos.len() as i32 >= most, rule, why)
    }
}

impl Deed for Devise {
    nature!(|self| {
        Nature::of("devise", Group::Combos, Stage::Upkeep).reading(&[Reads::With, Reads::Manner]).in_camp().says_more()
    });

    /// Step by step: new ones of one component, and those that are known with one more or one less.
    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        let mut add = |instead: Option<Key>, parts: &[Key], label: String| {
            let order = Order::new("devise");
            let order = instead.iter().fold(order, |order, name| order.with(name));
            let order = parts.iter().fold(order, |order, part| order.manner(part));
            out.push(Choice::new(order, label, self.group(), self.attack.rules.rating).allowed_by(self, look, who));
        };
        let components: Vec<Key> = self.attack.components.keys().copied().collect();
        for part in components.iter().filter(|part| self.attack.component(**part).strikes) {
            add(None, &[*part], format!("A new combo: {part}"));
        }
        let combos = look.profile(who).map(|profile| profile.combos.clone()).unwrap_or_default();
        for (name, parts) in &combos {
            for part in &components {
                // What must come before all else stands at the head.
                let strikes = self.attack.component(*part).strikes;
                let mut longer = parts.clone();
                longer.insert(if strikes { parts.len() } else { 0 }, *part);
                add(Some(*name), &longer, format!("{name} as {}", listed(&longer)));
            }
            for (index, part) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
                if parts.get(index + 1) != Some(part) {
                    let mut shorter = parts.clone();
                    shorter.remove(index);
                    add(Some(*name), &shorter, format!("{name} as {}", listed(&shorter)));
                }
            }
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        let plan = self.plan(look, who, order)?;
        self.may(look, who, &plan)
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let look = table.look();
        let Ok((instead, parts)) = self.plan(look, who, order) else { return Ok(()) };
        let Some(profile) = look.profile(who).cloned() else { return Ok(()) };
        let name = instead.unwrap_or_else(|| Key::new(&listed(&parts)));
        table.edit::<Devised>(who).0.insert(name, parts.clone());
        let own = table.look().get::<Devised>(who).map(|devised| devised.applied(&profile));
        if let Some(own) = own {
            table.edit::<MadeFrom>(who).0 = Arc::new(own);
        }
        table.say(self.attack.rules.rating, who, |look| match instead {
            Some(name) => format!("{} revises {name}: {}.", look.name(who), listed(&parts)),
            None => format!("{} devises a combo: {}.", look.name(who), listed(&parts)),
        });
        Ok(())
    }
}
