//! Colours and sizes of the window: constants for what is drawn on the field, functions for panels, which have the face of
//! the game that is shown.

mod letters;
mod panels;
mod sets;
mod severity;
mod shrunk;
mod widgets;

use std::cell::{Cell, RefCell};

use bevy_egui::egui::{
    Button, Color32, Context, FontFamily, FontId, Id, Response, RichText, Stroke, TextStyle, Ui, Vec2, WidgetInfo,
    WidgetType, vec2,
};

use self::widgets::{spacing, visuals};
use super::hovered;
use crate::looks::{Face, Shared, shipped};
pub use panels::Panels;
pub use sets::{Colours, Palette};
pub use shrunk::{
    LEAST_SIZE, cut, fitted, fitting, in_one_line, keeps_words, readable, share, shares, shrink, size_of,
};

/// The face of what belongs to no game.
const START: &str = "table";

/// The face of what belongs to no game.
pub fn start() -> Shared<Face> {
    shipped::face(START).unwrap_or_else(shipped::usual_face)
}

/// The plate of a victory: no side has such a colour.
pub const WON: Color32 = Color32::from_rgb(0x1e, 0x5c, 0x38);
/// The plate of a defeat.
pub const LOST: Color32 = Color32::from_rgb(0x45, 0x3c, 0x48);
/// Ink on the board.
pub const INK: Color32 = Color32::from_rgb(0x2b, 0x26, 0x20);
/// Open ground.
pub const GROUND: Color32 = Color32::from_rgb(0xe6, 0xdc, 0xc3);
/// What is light on the board.
pub const PAPER: Color32 = Color32::from_rgb(0xf7, 0xf1, 0xe3);
/// Borders between named parts of the field.
pub const ZONE: Color32 = Color32::from_rgb(0x00, 0x9e, 0x73);
/// The plate of nerves that hold.
pub const NERVE: Color32 = Color32::from_rgb(0x3d, 0x52, 0x6e);
/// A way that may be gone.
pub const WAY: Color32 = Color32::from_rgb(0x00, 0x4a, 0x86);
/// Whoever is aimed at.
pub const AIM: Color32 = Color32::from_rgb(0xff, 0x6a, 0x1f);
/// The plate of a word that takes somebody out.
pub const OUT: Color32 = Color32::from_rgb(0x9c, 0x1c, 0x14);
/// A wound on a token.
pub const BLOOD: Color32 = Color32::from_rgb(0xc0, 0x1f, 0x1a);
/// Squares that are out of sight.
pub const UNSEEN: Color32 = Color32::from_rgb(0x12, 0x12, 0x14);
/// What lies over them.
pub const SHADE: Color32 = Color32::from_black_alpha(0x78);
/// Whoever acts.
pub const ACTIVE: Color32 = Color32::from_rgb(0xf2, 0xc1, 0x4e);
/// The plate of the sign of such a thing.
pub const STANCE_PLATE: Color32 = Color32::from_rgb(0x00, 0x72, 0xb2);
/// Something bad.
pub const BAD: Color32 = Color32::from_rgb(0xe0, 0x6c, 0x5b);
/// Something good.
pub const GOOD: Color32 = Color32::from_rgb(0x7f, 0xbf, 0x7b);

/// Whether the window is small for the size of its text.
pub fn is_cramped(ui: &Ui) -> bool {
    ui.ctx().content_rect().width() < 50.0 * TextStyle::Body.resolve(ui.style()).size
}

/// How large text is beside its usual size: what holds text grows as it does.
pub fn scale(context: &Context) -> f32 {
    context.global_style().text_styles.get(&TextStyle::Body).map_or(1.0, |font| font.size / 14.0)
}

/// One colour over another, this strongly. Mixed here and not by the card,
/// which mixes lights where people expect paints.
pub fn over(under: Color32, colour: Color32, strength: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * strength).round() as u8;
    Color32::from_rgb(mix(under.r(), colour.r()), mix(under.g(), colour.g()), mix(under.b(), colour.b()))
}

/// The grade of what could not be worse.
pub const WORST: i32 = 4;

/// What comes of a deed, by how bad it is: from 1, the mildest, on.
pub fn outcome(grade: i32) -> Color32 {
    outcomes(&[grade]).first().copied().unwrap_or(BAD)
}

/// The same of several things that may come of one deed, the mildest first: no two of them look alike.
pub fn outcomes(grades: &[i32]) -> Vec<Color32> {
    severity::places(grades).into_iter().map(|place| severity::tone(place, chosen())).collect()
}

