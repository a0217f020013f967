//! Groups that waver when things go badly: two throws that hold and they fight to the death, one that does not and they
//! run (OS-MORALE-01 to OS-MORALE-03).

mod causes;

use self::causes::usual;
use super::rout::Rout;
use crate::mechanics::prelude::*;

pub use causes::Cause;

/// The numbers of wavering.
#[derive(Clone, Debug, Deserialize)]
pub struct Wavering {
    /// What is thrown.
    pub dice: Expr,
    /// The figure that it must not exceed, or that is added to it where there is something to reach.
    pub nerve: FigureName,
    /// What dice and figure must reach together; if left out, the dice must not exceed the figure.
    pub reach: Option<i32>,
    /// Who checks together.
    #[serde(default)]
    pub together: Together,
    /// What shakes them; of those who are felled only the dead count, if this is left out.
    #[serde(default = "usual")]
    pub when: Vec<Cause>,
    /// The word of those who never check.
    #[serde(default, deserialize_with = "refers::words")]
    pub fearless: Option<Key>,
    /// Whether those check who follow players, or whom players play.
    #[serde(default = "yes")]
    pub hirelings: bool,
    /// The word of a side that checks when the fight begins.
    #[serde(default, deserialize_with = "refers::own")]
    pub shaken: Option<Key>,
    /// The figure for how many somebody stands for: one spell that slays two or more shakes those who are left. No spell
    /// does, if it is left out.
    pub men: Option<FigureName>,
    /// After so many throws that hold nobody checks any more; if left out, they check again and again.
    pub enough: Option<i32>,
    /// What those are in who hold for good, and who do not hold.
    pub states: WaveringStates,
    /// What those do who run; if left out, they are in that state and do what it leaves them to do.
    pub rout: Option<Rout>,
    /// The rules that these numbers stand for.
    pub rules: WaveringRules,
}

/// Who checks together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Together {
    /// Those of one side who are made alike and are led by the same.
    #[default]
    Kind,
    /// All of a side.
    Side,
    /// Everybody alone, for what happens to their side.
    Each,
}

/// What becomes of those who waver.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WaveringStates {
    /// They fight to the death; needed only where that can come to pass.
    pub resolute: Option<ConditionName>,
    /// They run.
    pub fleeing: ConditionName,
}

/// Which rule of the ruleset each part of this mechanic shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WaveringRules {
    /// When they check.
    pub when: RuleId,
    /// The check.
    pub check: RuleId,
    /// To the death; needed only where that can come to pass.
    pub death: Option<RuleId>,
}

/// Those who check together: of one side, and where it matters made alike and led by the same, or one alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Band {
    side: SideId,
    kind: Option<Key>,
    leader: Option<Id>,
    alone: Option<Id>,
}

impl Band {
    /// What they are called.
    fn name<'w>(&self, look: Look<'w>) -> &'w str {
        let one = self.alone.map(|who| look.name(who));
        one.or(self.kind.map(Key::as_str)).unwrap_or_else(|| look.side_name(self.side))
    }

    /// What these of it are called, unless hidden from anybody: one alone and a few by name, many by kind and number.
    fn called(&self, look: Look<'_>, who: &[Id]) -> String {
        let is_known = |id: &Id| look.sides().all(|side| look.is_known_to(*id, side));
        match who {
            _ if self.alone.is_some() || who.is_empty() || !who.iter().all(is_known) => self.name(look).to_owned(),
            [one] => look.name(*one).to_owned(),
            [others @ .., last] if who.len() <= NAMED => {
                format!("{} and {}", look.names(others, ", "), look.name(*last))
            }
            _ => format!("{}, {} of them", self.name(look), who.len()),
        }
    }
}

/// What has become of a band so far.
#[derive(Clone, Copy, Debug, Default)]
struct Muster {
    band: Band,
    /// How many there were.
    first: i32,
    /// Throws that held.
    held: i32,
    runs: bool,
    /// What has been noticed already.
    begun: bool,
    death: bool,
    half: bool,
    leader: bool,
    flights: i32,
    spells: usize,
}

/// As many are called by their names.
const NAMED: usize = 3;

