//! Questions in a row: whoever is asked the same once more within a task is told so, and what they have answered before.

use super::{Id, Key, Order, Question, Table};

/// A question to somebody because of another, and what was answered.
pub(super) struct Answered {
    kind: Key,
    who: Id,
    by: Id,
    label: String,
}

impl Table<'_> {
    /// Says of a question that has been put before in this task how often it has, and what was answered.
    pub(super) fn say_again(&self, question: &mut Question) {
        let (Some(who), Some(by)) = (question.who, question.by) else { return };
        let same = self.row.iter().filter(|before| (before.kind, before.who, before.by) == (question.kind, who, by));
        let before: Vec<&str> = same.map(|before| before.label.as_str()).collect();
        if !before.is_empty() {
            let nth = nth(before.len() + 1);
            question.prompt.push_str(&format!(" This is the {nth} such question; before: {}.", before.join(", ")));
        }
    }

    /// Keeps what was answered, for whoever is asked again.
    pub(super) fn note_answer(&mut self, question: &Question, order: &Order) {
        let (Some(who), Some(by), true) = (question.who, question.by, self.is_read) else { return };
        let choices = question.choices.iter().flatten();
        let mut meant = choices.filter(|choice| (choice.order.verb, choice.order.with) == (order.verb, order.with));
        let label = meant.next().map_or_else(|| order.to_string(), |choice| choice.label.clone());
        self.row.push(Answered { kind: question.kind, who, by, label });
    }
}

/// "second", "third", "4th".
fn nth(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{number}th"),
    }
}
