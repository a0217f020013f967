//! Places that harm: pits, traps, fire, lava, rivers. They strike those who get in, some again at the start of each turn
//! there. They spare those who fly over them (ZN-ENV-01, ZN-SIZE-10).

use crate::mechanics::prelude::*;

/// The hazards of a game, and whom they spare.
#[derive(Clone, Debug, Deserialize)]
pub struct Hazards {
    /// Each of them.
    pub of: Vec<Hazard>,
    /// What they harm.
    pub harms: HarmName,
    /// The figure for what somebody can still bear.
    pub left: FigureName,
    /// Words of profiles of those who fly over them and over barriers, and cannot strike from there.
    pub flyers: Vec<Key>,
    /// The rule that these numbers stand for.
    pub rule: RuleId,
}

/// One kind of hazard.
#[derive(Clone, Debug, Deserialize)]
pub struct Hazard {
    /// The word of zones and borders that are it.
    #[serde(deserialize_with = "refers::own")]
    pub word: Key,
    /// The damage that it does.
    pub damage: Expr,
    /// Types of that damage.
    #[serde(default)]
    pub types: Vec<Key>,
    /// Whether armour does nothing about it.
    #[serde(default)]
    pub direct: bool,
    /// Whether it strikes again at the start of each turn in it.
    #[serde(default)]
    pub each_turn: bool,
    /// Whether it strikes nobody any more once it has struck.
    #[serde(default)]
    pub once: bool,
    /// The state in which it keeps those who are in it.
    pub keeps: Option<ConditionName>,
}

/// The last round in which a hazard has struck somebody, or spared them at the start of their turn.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Met(Option<i32>);

/// What is due after the start of a turn in a hazard.
const STRIKE: &str = "strike";
/// What is answered by those who step into one knowingly.
const GO_ON: &str = "go on";
/// A turn lost, in felled fighters.
const LOST_TURN: f64 = 0.15;
/// All health lost, in felled fighters, beside what comes of being felled.
const ALL_HEALTH: f64 = 0.4;

impl Hazards {
    /// The hazards of a place.
    fn at<'a>(&'a self, look: Look<'a>, spot: Spot) -> impl Iterator<Item = &'a Hazard> + 'a {
        let is_there = move |hazard: &&Hazard| match spot {
            Spot::Zone(zone) => look.zone_is(zone, std::slice::from_ref(&hazard.word)),
            Spot::Border(a, b) => {
                look.spots().graph().border(a, b).is_some_and(|border| border.has_tag(hazard.word.as_str()))
            }
        };
        self.of.iter().filter(is_there)
    }

    /// Whether somebody is up in the air.
    fn flies(&self, look: Look<'_>, who: Id) -> bool {
        self.flyers.iter().any(|word| look.has_tag(who, word)) && look.is_in_play(who)
    }

    /// The hit of a hazard that does so much damage.
    fn hit(&self, look: Look<'_>, who: Id, hazard: &Hazard, damage: i32) -> Option<Hit> {
        let mut case = Case::of("damage", who);
        case.push_word(hazard.word);
        hazard.types.iter().for_each(|each| case.push_word(*each));
        if hazard.direct {
            case.push_word("direct");
        }
        let hit = Hit::unaimed(look, &case, self.harms, damage, self.rule)?;
        Some(Hit { types: hazard.types.iter().copied().collect(), ..hit })
    }

    /// A hazard strikes somebody.
    fn strike(&self, table: &mut Table<'_>, who: Id, hazard: &Hazard) -> Step {
        if table.look().is_dead(who) {
            return Ok(());
        }
        let round = table.clock().round;
        table.edit::<Met>(who).0 = Some(round);
        let label = format!("the {}", hazard.word);
        let damage = table.roll(who, &label, &hazard.damage, Sum::new(), self.rule)?;
        if let Some(hit) = self.hit(table.look(), who, hazard, damage) {
            table.inflict(&hit)?;
        }
        if hazard.once {
            self.spend(table, who, hazard);
        }
        let Some(state) = hazard.keeps.filter(|_| !table.look().is_dead(who)) else { return Ok(()) };
        table.becomes(who, Condition::new(state), self.rule)
    }

    /// A trap that has gone off is one no longer.
    fn spend(&self, table: &mut Table<'_>, who: Id, hazard: &Hazard) {
        let Some(spot) = table.look().spot(who) else { return };
        let word = hazard.word.as_str();
        table.edit_ground(|ground| match spot {
            Spot::Zone(zone) => {
                let board = std::sync::Arc::make_mut(&mut ground.board);
                if let Some(zone) = board.zones.get_mut(usize::from(zone)) {
                    zone.tags.retain(|tag| tag != word);
                }
            }
            Spot::Border(a, b) => {
                let is_it = |between: (_, _)| between == (a, b) || between == (b, a);
                for border in ground.borders.iter_mut().filter(|border| is_it(border.between)) {
                    border.tags.retain(|tag| tag != word);
                }
            }
        });
    }

    /// Every hazard that strikes at the start of a turn where somebody stands.
    fn lasting(&self, look: Look<'_>, who: Id) -> Vec<Hazard> {
        let spot = look.spot(who).filter(|_| !self.flies(look, who) && look.place(who).present);
        spot.into_iter().flat_map(|spot| self.at(look, spot)).filter(|hazard| hazard.each_turn).cloned().collect()
    }

    /// The hazards on a way. Each of its squares is where the body would stand next.
    fn on_the_way(&self, look: Look<'_>, who: Id, way: &[Square]) -> Vec<Key> {
        let mut words: Vec<Key> = Vec::new();
        let own = look.footprint(who);
        let mut before = look.spot(who);
        for square in way {
            let spot = look.spot_of(own.moved_to(*square));
            if let Some(spot) = spot.filter(|_| spot != before) {
                words.extend(self.at(look, spot).map(|hazard| hazard.word));
            }
            before = spot;
        }
        words.dedup();
        words
    }

    /// What it costs somebody that one hazard strikes them once.
    fn cost(&self, look: Look<'_>, who: Id, hazard: &Hazard, enters: bool) -> f64 {
        let left = look.value(who, self.left).max(1);
        let judged = enumerate(|dice| {
            let damage = dice.throw(&hazard.damage)?.total;
            Ok(self.hit(look, who, hazard, damage).map(|hit| (hit.judged.grade, hit.judged.harm)))
        });
        let harm = judged.map_or(0.0, |judged| {
            let each = judged.iter().filter_map(|(what, chance)| what.as_ref().map(|what| (*what, chance.to_f64())));
            each.map(|((grade, harm), chance)| {
                let lost = ALL_HEALTH * f64::from(harm.min(left)) / f64::from(left);
                chance * if grade >= FELLED { 1.0 } else { lost }
            })
            .sum()
        });
        harm + if enters && hazard.keeps.is_some() { LOST_TURN } else { 0.0 }
    }
}

