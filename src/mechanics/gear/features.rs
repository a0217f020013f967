//! Levers, doors, gates and whatever else is worked by hand: some in a moment, some as long as a blow, some by a save
//! (ZN-TURN-03, ZN-TURN-10).

use crate::board::DeclaredBorder;
use crate::mechanics::prelude::*;

rule_ids! { struct Features {
    short: "What is done in a moment.",
    long: "What takes as long as a blow.",
    barrier: "What bars the way.",
} }

impl Features {
    const fn rule(&self, feature: &Feature) -> RuleId {
        if feature.is_long { self.long } else { self.short }
    }

    /// Whether somebody reaches a feature: where they stand, or half a zone off. What is at a barrier is on the side
    /// of its own square.
    fn reaches(look: Look<'_>, who: Id, feature: &Feature) -> bool {
        let Some((own, at)) = look.spot(who).zip(look.spots().at(feature.at)) else { return false };
        let side = look.board().cell(feature.at).and_then(|cell| cell.zone).map(Spot::Zone);
        look.are_near(own, at) || (side == Some(own) && look.spots().distance(own, at) == Some(1))
    }

    fn is_open(look: Look<'_>, a: ZoneId, b: ZoneId) -> bool {
        look.spots().graph().border(a, b).is_some_and(|border| border.open)
    }

    /// Whether working a feature would do anything now.
    fn may_do(&self, look: Look<'_>, feature: &Feature) -> Allowed {
        let rule = self.rule(feature);
        look.refuse_if(feature.done, rule, || format!("{}: that is done", feature.verb))?;
        match &feature.does {
            Works::Opens(a, b) if Self::is_open(look, *a, *b) => {
                let border = Spot::between(*a, *b);
                Err(look.refusal(rule, || format!("{} is open", look.spot_name(border))))
            }
            Works::Turns(a, b) if Self::is_open(look, *a, *b) => {
                let border = Spot::between(*a, *b);
                let stands = |id: &Id| look.is_there(*id) && look.spot(*id) == Some(border);
                let in_the_way = look.everybody().find(stands);
                in_the_way.map_or(Ok(()), |id| {
                    let why = || format!("{} stands in the way on {}", look.name(id), look.spot_name(border));
                    Err(look.refusal(self.barrier, why))
                })
            }
            Works::Marks(zone, word, on) => {
                let carries = look.board().zones.get(usize::from(*zone)).is_some_and(|zone| zone.tags.contains(word));
                let so = if *on { "so already" } else { "not so" };
                look.refuse_if(carries == *on, rule, || format!("{} is {so}", look.spot_name(Spot::Zone(*zone))))
            }
            _ => Ok(()),
        }
    }

    /// Lets it come about, and says what.
    fn bring_about(table: &mut Table<'_>, index: usize, feature: &Feature) -> Option<String> {
        let opens = match feature.does {
            Works::Turns(a, b) => !Self::is_open(table.look(), a, b),
            _ => true,
        };
        let (does, once) = (feature.does.clone(), feature.once);
        table.edit_ground(|ground| {
            if let Some(feature) = ground.features.get_mut(index) {
                feature.done = once;
            }
            match &does {
                Works::Nothing => {}
                Works::Turns(a, b) | Works::Opens(a, b) => {
                    let is_it = |border: &&mut DeclaredBorder| [(*a, *b), (*b, *a)].contains(&border.between);
                    match ground.borders.iter_mut().find(is_it) {
                        Some(border) => border.open = Some(opens),
                        None => ground.borders.push(DeclaredBorder {
                            between: (*a, *b),
                            open: Some(opens),
                            tags: Vec::new(),
                        }),
                    }
                }
                Works::Marks(zone, word, on) => {
                    if let Some(zone) = Arc::make_mut(&mut ground.board).zones.get_mut(usize::from(*zone)) {
                        zone.tags.retain(|tag| tag != word);
                        zone.tags.extend(on.then(|| word.clone()));
                    }
                }
            }
        });
        let look = table.look();
        match &does {
            Works::Nothing => None,
            Works::Turns(a, b) | Works::Opens(a, b) => {
                let how = if opens { "open" } else { "shut" };
                Some(format!("{} is {how} now", look.spot_name(Spot::between(*a, *b))))
            }
            Works::Marks(zone, word, on) => {
                let no = if *on { "" } else { "no longer " };
                Some(format!("{} is {no}{word}", look.spot_name(Spot::Zone(*zone))))
            }
        }
    }