/// A state that does no harm by itself: what somebody is brought into.
pub fn brought() -> Color32 {
    severity::state(chosen())
}

thread_local! {
    /// The set that this thread draws with. A thread draws one screen at a time, and says so at its start.
    static CHOSEN: Cell<Colours> = const { Cell::new(Colours::Usual) };
    /// The face whose colours the sides have.
    static FACE: RefCell<Option<Shared<Face>>> = const { RefCell::new(None) };
}

/// The set of colours that is drawn with.
pub fn chosen() -> Colours {
    CHOSEN.get()
}

/// Its colours.
pub fn colours() -> &'static Palette {
    chosen().palette()
}

/// The colour of a side: in the usual set that of the face.
pub fn side(number: u8) -> Color32 {
    FACE.with_borrow(|face| painted(face.as_deref(), number))
}

/// The same in a battle of a game that has this face, whatever is drawn around it.
pub fn side_of(face: &Face, number: u8) -> Color32 {
    painted((chosen() == Colours::Usual).then_some(face), number)
}

fn painted(face: Option<&Face>, number: u8) -> Color32 {
    let of_face = face.and_then(|face| face.sides.get(usize::from(number)).copied());
    of_face.map_or_else(|| colours().side(number), panels::paint)
}

thread_local! {
    /// The panels that this thread draws, in the same way.
    static PANELS: Cell<Option<Panels>> = const { Cell::new(None) };
    /// The size of text, the set of colours and the face that were put on last.
    static WORN: RefCell<Option<(u32, Colours, Shared<Face>)>> = const { RefCell::new(None) };
}

/// The panels that are drawn.
pub fn panels() -> Panels {
    PANELS.get().unwrap_or_else(|| Panels::of(&start(), Colours::Usual))
}

/// Behind writing.
pub fn back() -> Color32 {
    panels().back
}

/// Buttons and cards.
pub fn raised() -> Color32 {
    panels().raised
}

/// What is chosen of them.
pub fn picked() -> Color32 {
    panels().chosen
}

/// The ground of what lies inside a panel.
pub fn sunken() -> Color32 {
    panels().sunken
}

/// Lines between them.
pub fn line() -> Color32 {
    panels().line
}

/// Writing.
pub fn ink() -> Color32 {
    panels().ink
}

/// Writing of less weight.
pub fn faint() -> Color32 {
    panels().faint
}

/// Writing on what cannot be used now.
pub fn idle() -> Color32 {
    panels().idle
}

/// What matters most.
pub fn accent() -> Color32 {
    panels().accent
}

/// What goes well.
pub fn good() -> Color32 {
    panels().good
}

/// What goes badly.
pub fn bad() -> Color32 {
    panels().bad
}

/// What somebody does of their own will.
pub fn stance() -> Color32 {
    panels().stance
}

/// The same colour, or one near it that can be read on a panel.
pub fn legible(colour: Color32) -> Color32 {
    panels().legible(colour)
}

/// The type of headings of these panels, once it is there.
pub fn family(ui: &Ui, panels: &Panels) -> FontFamily {
    let family = panels.heading();
    let is_there = ui.fonts(|fonts| fonts.definitions().families.contains_key(&family));
    if is_there { family } else { FontFamily::Proportional }
}

/// The paper of a face: what is seen of a field before it is painted.
pub fn paper(face: &Face) -> Color32 {
    panels::paint(face.paper.colour)
}

/// How high words are in this style where they are as wide as there is room.
pub fn high(ui: &Ui, words: &str, style: TextStyle) -> f32 {
    let font = style.resolve(ui.style());
    ui.painter().layout(words.to_owned(), font, ink(), ui.available_width()).size().y
}

/// How wide words are in this style, in one line.
pub fn wide(ui: &Ui, words: &str, style: TextStyle) -> f32 {
    ui.painter().layout_no_wrap(words.to_owned(), style.resolve(ui.style()), ink()).size().x
}

/// Points that grow as text does.
pub fn em(ui: &Ui, points: f32) -> f32 {
    points * scale(ui.ctx())
}

/// Text of this size, as large beside the rest as the settings make everything.
pub fn sized(ui: &Ui, text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).size(em(ui, size))
}

/// The same in the type of headings.
pub fn titled(ui: &Ui, text: impl Into<String>, size: f32) -> RichText {
    let panels = panels();
    RichText::new(text).font(FontId::new(em(ui, size) * panels.grown(), family(ui, &panels)))
}

