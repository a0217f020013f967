//! Real battles to ask: one fighter against many of a shipped ruleset.

use std::error::Error;
use std::sync::Arc;

use bevy::ecs::entity::Entity;
use bevy::ecs::prelude::World;
use sortie::battle::{Deed, Fighter, Id, Key, Look, Profile, Rules, Setup, Side, SideId, advance, quiet_world};
use sortie::board::{Board, Light, Square};
use sortie::dice::{AnyDice, ScriptedDice};
use sortie::rulebook::Library;

/// A battle in which the fighter called "first" has the turn; the others are "other 0", "other 1" and so on.
pub struct Field {
    world: World,
    battle: Entity,
}

/// The ruleset of this name.
pub fn rules(name: &str) -> Result<Arc<Rules>, Box<dyn Error>> {
    let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
    library.rules(name).map_err(|problems| format!("{problems:?}").into())
}

fn profile(rules: &Rules, name: &str) -> Result<Arc<Profile>, Box<dyn Error>> {
    rules.profiles.get(&Key::new(name)).cloned().ok_or_else(|| format!("there is no {name}").into())
}

impl Field {
    /// `first` of one side on the first square against as many `others` as there are squares left.
    pub fn new(
        rules: &Arc<Rules>,
        board: Board,
        (first, others): (&str, &str),
        squares: impl IntoIterator<Item = Square>,
    ) -> Result<Self, Box<dyn Error>> {
        let (first, others) = (profile(rules, first)?, profile(rules, others)?);
        let fighter = |(index, at): (usize, Square)| match index {
            0 => Fighter::new("first", SideId(0), first.clone(), at),
            _ => Fighter::new(format!("other {}", index - 1), SideId(1), others.clone(), at),
        };
        let fighters: Vec<Fighter> = squares.into_iter().enumerate().map(fighter).collect();
        let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
        let setup = Setup {
            title: "A field".to_owned(),
            rules: rules.clone(),
            files: rules.files.clone(),
            board: Arc::new(board),
            light: Light::default(),
            things: Vec::new(),
            tags: Vec::new(),
            sides: vec![side("one"), side("many")],
            arranged: Some((0..).map(Id).take(fighters.len()).collect()),
            deck: None,
            borders: Vec::new(),
            features: Vec::new(),
            loose: Vec::new(),
            started_by: None,
            encounter: None,
            surroundings: Default::default(),
            falls: Vec::new(),
            fighters,
            rounds: 1,
        };
        let mut world = quiet_world();
        let battle = setup.spawn(&mut world, AnyDice::from(ScriptedDice::default()));
        advance(&mut world, battle);
        Ok(Self { world, battle })
    }

    /// What rules see of it.
    pub fn look(&self) -> Result<Look<'_>, Box<dyn Error>> {
        Look::at(&self.world, self.battle).ok_or_else(|| "there is no battle".into())
    }

    /// The deed of this verb.
    pub fn deed(&self, verb: &str) -> Result<&dyn Deed, Box<dyn Error>> {
        Ok(&**self.look()?.deed_called(verb).map_err(|refusal| refusal.to_string())?)
    }
}
