//! A battle as the protocol shows it.

use serde_json::{Value, json};

use crate::battle::{Held, Id, Item, Look, Sides};
use crate::board::Square;

/// Everything that a player may see.
pub(super) fn battle(look: Look<'_>) -> Value {
    // Whoever is asked knows their own hand, and where their own people are; nobody shows that to the others.
    let look = look.as_asked();
    let sides: Vec<&str> =
        look.battle::<Sides>().map_or(Vec::new(), |sides| sides.0.iter().map(|side| side.name.as_str()).collect());
    let rules = look.rules();
    json!({
        "ruleset": rules.name,
        "clock": { "round": look.clock().round, "when": look.when(), "turn": look.clock().turn.map(|id| look.name(id)) },
        "sides": sides,
        "board": board(look),
        "combatants": look.everybody().filter(|id| look.knows_of(*id)).map(|id| combatant(look, id)).collect::<Vec<_>>(),
        "order": rules.initiative.track(look).iter().filter(|entry| look.knows_of(entry.who)).map(|entry| json!({
            "name": look.name(entry.who), "text": entry.text, "done": entry.done, "now": entry.now,
            "hidden": entry.hidden, "together": entry.together,
        })).collect::<Vec<_>>(),
        "question": look.question_told(),
    })
}

fn board(look: Look<'_>) -> Value {
    let board = look.board();
    let rows: Vec<Vec<usize>> = (0..board.height())
        .map(|y| {
            (0..board.width())
                .map(|x| board.cell(Square::new(x, y)).map_or(0, |cell| usize::from(cell.terrain)))
                .collect()
        })
        .collect();
    json!({
        "width": board.width(),
        "height": board.height(),
        "unit": look.rules().measure.unit,
        "square": look.rules().measure.square,
        "terrains": board.terrains,
        "rows": rows,
        "objects": board.objects,
    })
}

fn combatant(look: Look<'_>, id: Id) -> Value {
    let place = look.place(id);
    let rules = look.rules();
    let figures: serde_json::Map<String, Value> = rules
        .figures
        .iter()
        .filter(|(_, def)| def.group.is_some())
        .map(|(name, def)| {
            let value = look.value(id, *name);
            let shown = if def.halves { json!(f64::from(value) / 2.0) } else { json!(value) };
            (name.to_string(), shown)
        })
        .collect();
    json!({
        "id": id,
        "name": look.name(id),
        "side": look.side(id),
        "profile": look.profile(id).map(|profile| profile.name),
        "at": place.footprint.at,
        "squares": place.footprint.side,
        "facing": place.facing.word(),
        "altitude": place.altitude,
        "present": place.present,
        "rides": look.mount(id).map(|mount| look.name(mount)),
        "bears": look.riders(id).iter().map(|rider| look.name(*rider)).collect::<Vec<_>>(),
        "in_play": look.is_in_play(id),
        "counts": look.counts(id),
        "minds": look.lodgers(id).iter().map(|mind| look.name(*mind)).collect::<Vec<_>>(),
        "in_body_of": Some(look.body(id)).filter(|body| *body != id).map(|body| look.name(body)),
        "dead": look.is_dead(id),
        "wounds": look.wounds(id).len(),
        "conditions": look.conditions(id),
        "bound": look.conditions(id).iter().filter_map(|each| {
            let by = each.by.filter(|by| *by != id && look.knows_of(*by))?;
            Some(json!({ "how": each.kind, "by": look.name(by) }))
        }).collect::<Vec<_>>(),
        "figures": figures,
        "gear": look.gear(id).iter().map(item).collect::<Vec<_>>(),
        "sheet": look.sheet_lines(id),
    })
}

fn item(item: &Item) -> Value {
    let held = match item.held {
        Held::Hand(_) => "hand",
        Held::Worn => "worn",
        Held::Body => "body",
        Held::Belt => "belt",
        Held::Pack => "pack",
        Held::Ground(_) => "ground",
    };
    json!({ "name": item.arm.name, "held": held, "rounds": item.loaded, "wounds": item.wounds, "state": item.state })
}
