//! The game made up for the tests: a turn of six seconds, and a blow of two that the other side may answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::battle::*;
use crate::board::{Board, Light, Square, Terrain};
use crate::mechanics::initiative::rolled::{Mode, Rolled, RolledRules, Ties};
use crate::mechanics::turn::seconds::{Seconds, SecondsRules};

/// A blow: d6, and on a 4 or better the target is asked whether to duck (d6
/// again, on a 4 or better nothing happens) before it is down.
#[derive(Debug)]
struct Blow;

impl Deed for Blow {
    fn nature(&self) -> Nature {
        Nature::of("strike", Group::Attack, Stage::Attacks).reading(&[Reads::At])
    }

    fn choices(&self, look: Look<'_>, who: Id, out: &mut Vec<Choice>) {
        for target in look.everybody().filter(|id| look.are_enemies(who, *id)) {
            let order = Order::new("strike").at(look.aim(target));
            let label = format!("Strike {}", look.name(target));
            out.push(Choice::new(order, label, Group::Attack, "T-1").allowed_by(self, look, who));
        }
    }

    fn check(&self, look: Look<'_>, _who: Id, order: &Order) -> Allowed {
        let target = look.target_or_refuse(order, "whom?")?;
        if look.is_in_play(target) { Ok(()) } else { Err(Refusal::new("T-1", "that one is down already")) }
    }

    fn perform(&self, table: &mut Table<'_>, who: Id, order: &Order) -> Step {
        let target = table.look().target(order).unwrap();
        let four = || Sum::of("needed", 4);
        if !table.check(who, "strike", &"d6".parse().unwrap(), Sum::new(), four(), "T-1")?.success {
            return Ok(());
        }
        table.set_tally(target, "struck at", 1);
        let question = Question::new("duck", table.look().side(target), target, "Duck?")
            .choice(Choice::new(Order::new("duck"), "Duck", Group::Defence, "T-2"))
            .choice(Choice::new(Order::new("stand"), "Stand", Group::Defence, "T-2"));
        let ducks = table.within("blow", |table| table.ask(question))?.verb == "duck";
        if ducks && table.check(target, "duck", &"d6".parse().unwrap(), Sum::new(), four(), "T-2")?.success {
            return Ok(());
        }
        table.begin(target, Condition::new("down"))
    }
}

#[derive(Debug)]
struct Blows;

impl Named for Blows {
    fn name(&self) -> &'static str {
        "blows"
    }
}

impl Mechanic for Blows {
    fn deeds(&self) -> Vec<Arc<dyn Deed>> {
        vec![Arc::new(Blow)]
    }
}

fn rules() -> Arc<Rules> {
    let initiative = Arc::new(Rolled {
        die: "d6".parse().unwrap(),
        adds: vec!["Reflex".into()],
        mode: Mode::Once,
        ties: Ties::Again,
        may_wait: true,
        delay_keeps_place: true,
        rules: RolledRules {
            order: RuleId::from("T-3"),
            ties: RuleId::from("T-4"),
            late: RuleId::from("T-5"),
            wait: RuleId::from("T-6"),
            race: RuleId::from("T-7"),
        },
    });
    let economy = Arc::new(Seconds {
        turn: 6,
        times: BTreeMap::from([(Key::from("strike"), 4)]),
        otherwise: 1,
        rules: SecondsRules {
            budget: RuleId::from("T-7"),
            deeds: RuleId::from("T-8"),
            unbroken: RuleId::from("T-9"),
            free: RuleId::from("T-12"),
            times: RuleId::from("T-10"),
        },
    });
    let down = ConditionDef { rule: RuleId::from("T-2"), out: true, ..ConditionDef::default() };
    let mut registry = Registry::default();
    registry.mechanics = vec![initiative.clone(), economy.clone(), Arc::new(Blows)];
    registry.listens(initiative.clone());
    registry.listens(economy.clone());
    let deeds = registry.mechanics.iter().flat_map(|each| each.deeds()).map(|deed| (deed.verb(), deed)).collect();
    Arc::new(Rules {
        name: Key::from("test"),
        files: String::new(),
        title: "A game for tests".into(),
        blurb: String::new(),
        ours: Vec::new(),
        looks: Default::default(),
        tips: Default::default(),
        classes: Default::default(),
        measure: Measure::plain(),
        figures: Dictionary::from_iter([("Reflex".into(), FigureDef::default())]),
        stats: Default::default(),
        conditions: Dictionary::from_iter([(Key::from("down"), Arc::new(down))]),
        arms: Dictionary::default(),
        profiles: Dictionary::default(),
        objects: Dictionary::default(),
        tables: Dictionary::default(),
        settings: BTreeMap::new(),
        book: Dictionary::default(),
        chapters: Vec::new(),
        initiative,
        economy,
        registry,
        deeds,
        named: Default::default(),
        written: Default::default(),
        states: Default::default(),
        spoken: Default::default(),
    })
}

/// Two of them, each on a side of its own.
pub(super) fn setup() -> Setup {
    let fighter = |name: &str, side, reflex| {
        let mut figures = BTreeMap::new();
        figures.insert("Reflex".into(), reflex);
        let profile = Arc::new(Profile { name: Key::new(name), figures, ..Profile::default() });
        Fighter::new(name, SideId(side), profile, Square::new(i32::from(side), 0))
    };
    Setup {
        title: "Two of them".into(),
        rules: rules(),
        files: String::new(),
        board: Arc::new(Board::open(8, 8, Terrain::open("open")).unwrap()),
        light: Light::Clear,
        things: Vec::new(),
        tags: Vec::new(),
        sides: vec![Side { name: "Blue".into(), ..Side::default() }, Side { name: "Gold".into(), ..Side::default() }],
        fighters: vec![fighter("Ana", 0, 5), fighter("Bo", 1, 0)],
        rounds: 20,
        arranged: None,
        deck: None,
        borders: Vec::new(),
        features: Vec::new(),
        loose: Vec::new(),
        started_by: None,
        encounter: None,
        surroundings: Default::default(),
        falls: Vec::new(),
    }
}
