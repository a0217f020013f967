//! The states that somebody is in, as they are drawn and told: each a sign on
//! a plate, whose colour and shape both say whether it hampers.

use std::fmt::Write as _;

use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Response, RichText, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
    vec2,
};

use crate::battle::{Condition, ConditionDef, ConditionName, Look, Until};
use crate::looks::Looks;
use crate::overlay::book::{self, Book};
use crate::overlay::{signs, theme};

/// What a state is to whoever is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Takes them out of the fight.
    Out,
    /// Makes something worse.
    Hampers,
    /// A posture, good for some things and bad for others.
    Stance,
    /// Is of use.
    Helps,
}

impl Sort {
    /// The sort of a state; one that the rules do not know hampers.
    pub fn of(def: Option<&ConditionDef>) -> Self {
        match def {
            Some(def) if def.dead || def.out => Self::Out,
            Some(def) if def.helps => Self::Helps,
            Some(def) if def.stance => Self::Stance,
            _ => Self::Hampers,
        }
    }

    /// The colour of its plate on the board.
    const fn plate(self) -> Color32 {
        match self {
            Self::Out | Self::Hampers => theme::OUT,
            Self::Stance => theme::STANCE_PLATE,
            Self::Helps => Color32::from_rgb(0x1d, 0x74, 0x55),
        }
    }

    /// The colour of its name in a panel.
    pub fn ink(self) -> Color32 {
        match self {
            Self::Out | Self::Hampers => theme::bad(),
            Self::Stance => theme::stance(),
            Self::Helps => theme::good(),
        }
    }

    /// The same in a word, for those who see few colours.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Out => "out of the fight",
            Self::Hampers => "hampers",
            Self::Stance => "stance",
            Self::Helps => "helps",
        }
    }
}

/// One state of somebody.
pub struct State<'w> {
    /// The state itself.
    pub condition: &'w Condition,
    /// What the rules say about it.
    pub def: Option<&'w ConditionDef>,
    /// What it is to whoever is in it.
    pub sort: Sort,
    looks: &'w Looks,
}

impl State<'_> {
    /// What it is called, with its part and how often: "numb arm (left arm) x2".
    pub fn name(&self) -> String {
        let mut name = self.condition.kind.to_string();
        if let Some(part) = self.condition.part {
            let _ = write!(name, " ({part})");
        }
        if self.condition.amount > 1 {
            let _ = write!(name, " x{}", self.condition.amount);
        }
        name
    }

    /// How long it lasts, in words.
    pub fn lasts(&self) -> String {
        let many = |count: i32, what: &str| {
            if count == 1 { format!("1 {what} more") } else { format!("{count} {what}s more") }
        };
        match self.condition.until {
            Until::Ended if self.def.is_some_and(|def| def.dead) => "for good".to_owned(),
            Until::Ended if self.def.is_some_and(|def| def.stays) => "beyond this battle".to_owned(),
            Until::Ended => "until something ends it".to_owned(),
            Until::TurnStart => "until their next turn".to_owned(),
            Until::TurnEnd => "until their turn ends".to_owned(),
            Until::Seconds(count) => many(count, "second"),
            Until::Turns(count) => many(count, "turn"),
            Until::Rounds(count) => many(count, "round"),
            Until::Minutes(count) => many(count, "minute"),
        }
    }

    /// Who brought it about, where several could have.
    pub fn cause(&self, look: Look<'_>) -> Option<String> {
        let by = self.condition.by.filter(|by| look.knows_of(*by) && self.def.is_some_and(|def| def.by_each))?;
        Some(format!("by {}", look.name(by)))
    }
}

/// Whether somebody in these states is in one of them by another of them already.
pub fn is_brought(look: Look<'_>, of: &[Condition], state: ConditionName) -> bool {
    of.iter().any(|other| look.rules().brings(other.kind, state))
}

/// These states, the gravest first; what another of them brings comes after that.
pub fn sorted<'w>(look: Look<'w>, of: &'w [Condition]) -> Vec<State<'w>> {
    let known = |condition: &Condition| look.rules().conditions.get(&condition.kind).map(|def| &**def);
    let state = |condition: &'w Condition| {
        let def = known(condition);
        State { condition, def, sort: Sort::of(def), looks: &look.rules().looks }
    };
    let mut states: Vec<State<'w>> = of.iter().map(state).collect();
    states.sort_by_key(|state| (state.sort, is_brought(look, of, state.condition.kind)));
    states
}