/// Every band.
#[derive(Component, Clone, Debug, Default)]
struct Musters(Vec<Muster>);

impl Wavering {
    /// The band of somebody who can waver at all.
    fn band(&self, look: Look<'_>, who: Id) -> Option<Band> {
        let side = look.side(who);
        let ours = side == look.players_side();
        if self.fearless.is_some_and(|word| look.has_tag(who, word)) || (ours && !self.hirelings) {
            return None;
        }
        let whole = Band { side, ..Band::default() };
        match self.together {
            Together::Kind => {
                let leader = look.leader(who).filter(|leader| look.side(*leader) == side);
                Some(Band { kind: Some(look.profile(who)?.name), leader, ..whole })
            }
            Together::Side => Some(whole),
            Together::Each => Some(Band { alone: Some(who), ..whole }),
        }
    }

    /// Those whose fall shakes a band, the fallen too: its own, and for one alone all of their side.
    fn all(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        let counts = |other: Band| if band.alone.is_some() { other.side == band.side } else { other == band };
        look.everybody().filter(|id| self.band(look, *id).is_some_and(counts)).collect()
    }

    /// Those of them who still fight.
    fn left(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        self.all(look, band).into_iter().filter(|id| look.is_in_play(*id)).collect()
    }

    fn is_resolute(&self, look: Look<'_>, who: Id) -> bool {
        self.states.resolute.is_some_and(|state| look.is(who, state))
    }

    /// Those of a band who may still be shaken: whoever fights to the death stays, whatever the others do.
    fn open(&self, look: Look<'_>, band: Band) -> Vec<Id> {
        let is_open = |id: &Id| self.band(look, *id) == Some(band) && !self.is_resolute(look, *id);
        self.left(look, band).into_iter().filter(is_open).collect()
    }

    /// How somebody runs, if they do.
    fn running(&self, look: Look<'_>, who: Id) -> Option<&Rout> {
        let runs = look.is(who, self.states.fleeing) && self.band(look, who).is_some();
        self.rout.as_ref().filter(|_| runs)
    }

    /// Whether a throw holds with so much nerve. Pure: odds and play both ask here.
    fn holds(&self, shown: i32, nerve: i32) -> bool {
        self.reach.map_or(shown <= nerve, |reach| shown.saturating_add(nerve) >= reach)
    }

    /// Whether so many throws that held are enough for good.
    fn is_enough(&self, held: i32) -> bool {
        self.enough.is_some_and(|enough| held >= enough)
    }

    /// Counts those who are new.
    fn muster(&self, table: &mut Table<'_>) {
        let look = table.look();
        let mut musters = look.battle::<Musters>().map(|musters| musters.0.clone()).unwrap_or_default();
        for band in look.everybody().filter_map(|id| self.band(look, id)) {
            if !musters.iter().any(|muster| muster.band == band) {
                musters.push(Muster { band, ..Muster::default() });
            }
        }
        for muster in &mut musters {
            let all = self.all(look, muster.band);
            let ever = all.iter().filter(|id| look.place(**id).present || look.is_dead(**id)).count() as i32;
            muster.first = muster.first.max(ever);
        }
        table.edit_battle::<Musters>().0 = musters;
    }

    /// How many bands of a side run, but for this one.
    fn flights(musters: &[Muster], of: Band) -> i32 {
        musters.iter().filter(|muster| muster.runs && muster.band != of && muster.band.side == of.side).count() as i32
    }

