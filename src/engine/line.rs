//! A line as it comes in: JSON, read field by field, so that whatever is wrong with it is said in words of the protocol.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::battle::{Spoken, SpokenAim};
use crate::board::{Direction, Square};
use crate::rulebook::reader::closest;

/// The fields that a line may have.
const FIELDS: [&str; 9] = ["do", "id", "scenario", "seed", "settings", "order", "from", "record", "count"];
/// Those of an order.
const ORDER: [&str; 8] = ["do", "with", "at", "to", "path", "toward", "n", "manner"];
/// Those of a target.
const AIM: [&str; 3] = ["who", "square", "part"];
/// What is quoted of a value in a message.
const LONGEST_QUOTE: usize = 60;

/// What a line says.
#[derive(Debug, Default)]
pub(super) struct Request {
    pub verb: String,
    pub scenario: Option<String>,
    pub seed: Option<u64>,
    pub settings: BTreeMap<String, String>,
    pub order: Option<Spoken>,
    pub from: Option<usize>,
    pub record: Option<Value>,
    pub count: Option<usize>,
    pub skill: Option<String>,
}

impl Request {
    /// Reads a line that is JSON.
    pub(super) fn read(line: &Value) -> Result<Self, String> {
        let fields = Fields::of(line, "a line", "one JSON object a line")?;
        fields.know(&FIELDS.iter().copied().chain(["skill"]).collect::<Vec<_>>())?;
        let settings = match fields.get("settings") {
            None => BTreeMap::new(),
            Some(Value::Object(settings)) => {
                let pairs = settings.iter().map(|(name, value)| match value {
                    Value::String(text) => Ok((name.clone(), text.clone())),
                    Value::Bool(_) | Value::Number(_) => Ok((name.clone(), value.to_string())),
                    other => Err(format!("found {} as the setting `{}`, expected its value", told(other), cut(name))),
                });
                pairs.collect::<Result<_, String>>()?
            }
            Some(other) => return Err(format!("found {} as `settings`, expected names with values", told(other))),
        };
        let order = match fields.get("order") {
            None => None,
            Some(Value::String(words)) => Some(Spoken::parse(words).map_err(|why| cut_to(&why.to_string(), 300))?),
            Some(order) => Some(order_of(order)?),
        };
        Ok(Self {
            verb: fields.text("do")?.unwrap_or_default(),
            scenario: fields.text("scenario")?,
            seed: fields.count("seed")?,
            settings,
            order,
            from: fields.count("from")?.map(|from| usize::try_from(from).unwrap_or(usize::MAX)),
            record: fields.get("record").cloned(),
            count: fields.count("count")?.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
            skill: fields.text("skill")?,
        })
    }
}

fn order_of(value: &Value) -> Result<Spoken, String> {
    let fields = Fields::of(value, "an order", "an order in words or as an object")?;
    fields.know(&ORDER)?;
    let Some(verb) = fields.text("do")? else {
        return Err("found an order without `do`, expected its verb".to_owned());
    };
    let squares = |path: &[Value]| path.iter().map(|square| square_of(square, "path")).collect::<Result<_, _>>();
    let words = |manners: &[Value]| {
        let word = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| wrong(value, "manner", "words"));
        manners.iter().map(word).collect::<Result<_, _>>()
    };
    let toward = fields.text("toward")?.map(|word| {
        let expected = "one of the eight directions";
        Direction::from_word(&word).ok_or_else(|| format!("found `{}` as `toward`, expected {expected}", cut(&word)))
    });
    Ok(Spoken {
        verb,
        with: fields.text("with")?,
        at: fields.list("at")?.iter().map(aim_of).collect::<Result<_, _>>()?,
        to: fields.get("to").map(|square| square_of(square, "to")).transpose()?,
        path: squares(fields.list("path")?)?,
        toward: toward.transpose()?,
        n: fields.get("n").map(|n| number_of(n, "n")).transpose()?,
        manner: words(fields.list("manner")?)?,
    })
}

fn aim_of(value: &Value) -> Result<SpokenAim, String> {
    let fields = Fields::of(value, "a target", "a target such as {\"who\":\"Goblin 1\"}")?;
    fields.know(&AIM)?;
    let square = fields.get("square").map(|square| square_of(square, "square")).transpose()?;
    Ok(SpokenAim { who: fields.text("who")?, square, part: fields.text("part")? })
}

fn square_of(value: &Value, field: &str) -> Result<Square, String> {
    match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => Ok(Square::new(number_of(x, field)?, number_of(y, field)?)),
        _ => Err(wrong(value, field, "a square such as [3,0]")),
    }
}

fn number_of(value: &Value, field: &str) -> Result<i32, String> {
    let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
    number.ok_or_else(|| wrong(value, field, "a whole number of a sane size"))
}

/// The fields of an object. One that is null is as good as none.
struct Fields<'a> {
    of: &'static str,
    all: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, of: &'static str, expected: &str) -> Result<Self, String> {
        let all = value.as_object().ok_or_else(|| format!("found {}, expected {expected}", told(value)))?;
        Ok(Self { of, all })
    }

    /// Whether all of them are among these.
    fn know(&self, known: &[&str]) -> Result<(), String> {
        let Some(unknown) = self.all.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        let near = closest(unknown, known).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        Err(format!("found the field `{}` in {}, expected {}{near}", cut(unknown), self.of, known.join(", ")))
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        self.all.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Result<Option<String>, String> {
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| wrong(value, name, "a text"));
        self.get(name).map(text).transpose()
    }

    fn count(&self, name: &str) -> Result<Option<u64>, String> {
        let count = |value: &Value| value.as_u64().ok_or_else(|| wrong(value, name, "a whole number from 0 on"));
        self.get(name).map(count).transpose()
    }

    fn list(&self, name: &str) -> Result<&'a [Value], String> {
        let list = |value: &'a Value| value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(value, name, "a list"));
        self.get(name).map_or(Ok(&[]), list)
    }
}

fn wrong(value: &Value, field: &str, expected: &str) -> String {
    format!("found {} as `{field}`, expected {expected}", told(value))
}

/// A value as a message quotes it.
pub(super) fn told(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
        other => cut(&other.to_string()),
    }
}

/// The beginning of what somebody said, for messages.
pub(super) fn cut(text: &str) -> String {
    cut_to(text, LONGEST_QUOTE)
}

fn cut_to(text: &str, most: usize) -> String {
    let begin: String = text.chars().take(most).collect();
    if begin.len() < text.len() { format!("{begin}...") } else { begin }
}
