//! What can be answered, as a numbered list by groups.

use crate::battle::Choice;

/// More ways of one group are only counted, unless they are asked for.
const MANY: usize = 8;

/// In the order in which they are listed.
pub(super) fn sorted(mut legal: Vec<Choice>) -> Vec<Choice> {
    legal.sort_by_key(|choice| choice.group);
    legal
}

/// The list, with all of the group `wanted`.
pub(super) fn lines(legal: &[Choice], wanted: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut number = 0;
    for group in legal.chunk_by(|a, b| a.group == b.group) {
        let first = number + 1;
        number += group.len();
        let Some(name) = group.first().map(|choice| choice.group.as_str()) else { continue };
        if group.len() > MANY && group.len() < legal.len() && wanted != Some(name) {
            let ways = group.len();
            lines.push(format!("  {name:<8} {first:>3}  to {number}: {ways} ways; `list {name}` tells them"));
            continue;
        }
        for (index, choice) in group.iter().enumerate() {
            let heading = if index == 0 { name } else { "" };
            lines.push(format!("  {heading:<8} {:>3}  {}", first + index, said(choice)));
        }
    }
    lines
}

fn said(choice: &Choice) -> String {
    let cost = choice.cost.as_deref().map(|cost| format!(" ({cost})")).unwrap_or_default();
    let chance = choice.chance.as_deref().map(|chance| format!(" {chance}")).unwrap_or_default();
    let more = if choice.squares.is_empty() { "" } else { " to (x,y)" };
    format!("{}{more}{cost}{chance}", choice.label)
}
