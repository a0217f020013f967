//! The line protocol: one JSON object a line in, one a line out, so that any
//! program can see a battle, be asked and answer. `rulesets/README.md` tells
//! its words.

mod line;
mod see;

use serde_json::{Value, json};

use self::line::{Request, cut, told};
use crate::ahead::Outlook;
use crate::ai::deep::{Line, advice};
use crate::ai::{Mind, Skill};
use crate::battle::{Look, Spoken, caught, chronicle, verdict};
use crate::record::{Budget, Game, Record, Standing, plainly, record};
use crate::rulebook::Library;
use crate::rulebook::reader::{closest, lines, one_of};

/// Longer lines are refused.
pub const LONGEST: usize = 1 << 20;

/// The version of the protocol; it grows when an answer changes its meaning.
pub const PROTOCOL: u32 = 1;

/// What a line may ask for.
const VERBS: [&str; 13] = [
    "new",
    "scenarios",
    "see",
    "choices",
    "answer",
    "auto",
    "think",
    "foresee",
    "chronicle",
    "save",
    "load",
    "undo",
    "quit",
];

/// What is said before anything is asked.
pub fn greeting() -> Value {
    json!({ "sortie": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL })
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

    /// Answers one line. Whatever is wrong with it becomes an answer too, and the battle is then as it was before.
    pub fn line(&mut self, line: &str) -> Value {
        if line.len() > LONGEST {
            return failed(None, &format!("found a line of {} bytes, expected at most {LONGEST}", line.len()));
        }
        if line.trim().is_empty() {
            return failed(None, "found an empty line, expected one JSON object a line");
        }
        let line: Value = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(why) => return failed(None, &format!("{}; expected one JSON object a line", plainly(&why))),
        };
        let id = line.get("id").cloned();
        // What is no text and no whole number would not come back as it was said.
        if let Some(wrong) = id.as_ref().filter(|id| !(id.is_string() || id.is_i64() || id.is_u64() || id.is_null())) {
            let expected = "a text or a whole number from -9223372036854775808 to 18446744073709551615";
            return failed(None, &format!("found {} as `id`, expected {expected}", told(wrong)));
        }
        match Request::read(&line).and_then(|request| self.guarded(request)) {
            Ok(mut value) => {
                if let (Some(object), Some(id)) = (value.as_object_mut(), id) {
                    object.insert("id".to_owned(), id);
                }
                value
            }
            Err(why) => failed(id, &why),
        }
    }

    /// Answers, and puts the battle back to where it was if the rules break down.
    fn guarded(&mut self, request: Request) -> Answer {
        let before = self.game.as_ref().map(|game| Standing::of(&game.world, game.battle));
        let fault = match caught(|| self.answer(request)) {
            Ok(answer) => return answer,
            Err(fault) => fault,
        };
        let Some((game, before)) = self.game.as_mut().zip(before) else {
            return Err(format!("the rules broke down: {fault}"));
        };
        let mishap = game.put_back(before, fault);
        let stands = if mishap.battle.is_some() { "the battle stands as it was before" } else { "the battle is gone" };
        if mishap.battle.is_none() {
            self.game = None;
        }
        Err(format!("{mishap}; {stands}"))
    }

    fn answer(&mut self, request: Request) -> Answer {
        match request.verb.as_str() {
            "new" => self.begin(&request),
            "scenarios" => Ok(json!({ "scenarios": self.library.scenarios() })),
            "see" => Ok(json!({ "battle": see::battle(self.look()?) })),
            "choices" => Ok(json!({ "question": self.look()?.question_told(), "choices": self.look()?.choices() })),
            "answer" => self.decide(request.order.as_ref()),
            "auto" => self.auto(&request),
            "think" => self.think(&request),
            "foresee" => self.foresee(request.order.as_ref()),
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
            other => {
                let near = closest(other, &VERBS).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
                Err(format!("found `{}`, expected {}{near}", cut(other), VERBS.join(", ")))
            }
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
        let begun = caught(|| Game::new(&scenario.name, &request.settings, scenario.setup, seed));
        self.game = Some(begun.map_err(|fault| format!("the rules broke down over the start of {name}: {fault}"))?);
        self.mind = Mind::new(Skill::Plain, seed);
        self.state()
    }

    fn decide(&mut self, said: Option<&Spoken>) -> Answer {
        let said = said.ok_or("found no order, expected one")?;
        self.game_mut()?.decide(said).map_err(|why| why.to_string())?;
        self.state()
    }

    /// One answer of the computer's, in the place of whoever is at the other end: they are told of each by itself.
    fn auto(&mut self, request: &Request) -> Answer {
        let skill = request.skill.as_deref().map_or(Ok(Skill::Plain), |said| {
            <Skill as clap::ValueEnum>::from_str(said, false).map_err(|_| {
                let known = <Skill as clap::ValueEnum>::value_variants().iter();
                let known =
                    known.filter_map(|skill| Some(clap::ValueEnum::to_possible_value(skill)?.get_name().to_owned()));
                format!("found skill `{}`, expected {}", cut(said), one_of(&known.collect::<Vec<_>>()))
            })
        })?;
        self.mind.set_skill(skill);
        let mut mind = self.mind.clone();
        let order = mind.decide(self.look()?).ok_or("nothing is asked")?;
        self.mind = mind;
        let said = order.to_string();
        self.game_mut()?.decide(order).map_err(|why| why.to_string())?;
        let mut state = self.state()?;
        if let Some(object) = state.as_object_mut() {
            object.insert("order".to_owned(), json!(said));
        }
        Ok(state)
    }

    /// What the deepest of the computer's minds makes of the question at hand, the best first. Nothing is decided by it.
    fn think(&self, request: &Request) -> Answer {
        let thought = advice(self.look()?, request.seed.unwrap_or(0)).ok_or("nothing is asked")?;
        let lines = thought.lines();
        let line = |line: &Line| {
            let expected = thought.expects(line);
            let (own, others) = expected.map(|expected| expected.lost).unzip();
            let harm = expected.map(|expected| expected.harm);
            let (own_health, others_health) = harm.map(|harm| harm.health).unzip();
            let (own_wounds, others_wounds) = harm.map(|harm| harm.wounds).unzip();
            let mut told = json!({
                "order": line.order.to_string(),
                "hope": expected.map(|expected| expected.hope),
                "tried": line.tried(),
                "own_lost": own,
                "others_lost": others,
                "own_health": own_health,
                "others_health": others_health,
                "own_wounds": own_wounds,
                "others_wounds": others_wounds,
            });
            if let Some((object, then)) = told.as_object_mut().zip(line.then.as_ref()) {
                object.insert("then".to_owned(), json!(then.to_string()));
            }
            told
        };
        Ok(json!({ "lines": lines.iter().copied().map(line).collect::<Vec<_>>() }))
    }

    /// What may come of an order. Nothing is decided by it.
    fn foresee(&self, said: Option<&Spoken>) -> Answer {
        let look = self.look()?;
        let outlook = Outlook::of(look, said.ok_or("found no order, expected one")?);
        Ok(outlook.map_err(|why| why.to_string())?.in_json(look))
    }

    fn load(&mut self, record: Option<Value>) -> Answer {
        let record = record.ok_or("found no record, expected what `save` gave")?;
        // As text it is read like any other that comes from elsewhere, a code too.
        let text = record.as_str().map_or_else(|| record.to_string(), str::to_owned);
        let record = Record::parse("the record", text.as_bytes()).map_err(|why| why.to_string())?;
        let budget = Budget::usual();
        let (_, game) = record.restore(self.library, &budget).map_err(|why| why.to_string())?;
        self.game = Some(game);
        self.state()
    }
}

fn failed(id: Option<Value>, why: &str) -> Value {
    match id {
        Some(id) => json!({ "error": { "why": why }, "id": id }),
        None => json!({ "error": { "why": why } }),
    }
}
