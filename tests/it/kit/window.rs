//! The window without a window: a screen, and somebody who sits before it.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use bevy::ecs::component::Mutable;
use bevy::prelude::{Entity, Resource, World};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Key, Pos2, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use sortie::ai::Mind;
use sortie::battle::{Choice, Order};
use sortie::board::Square;
use sortie::overlay::{
    FieldView, Hand, Kind, LogPanel, Offers, Opening, Pace, Preferences, Screen, Sheet, Slot, Speed, Wish, Wishes,
};
use sortie::rulebook::{Player, Scenario};

/// What the button of a choice reads.
pub use sortie::overlay::said;

use super::{Battle, library, scenario};

/// A page as large as players' are.
pub const PAGE: [f32; 2] = [1360.0, 860.0];
/// The smallest page that all must fit on.
pub const SMALL: [f32; 2] = [1024.0, 640.0];
/// No lesson has more dice.
const DICE: usize = 999;
/// Between two frames.
pub const FRAME: Duration = Duration::from_millis(16);

/// A window that is looked at and worked by a test.
pub struct Window(Harness<'static, Screen>);

impl Deref for Window {
    type Target = Harness<'static, Screen>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Window {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A battle on the screen, played as its file says.
pub fn opened(scenario: Scenario, seed: u64) -> Screen {
    Screen::new(Opening::of(library(), scenario, seed))
}

/// A battle whose sides are played by these.
pub fn seated(name: &str, players: &[Player], seed: u64) -> Screen {
    let mut scenario = scenario(name);
    scenario.players.copy_from_slice(players);
    opened(scenario, seed)
}

/// A battle in which people play every side, so that nothing moves by itself.
pub fn by_people(name: &str, seed: u64) -> Screen {
    let mut scenario = scenario(name);
    scenario.players.fill(Player::Human);
    opened(scenario, seed)
}

/// The same after these orders: where it stands hangs on its rules and its dice, and not on what a computer would choose.
pub fn after(name: &str, seed: u64, orders: &[&str]) -> Screen {
    let mut screen = by_people(name, seed);
    screen.say(orders);
    screen
}

/// The battle of a lesson after these orders: its dice fall as it says.
pub fn in_lesson(ruleset: &str, id: &str, orders: &[&str]) -> Screen {
    let lessons = library().lessons(ruleset).unwrap();
    let lesson = lessons.iter().find(|lesson| lesson.id == id).unwrap_or_else(|| panic!("no lesson {id}"));
    after(&Scenario::name_of_tried(lesson, DICE), 1, orders)
}

/// A battle that the computer has played to its end for all people.
pub fn ended(name: &str, seed: u64) -> Screen {
    let mut screen = by_people(name, seed);
    (screen.edit::<Pace>().auto, screen.edit::<Pace>().fast) = (true, true);
    for _ in 0..6_000 {
        if screen.end().is_some() {
            return screen;
        }
        screen.act(Duration::from_millis(400));
    }
    panic!("{name} does not end");
}

/// The start screen; nothing has been chosen yet.
pub fn at_the_start() -> Screen {
    Screen::new(Opening { scenario: None, ..Opening::of(library(), scenario("scale_toughness/even"), 3) })
}

/// A window that does at once what is wished for.
pub fn window(screen: Screen) -> Window {
    sized(screen, PAGE, FRAME)
}

/// The same, once all in it has come to rest.
pub fn at_rest(screen: Screen) -> Window {
    let mut window = window(screen);
    window.run();
    window
}

/// The same, where nothing is shown move by move.
pub fn at_once(mut screen: Screen) -> Window {
    screen.edit::<Preferences>().speed = Speed::AtOnce;
    at_rest(screen)
}

/// A window of this size, in which so much time goes by with each frame.
pub fn sized(screen: Screen, size: [f32; 2], passed: Duration) -> Window {
    framed(screen, size, move |_, screen| screen.act(passed))
}

/// A window in which this is done after each frame.
pub fn framed(screen: Screen, size: [f32; 2], after: impl FnMut(&mut Ui, &mut Screen) + 'static) -> Window {
    drawn(screen, size, 0.25, after)
}

/// A window whose frames follow each other as fast as on a screen.
pub fn at_speed(screen: Screen) -> Window {
    drawn(screen, PAGE, FRAME.as_secs_f32(), |_, screen| screen.act(FRAME))
}

/// A window with so many seconds between two frames, in which this is done after each of them.
fn drawn(
    mut screen: Screen,
    size: [f32; 2],
    seconds: f32,
    mut after: impl FnMut(&mut Ui, &mut Screen) + 'static,
) -> Window {
    // Ground and tokens are the scene's.
    screen.edit::<FieldView>().staged = true;
    let app = move |ui: &mut Ui, screen: &mut Screen| {
        screen.show(ui);
        after(ui, screen);
    };
    Window(Harness::builder().with_size(size).with_max_steps(80).with_step_dt(seconds).build_ui_state(app, screen))
}

/// Whatever can be pressed, chosen or filled in has a name for those who hear the screen: words, not a sign that only eyes
/// read, and not the value that it has at the moment.
pub fn named(harness: &Window, place: &str) {
    let pressed =
        [Role::Button, Role::CheckBox, Role::RadioButton, Role::ComboBox, Role::Link, Role::Tab, Role::Switch];
    let filled = [Role::Slider, Role::SpinButton, Role::TextInput, Role::MultilineTextInput, Role::SearchInput];
    let mut seen = 0;
    for node in harness.query_all_by(|node| pressed.contains(&node.role()) || filled.contains(&node.role())) {
        let access = node.accesskit_node();
        let value = || access.value().filter(|_| pressed.contains(&access.role()));
        let hint = || access.placeholder().map(str::to_owned);
        let name = access.label().or_else(value).or_else(hint).unwrap_or_default();
        let is_word = name.chars().any(char::is_alphanumeric);
        assert!(is_word, "{place}: {:?} is called `{name}` at {:?}", access.role(), node.rect());
        seen += 1;
    }
    assert!(seen > 3, "{place}: only {seen} can be pressed");
}

/// Nothing that has a name lies beyond the sides of a page.
pub fn within(harness: &Window, size: [f32; 2], place: &str) {
    for node in harness.query_all_by(|node| node.label().is_some() || node.value().is_some()) {
        let rect = node.rect();
        let access = node.accesskit_node();
        let name = access.label().or_else(|| access.value()).unwrap_or_default();
        assert!(rect.left() >= -1.0 && rect.right() <= size[0] + 1.0, "{place}: `{name}` at {rect:?}");
    }
}

impl Battle for Screen {
    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn id(&self) -> Entity {
        self.battle().expect("a battle has begun")
    }
}

impl Battle for Window {
    fn world(&self) -> &World {
        &self.state().world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.state_mut().world
    }

    fn id(&self) -> Entity {
        self.state().id()
    }
}

/// What somebody before the window sees and does; each deed is followed by frames until all has come to rest.
impl Window {
    /// What a panel keeps.
    pub fn edit<R: Resource<Mutability = Mutable>>(&mut self) -> &mut R {
        self.state_mut().edit()
    }

    /// Wishes for something.
    pub fn wish(&mut self, wish: Wish) {
        self.edit::<Wishes>().wish = Some(wish);
        self.run();
    }

    /// Clicks on what bears this label.
    pub fn press(&mut self, label: &str) {
        self.get_by_label(label).click();
        self.run();
    }

    /// Clicks on what bears this label in the menu.
    pub fn choose(&mut self, label: &str) {
        self.press("Menu");
        self.press(label);
    }

    /// Draws out the log and the sheet of a fighter.
    pub fn draw_out(&mut self) {
        self.edit::<LogPanel>().open = true;
        self.edit::<Sheet>().open = true;
        self.run();
    }

    /// The slots of the bar as it was drawn last, and which of these choices lie in each.
    pub fn bar(&mut self, choices: &[Choice]) -> Vec<Slot> {
        self.edit::<Offers>().bar.filled(choices)
    }

    /// Uses the slot of the bar that holds this choice, and what lies in it if it opens: as one does by mouse, and once more
    /// where that is asked for.
    pub fn use_slot(&mut self, order: &Order, text: &str) -> bool {
        let choices = self.now().choices();
        let all = self.bar(&choices);
        let holds = |slot: &Slot| slot.choices.iter().any(|at| choices[*at].order == *order);
        let Some(slot) = all.iter().find(|slot| holds(slot)) else { return false };
        let before = self.made().len();
        let title = slot.title(&choices);
        let Some(at) = self.query_all_by_label(&title).last().map(|node| node.rect().center()) else { return false };
        self.point_at(at);
        self.click_at(at);
        if self.made().len() == before && self.edit::<Hand>().sure.is_some() {
            self.click_at(at);
        }
        // Attacks that share a slot lie in a list, each in a row of its own.
        if slot.kind == Kind::Attacks {
            let rows = slot.apart(&choices);
            let Some(row) = rows.iter().find(|row| holds(row)) else { return false };
            let title = row.title(&choices);
            let Some(at) = self.query_all_by_label(&title).last().map(|node| node.rect().center()) else {
                return false;
            };
            self.click_at(at);
        }
        if self.edit::<Hand>().deed.as_ref() == Some(order) || self.made().len() > before {
            return true;
        }
        let found = self.query_all_by_label(text).last().map(|node| node.rect().center());
        let Some(at) = found else { return false };
        self.click_at(at);
        if self.made().len() == before && self.edit::<Hand>().sure.is_some() {
            self.click_at(at);
        }
        true
    }

    /// Scrolls to what bears this label.
    pub fn scroll_to(&mut self, label: &str) {
        self.get_by_label(label).scroll_to_me();
        self.run();
    }

    /// Presses a key.
    pub fn key(&mut self, key: Key) {
        self.key_press(key);
        self.run();
    }

    /// Where the middle of a square lies on the page.
    pub fn place_of(&mut self, square: Square) -> Pos2 {
        self.edit::<FieldView>().place_of(square).expect("the board has been drawn")
    }

    /// Moves the pointer there.
    pub fn point_at(&mut self, at: Pos2) {
        self.hover_at(at);
        self.run();
    }

    /// Lets time go by as long as something is at work beside the window.
    pub fn wait_while(&mut self, is_at_work: impl Fn(&mut Self) -> bool) {
        let begun = Instant::now();
        while is_at_work(self) {
            assert!(begun.elapsed() < Duration::from_secs(240), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
            self.step();
        }
    }

    /// Points at a square, clicks there and tells where that is.
    pub fn click_square(&mut self, square: Square) -> Pos2 {
        let at = self.place_of(square);
        self.point_at(at);
        self.click_at(at);
        at
    }

    /// Gives what the computer would answer, and looks at each frame in which what comes of it is being shown.
    pub fn watch(&mut self, mind: &mut Mind, mut seen: impl FnMut(&mut Self)) {
        let order = mind.decide(self.now());
        self.edit::<Wishes>().order = order;
        self.run_steps(1);
        for _ in 0..400 {
            self.run_steps(1);
            if !self.edit::<Pace>().shows() {
                break;
            }
            seen(self);
        }
    }

    /// Clicks there.
    pub fn click_at(&mut self, at: Pos2) {
        self.drag_at(at);
        self.drop_at(at);
        self.run();
    }

    /// Whether something bears this label.
    pub fn shows(&self, label: &str) -> bool {
        self.query_all_by_label(label).next().is_some()
    }

    /// Whether something bears a label with these words in it.
    pub fn names(&self, words: &str) -> bool {
        self.query_all_by_label_contains(words).next().is_some()
    }

    /// Whether what bears this label is greyed.
    pub fn is_grey(&self, label: &str) -> bool {
        self.get_by_label(label).accesskit_node().is_disabled()
    }
}