    fn meant<'a>(look: Look<'a>, order: &Order) -> Result<(usize, &'a Feature), Refusal> {
        let mut features = look.ground().features.iter().enumerate();
        features.find(|(_, feature)| Some(feature.name) == order.with).ok_or_else(|| {
            let name = order.with.map_or("", Key::as_str);
            let known: Vec<&str> = look.ground().features.iter().map(|feature| feature.name.as_str()).collect();
            Refusal::nonsense(format!("there is no `{name}` to work here; there is {}", known.join(", ")))
        })
    }

    /// Whether the way from somebody to all of their enemies is barred.
    fn is_shut_in(look: Look<'_>, who: Id) -> bool {
        let Some(from) = look.spot(who) else { return false };
        let spots = look.spots();
        let cost = |a: Spot, b: Spot| (!spots.is_barred(a, b)).then_some(1);
        let mut foes = look.foes(who).filter_map(|foe| look.spot(foe));
        foes.all(|foe| foe != from && spots.way(from, foe, cost).is_none())
    }

    /// Whether somebody has an enemy to strike from where they are, now or in their next turn.
    fn strikes(look: Look<'_>, who: Id) -> bool {
        let mut choices = Vec::new();
        look.deed(ATTACK).into_iter().for_each(|deed| deed.choices(look, who, &mut choices));
        let is_foe = |order: &Order| look.target(order).is_some_and(|target| look.are_enemies(who, target));
        choices.iter().any(|choice| choice.is_legal() && is_foe(&choice.order))
    }
}

mechanic!(Features: |self| {
    needs => &[Part::Zones],
    deeds => vec![Arc::new(*self)],
});

const VERB: &str = "work";

impl Deed for Features {
    nature!(|self| Nature::of(VERB, Group::Skill, Stage::Upkeep).reading(&[Reads::With]));

    /// What takes a moment counts for nothing, so that the economy knows it from what takes long.
    fn count(&self, look: Look<'_>, _who: Id, order: &Order) -> i32 {
        Self::meant(look, order).map_or(1, |(_, feature)| i32::from(feature.is_long))
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for feature in &look.ground().features {
            let order = Order::new(VERB).with(feature.name);
            let (rule, label) = (self.rule(feature), || capital(&feature.verb));
            let Some(mut choice) = Choice::told_of(self, (look, who), order, rule, label) else { continue };
            choice.chance = feature.save.map(|save| look.chance_of_save(who, save, Thrown::Once).to_string());
            out.push(choice);
        }
    }

    fn check(&self, look: Look<'_>, who: Id, order: &Order) -> Allowed {
        look.allows(who, &["gear", VERB])?;
        let (_, feature) = Self::meant(look, order)?;
        let why = || format!("the {} is out of reach", feature.name);
        look.refuse_if(!Features::reaches(look, who, feature), self.rule(feature), why)?;
        self.may_do(look, feature)
    }

    /// Whoever cannot come to any enemy, nor strike at any, opens what bars the way, as long as there is time for a blow in
    /// this turn: later the door stands open for the enemies alone.
    fn worth(&self, look: Look<'_>, who: Id, order: &Order) -> Option<Worth> {
        let (_, feature) = Self::meant(look, order).ok()?;
        if !feature.is_long && !look.rules().economy.leaves(look, who, None, 1) {
            return None;
        }
        let border = match feature.does {
            Works::Turns(a, b) | Works::Opens(a, b) => Some((a, b)),
            _ => None,
        };
        let opens = border.is_some_and(|(a, b)| !Features::is_open(look, a, b));
        (opens && Self::is_shut_in(look, who) && !Self::strikes(look, who)).then(|| Worth::of(0.1))
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let Ok((index, feature)) = Self::meant(table.look(), order) else { return Ok(()) };
        let (feature, rule) = (feature.clone(), self.rule(feature));
        if let Some(save) = feature.save
            && !table.save(who, save, &feature.verb, rule)?
        {
            return Ok(());
        }
        let came = Features::bring_about(table, index, &feature);
        table.note(|look| {
            let came = came.map(|came| format!(" {came}.")).unwrap_or_default();
            let text = format!("{}, {}: {}.{came}", look.name(who), feature.name, feature.verb);
            Fact::new(rule, text).who(who).at([feature.at])
        });
        Ok(())
    }
}