    fn check(&self, table: &mut Table<'_>, index: usize) -> Step {
        let look = table.look();
        let Some(musters) = look.battle::<Musters>().map(|musters| musters.0.clone()) else { return Ok(()) };
        let Some(mut muster) = musters.get(index).copied() else { return Ok(()) };
        let flights = Self::flights(&musters, muster.band);
        let open = self.open(look, muster.band);
        let why = self.due(look, &mut muster, flights);
        let mut result = None;
        if let (Some(first), false) = (open.first().copied(), why.is_empty() || muster.runs) {
            let nerve = look.figure(first, self.nerve);
            let least = if self.reach.is_some() { self.dice.min() } else { self.dice.max() };
            let never = self.holds(least, nerve.total());
            if !self.is_enough(muster.held) && !never {
                let (rule, band) = (self.rules.when, muster.band);
                let all = self.all(table.look(), band);
                table.say(rule, first, |look| format!("{}: {}.", band.called(look, &all), why.join(", ")));
                let shown = table.roll_for(first, ("morale", &self.dice), Sum::new(), self.rules.check, |shown| {
                    self.holds(shown, nerve.total())
                })?;
                let holds = self.holds(shown, nerve.total());
                muster.held += i32::from(holds);
                muster.runs = !holds;
                result = Some((holds, shown, nerve.total()));
            }
        }
        if let Some(place) = table.edit_battle::<Musters>().0.get_mut(index) {
            *place = muster;
        }
        let Some((holds, shown, nerve)) = result else { return Ok(()) };
        let band = muster.band;
        let what = if holds { "they stay" } else { "they have had enough" };
        let needed = self.reach.map_or(nerve, |reach| reach.saturating_sub(nerve));
        table.note(|look| {
            let text = format!("{}: {shown} against {needed}, {what}.", band.called(look, &open));
            Fact::new(self.rules.check, text).news(!holds)
        });
        let state = match holds {
            false => self.states.fleeing,
            true => match self.states.resolute.filter(|_| self.is_enough(muster.held)) {
                Some(resolute) => resolute,
                None => return Ok(()),
            },
        };
        if let Some(rule) = self.rules.death.filter(|_| holds) {
            table.note(|look| Fact::new(rule, format!("{}: they fight to the death.", band.called(look, &open))));
        }
        open.into_iter().try_for_each(|who| table.begin(who, Condition::new(state)))
    }
}

mechanic!(Wavering: |self| {
    words(words) => words.add(Word::Roll, ["morale"]),
    takes_away => self.rout.iter().map(|rout| rout.gone).collect(),
});

hears!(Wavering: |self, table| {
    RoundBegun => {
        self.muster(table);
        if table.clock().round < 1 {
            return Ok(());
        }
        // Whoever runs may take others along, who are asked after it.
        let count = table.look().battle::<Musters>().map_or(0, |musters| musters.0.len());
        (0..count).try_for_each(|index| self.check(table, index))
    },
    Harmed { hit } => causes::note_spell(table, hit),
    Condition { who, kind, begun: false } => match &self.rout {
        Some(rout) if rout.gone == kind && table.look().is(who, self.states.fleeing) => rout.caught(table, who),
        _ => Ok(()),
    },
    TurnEnded { who } => match self.running(table.look(), who) {
        Some(rout) => rout.gets_away(table, who),
        None => Ok(()),
    },
});

impl Drives for Wavering {
    fn compels(&self, table: &mut Table<'_>, who: Id) -> Step<Option<Compulsion>> {
        let Some(rout) = self.running(table.look(), who) else { return Ok(None) };
        rout.compels(table, who).map(Some)
    }
}

impl Shows for Wavering {
    fn nerve(&self, look: Look<'_>, who: Id) -> Option<Nerve> {
        let band = self.band(look, who).filter(|_| look.is_in_play(who))?;
        let muster = look.battle::<Musters>()?.0.iter().find(|muster| muster.band == band).copied()?;
        let is_broken = look.is(who, self.states.fleeing);
        let half = muster.first - muster.first.div_euclid(2);
        let lost = muster.first - self.left(look, band).len() as i32;
        let of = look.figure(who, self.nerve);
        let left = match () {
            () if is_broken => 0,
            () if self.is_resolute(look, who) => half,
            () => (half - lost).max(0),
        };
        Some(Nerve { left, whole: half, of, is_broken, rule: self.rules.when })
    }

    fn chance(&self, look: Look<'_>, what: &str) -> Option<Fraction> {
        let who = look.find(what.strip_suffix(" stays")?)?;
        if self.is_resolute(look, who) {
            return Some(Fraction::ONE);
        }
        let nerve = look.value(who, self.nerve);
        let thrown = enumerate(|dice| Ok(dice.throw(&self.dice)?.total)).ok()?;
        Some(thrown.chance(|shown| self.holds(*shown, nerve)))
    }
}