mechanic!(Hazards: |self| {
    words(words) => words.add(Word::Roll, self.of.iter().map(|hazard| Key::new(&format!("the {}", hazard.word)))),
    on_task(table, who) => {
        self.lasting(table.look(), who).iter().try_for_each(|hazard| self.strike(table, who, hazard))
    },
});

hears!(Hazards: |self, table| {
    TurnBegun { who } => {
        let round = table.clock().round;
        table.edit::<Met>(who).0 = Some(round);
        if !self.lasting(table.look(), who).is_empty() {
            // After everything else that is due at the start of a turn.
            let (of, name) = (Key::from(self.name()), Key::from(STRIKE));
            table.push(Task::Custom { of, name, who, stage: Stage::Harm });
        }
    },
    // Whoever had no turn of their own, since they lie there, reacted or waited, has lain in it all the same.
    RoundEnded => {
        let round = table.clock().round;
        for who in table.everybody() {
            if table.look().get::<Met>(who).and_then(|met| met.0) != Some(round) {
                self.lasting(table.look(), who).iter().try_for_each(|hazard| self.strike(table, who, hazard))?;
            }
        }
    },
    Moved { who, from } => {
        let look = table.look();
        let Some(spot) = look.spot(who).filter(|spot| look.spot_of(from) != Some(*spot)) else { return Ok(()) };
        let kept: Vec<ConditionName> = self.of.iter().filter_map(|hazard| hazard.keeps).collect();
        for state in kept {
            if table.look().condition(who, state).is_some() {
                table.end(who, state)?;
            }
        }
        let look = table.look();
        if self.flies(look, who) {
            return Ok(());
        }
        let met: Vec<Hazard> = self.at(look, spot).cloned().collect();
        met.iter().try_for_each(|hazard| self.strike(table, who, hazard))
    },
});

forbids!(Hazards: |self, look, who, kinds| {
    // Whoever flies is not to be stopped by barriers.
    let flies = kinds.contains(&"barriers".into()) && self.flies(look, who);
    look.refuse_one_if(flies, who, self.rule, "flies over them")
});

allows!(Hazards: |self, look, case| {
    // Whoever flies lands to strike, and does so where they can.
    if case.on != "attack" || !self.flies(look, case.who) {
        return Ok(());
    }
    let Some(spot) = look.spot(case.who) else { return Ok(()) };
    let walled = match spot {
        Spot::Border(a, _) => look.spots().is_barred(spot, Spot::Zone(a)),
        Spot::Zone(_) => false,
    };
    let is_kept_up = walled || self.at(look, spot).next().is_some();
    look.refuse_one_if(is_kept_up, case.who, self.rule, "must land to strike, and cannot there")
});

impl Drives for Hazards {
    fn confirms(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step<bool> {
        let look = table.look();
        if look.zoned().is_none() || self.flies(look, who) {
            return Ok(true);
        }
        let deed = look.deed(order.verb).ok().filter(|deed| deed.nature().only_goes);
        let way = deed.and_then(|deed| deed.way(look, who, order)).unwrap_or_default();
        let words = self.on_the_way(look, who, &way);
        let Some(first) = words.first() else { return Ok(true) };
        let prompt = format!("{} would step into the {first}.", look.name(who));
        // Whoever has thought of it has thought of this.
        let goes = Choice::new(Order::new(GO_ON), "Go on", Group::Move, self.rule).weighed(Worth(1));
        let question = Question::new("hazard", look.side(who), who, prompt).rule(self.rule).choice(goes);
        let question = question.choice(Choice::new(Order::new("stay"), "Stay there", Group::Move, self.rule));
        Ok(table.ask(question)?.verb == GO_ON)
    }

    fn has_due(&self, look: Look<'_>, who: Id) -> bool {
        !self.lasting(look, who).is_empty()
    }
}

impl Steps for Hazards {
    fn hold_up(&self, look: Look<'_>, who: Id, to: Footprint) -> f64 {
        let spot = look.spot_of(to).filter(|_| !self.flies(look, who));
        if spot.is_some_and(|spot| self.at(look, spot).next().is_some()) { 1.0 } else { 0.0 }
    }
}

impl Judges for Hazards {
    fn danger(&self, look: Look<'_>, who: Id, at: Footprint) -> f64 {
        let Some(spot) = look.spot_of(at).filter(|_| !self.flies(look, who)) else { return 0.0 };
        let enters = look.spot(who) != Some(spot);
        let strikes = self.at(look, spot).filter(|hazard| enters || hazard.each_turn);
        strikes.map(|hazard| self.cost(look, who, hazard, enters)).sum()
    }
}