/// These states as one sign each, however many parts or causes they have, with how many of them have that sign.
pub fn kinds<'w>(look: Look<'w>, of: &'w [Condition]) -> Vec<(State<'w>, usize)> {
    let mut seen: Vec<ConditionName> = Vec::new();
    let mut kinds: Vec<(State<'w>, usize)> = Vec::new();
    for state in sorted(look, of) {
        if seen.contains(&state.condition.kind) {
            continue;
        }
        seen.push(state.condition.kind);
        let sign = state.def.and_then(|def| def.sign.as_deref());
        let is_alike = |other: &State<'_>| {
            sign.is_some() && other.sort == state.sort && other.def.and_then(|def| def.sign.as_deref()) == sign
        };
        match kinds.iter_mut().find(|(other, _)| is_alike(other)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((state, 1)),
        }
    }
    kinds
}

/// A state: its sign on its plate; its first letter, if it has no sign that is known.
pub fn draw(painter: &Painter, state: &State<'_>, at: Pos2, radius: f32) {
    let plate = state.sort.plate();
    self::plate(painter, state.sort, at, radius);
    let name = state.def.and_then(|def| def.sign.as_deref());
    let ink = Color32::from_rgb(0xfb, 0xf4, 0xe4);
    if !name.is_some_and(|name| signs::state(painter, (state.looks, name), (at, radius * 0.76), (ink, plate))) {
        let letter = state.condition.kind.as_str().chars().next().unwrap_or('?').to_ascii_uppercase();
        let font = FontId::proportional((radius * 1.35).max(8.0));
        painter.text(at, Align2::CENTER_CENTER, letter, font, ink);
    }
}

/// The bare plate of a state: what hampers points down, what helps points up,
/// a stance is round.
pub fn plate(painter: &Painter, sort: Sort, at: Pos2, radius: f32) {
    let edge = Stroke::new((radius * 0.12).clamp(0.8, 2.0), Color32::from_rgb(0xfb, 0xf4, 0xe4));
    let corners = |way: f32| {
        let places = [(-0.92, -0.88), (0.92, -0.88), (0.98, 0.4), (0.0, 1.18), (-0.98, 0.4)];
        places.iter().map(|(x, y)| at + vec2(*x, *y * way) * radius).collect::<Vec<_>>()
    };
    let fill = sort.plate();
    painter.add(match sort {
        Sort::Out | Sort::Hampers => Shape::convex_polygon(corners(1.0), fill, edge),
        Sort::Helps => Shape::convex_polygon(corners(-1.0), fill, edge),
        Sort::Stance => Shape::Circle(bevy_egui::egui::epaint::CircleShape {
            center: at,
            radius: radius * 1.02,
            fill,
            stroke: edge,
        }),
    });
}

/// A state as an icon in a panel, so high.
pub fn icon(ui: &mut Ui, state: &State<'_>, height: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, state.condition.kind.as_str()));
    if ui.is_rect_visible(rect) {
        draw(ui.painter(), state, rect.center(), height * 0.42);
    }
    response
}

/// A state in words, beside its icon: what it is, what it does, how long it
/// lasts; with its rule where that can be looked up.
pub fn told(ui: &mut Ui, look: Look<'_>, state: &State<'_>, book: Option<&mut Book>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let height = ui.text_style_height(&bevy_egui::egui::TextStyle::Body);
        icon(ui, state, height + 2.0);
        ui.label(RichText::new(state.name()).color(state.sort.ink()).strong());
        let mut aside = vec![state.sort.word().to_owned()];
        aside.extend(state.cause(look));
        aside.push(state.lasts());
        ui.label(RichText::new(aside.join(", ")).small().color(theme::faint()));
        if let Some((book, def)) = book.zip(state.def) {
            book::link(ui, look, book, def.rule);
        }
    });
    if let Some(def) = state.def.filter(|def| !def.text.is_empty()) {
        ui.label(RichText::new(&def.text).small());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::trial;

    /// Promise: no token bears the same sign twice: of states that have it in common it is told how many they are.
    #[test]
    fn states_of_one_sign_are_one_sign_with_their_number() {
        trial::in_game("liberi_gothica", |look| {
            let of = ["immobile", "immobilized", "prone", "prone"].map(Condition::new);
            let told: Vec<(&str, usize)> =
                kinds(look, &of).iter().map(|(state, count)| (state.condition.kind.as_str(), *count)).collect();
            assert_eq!(told, [("immobile", 2), ("prone", 1)]);
        });
    }
}