/// The button that matters most on a page, as wide as this.
pub fn main_button(ui: &mut Ui, text: &str, width: f32, enabled: bool) -> Response {
    main_button_of(ui, text, vec2(width, em(ui, 42.0)), enabled)
}

/// The same of this size.
pub fn main_button_of(ui: &mut Ui, text: &str, size: Vec2, enabled: bool) -> Response {
    let panels = panels();
    // What cannot be pressed lies flat, and is grey, not pale: its words can be read.
    let (fill, ink) = if enabled { (panels.plate, panels.on_plate) } else { (Color32::TRANSPARENT, panels.faint) };
    let text = titled(ui, text, 18.0).color(ink);
    let button = Button::new(text).fill(fill).corner_radius(panels.round).truncate();
    let button = if enabled { button } else { button.stroke(Stroke::new(1.0, line())) };
    ui.scope(|ui| {
        ui.visuals_mut().disabled_alpha = 1.0;
        ui.add_enabled_ui(enabled, |ui| ui.add_sized(size, button)).inner
    })
    .inner
}

/// What a field is called where it is heard, whatever stands in it.
pub fn called(field: &Response, words: &str) {
    field.ctx.accesskit_node_builder(field.id, |node| node.set_label(words));
}

/// A button that shows a sign, and is called by words where it is heard; `more`: what its tip says besides.
pub fn sign(ui: &mut Ui, enabled: bool, sign: &str, words: &str, more: &str) -> Response {
    let button = ui.add_enabled(enabled, Button::new(sign));
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, words));
    hovered::tell(button, ui, &format!("{words}{more}"))
}

/// The look of the panels, with text of so many hundredths of its usual size, in a set of colours and a face.
pub fn dress(context: &Context, text: u32, colours: Colours, face: &Shared<Face>) {
    CHOSEN.set(colours);
    let before = WORN.replace(Some((text, colours, face.clone())));
    let is_worn = before.is_some_and(|(_, of, worn)| of == colours && worn == *face);
    let panels = PANELS.get().filter(|_| is_worn).unwrap_or_else(|| Panels::of(face, colours));
    PANELS.set(Some(panels));
    FACE.set((colours == Colours::Usual).then(|| face.clone()));
    let has_type = letters::bring(context);
    let worn = Id::new("the look of the panels");
    let wears = (text, panels, has_type);
    if context.data(|data| data.get_temp(worn)) == Some(wears) {
        return;
    }
    context.data_mut(|data| data.insert_temp(worn, wears));
    context.set_visuals(visuals(&panels));
    context.global_style_mut(|style| {
        let scale = text as f32 / 100.0;
        let size = |size: f32| FontId::new(size * scale, FontFamily::Proportional);
        style.text_styles.insert(TextStyle::Body, size(14.0));
        style.text_styles.insert(TextStyle::Button, size(14.0));
        style.text_styles.insert(TextStyle::Small, size(12.0));
        style.text_styles.insert(TextStyle::Monospace, FontId::new(13.0 * scale, FontFamily::Monospace));
        let heading = if has_type { panels.heading() } else { FontFamily::Proportional };
        let grown = panels.grown();
        style.text_styles.insert(TextStyle::Heading, FontId::new(18.0 * grown * scale, heading));
        style.spacing = spacing(scale, &panels);
        style.interaction.selectable_labels = false;
        // What comes up can be read at once.
        style.animation_time = 0.05;
    });
}

/// Draws what belongs to a game in its face, if it has one, over a page of another.
pub fn in_face(context: &Context, face: Option<&Shared<Face>>, draw: impl FnOnce()) {
    let (Some((text, colours, page)), Some(face)) = (WORN.with_borrow(Clone::clone), face) else {
        draw();
        return;
    };
    dress(context, text, colours, face);
    draw();
    dress(context, text, colours, &page);
}

/// Draws another page: what is worn on this one is worn again afterwards.
pub fn aside<T>(draw: impl FnOnce() -> T) -> T {
    let (colours, panels) = (CHOSEN.get(), PANELS.get());
    let (face, worn) = (FACE.with_borrow(Clone::clone), WORN.with_borrow(Clone::clone));
    let drawn = draw();
    CHOSEN.set(colours);
    PANELS.set(panels);
    FACE.set(face);
    WORN.set(worn);
    drawn
}
