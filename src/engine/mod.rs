//! The line protocol: one JSON object a line in, one a line out, so that any
//! program can see a battle, be asked and answer. `rulesets/README.md` tells
//! its words.

mod see;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::ai::{Mind, Skill};
use crate::battle::{Look, Order, advance, answer, chronicle, verdict};
use crate::record::{Game, Record, record};
use crate::rulebook::Library;
use crate::rulebook::reader::lines;

/// Longer lines are refused.
pub const LONGEST: usize = 1 << 20;

/// The version of the protocol; it grows when an answer changes its meaning.
pub const PROTOCOL: u32 = 1;

/// What is said before anything is asked.
pub fn greeting() -> Value {
    json!({ "sortie": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL })
}

/// A line as it comes in.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Request {
    #[serde(rename = "do")]
    verb: String,
    id: Option<Value>,
    scenario: Option<String>,
    seed: Option<u64>,
    settings: std::collections::BTreeMap<String, String>,
    order: Option<Said>,
    from: Option<usize>,
    record: Option<Record>,
    count: Option<usize>,
    skill: Option<String>,
}

/// An order as an object or in plain words.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Said {
    Words(String),
    Order(Order),
}

/// A session: at most one battle at a time.
pub struct Session<'a> {
    library: &'a Library,
    game: Option<Game>,
    mind: Mind,
    /// Nobody wants to go on.
    pub over: bool,
}

type Answer = Result<Value, String>;

impl<'a> Session<'a> {
    /// A session on these rulesets.
    pub fn new(library: &'a Library) -> Self {
        Self { library, game: None, mind: Mind::new(Skill::Plain, 0), over: false }
    }

    /// Answers one line. Whatever is wrong with it becomes an answer too.
    pub fn line(&mut self, line: &str) -> Value {
        if line.len() > LONGEST {
            return failed(None, &format!("found a line of {} bytes, expected at most {LONGEST}", line.len()));
        }
        let request: Request = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(why) => return failed(None, &format!("found {why}, expected one JSON object a line")),
        };
        let id = request.id.clone();
        match self.answer(request) {
            Ok(mut value) => {
                if let (Some(object), Some(id)) = (value.as_object_mut(), id) {
                    object.insert("id".to_owned(), id);
                }
                value
            }
            Err(why) => failed(id, &why),
        }
    }

    fn answer(&mut self, request: Request) -> Answer {
        match request.verb.as_str() {
            "new" => self.begin(&request),
            "scenarios" => Ok(json!({ "scenarios": self.library.scenarios() })),
            "see" => Ok(json!({ "battle": see::battle(self.look()?) })),
            "choices" => Ok(json!({ "question": self.look()?.question_told(), "choices": self.look()?.choices() })),
            "answer" => self.decide(request.order),
            "auto" => self.auto(&request),
            "chronicle" => {
                let game = self.game()?;
                let facts = chronicle(&game.world, game.battle);
                let from = request.from.unwrap_or(0).min(facts.len());
                let look = self.look()?.as_asked();
                let told = facts.get(from..).unwrap_or_default().iter().filter(|fact| look.may_read(fact));
                Ok(json!({ "from": from, "facts": told.collect::<Vec<_>>() }))
            }
            "save" => {
                let game = self.game()?;
                Ok(json!({ "record": record(&game.world, game.battle) }))
            }
            "load" => self.load(request.record),
            "undo" => {
                let count = request.count.unwrap_or(1);
                self.game_mut()?.undo(count).map_err(|why| why.to_string())?;
                self.state()
            }
            "quit" => {
                self.over = true;
                Ok(json!({ "bye": true }))
            }
            other => Err(format!(
                "found `{other}`, expected new, scenarios, see, choices, answer, auto, chronicle, save, load, undo or quit"
            )),
        }
    }

    fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| "there is no battle; begin one with `new`".to_owned())
    }

    fn game_mut(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().ok_or_else(|| "there is no battle; begin one with `new`".to_owned())
    }

    fn look(&self) -> Result<Look<'_>, String> {
        let game = self.game()?;
        Look::at(&game.world, game.battle).ok_or_else(|| "the battle is gone".to_owned())
    }

    /// What somebody who plays needs after every step.
    fn state(&self) -> Answer {
        let game = self.game()?;
        let look = self.look()?;
        Ok(json!({
            "question": look.question_told(),
            "verdict": verdict(&game.world, game.battle),
            "facts": chronicle(&game.world, game.battle).len(),
            "decisions": game.decisions().len(),
        }))
    }

    fn begin(&mut self, request: &Request) -> Answer {
        let name = request.scenario.as_deref().ok_or("found no scenario, expected its name")?;
        let scenario = self.library.scenario_with(name, &request.settings).map_err(|problems| lines(&problems))?;
        let seed = request.seed.unwrap_or(0);
        self.game = Some(Game::new(&scenario.name, &request.settings, scenario.setup, seed));
        self.mind = Mind::new(Skill::Plain, seed);
        self.state()
    }

    fn decide(&mut self, said: Option<Said>) -> Answer {
        let order = match said.ok_or("found no order, expected one")? {
            Said::Order(order) => order,
            Said::Words(words) => Order::parse(&words).map_err(|why| why.to_string())?,
        };
        let game = self.game_mut()?;
        answer(&mut game.world, game.battle, order).map_err(|refusal| refusal.to_string())?;
        advance(&mut game.world, game.battle);
        self.state()
    }

    fn auto(&mut self, request: &Request) -> Answer {
        let skill = match request.skill.as_deref() {
            None | Some("plain") => Skill::Plain,
            Some("random") => Skill::Random,
            Some("keen") => Skill::Keen,
            Some(other) => return Err(format!("found skill `{other}`, expected random, plain or keen")),
        };
        self.mind.set_skill(skill);
        let mut mind = self.mind.clone();
        let order = mind.decide(self.look()?).ok_or("nothing is asked")?;
        self.mind = mind;
        let said = order.to_string();
        let mut state = self.decide(Some(Said::Order(order)))?;
        if let Some(object) = state.as_object_mut() {
            object.insert("order".to_owned(), json!(said));
        }
        Ok(state)
    }

    fn load(&mut self, record: Option<Record>) -> Answer {
        let record = record.ok_or("found no record, expected what `save` gave")?;
        let scenario = record.scenario(self.library).map_err(|why| why.to_string())?;
        self.game = Some(record.play(scenario.setup).map_err(|why| why.to_string())?);
        self.state()
    }
}

fn failed(id: Option<Value>, why: &str) -> Value {
    match id {
        Some(id) => json!({ "error": { "why": why }, "id": id }),
        None => json!({ "error": { "why": why } }),
    }
}
