//! What a frame of the window costs us: all panels laid out, all layers drawn, wishes granted, the scene brought in line;
//! without the graphics card. Beside it how often the card would be told to draw.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use bevy::app::{App, TaskPoolPlugin};
use bevy::asset::{AssetApp, AssetPlugin, Assets};
use bevy::camera::ClearColor;
use bevy::image::Image;
use bevy::mesh::{Mesh, Mesh2d};
use bevy::sprite::Sprite;
use bevy::sprite_render::ColorMaterial;
use bevy::transform::components::Transform;
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{Context, Event, Pos2, RawInput, Rect, Vec2, pos2, vec2};
use sortie::battle::{Fighter, Id, SideId};
use sortie::board::{Board, Square};
use sortie::overlay::{FieldView, Layer, Layers, Opening, Screen};
use sortie::rulebook::{Library, Player};
use sortie::scene::ScenePlugin;

use crate::Outcome;
use crate::measure::{Book, Promise};

const GROUP: &str = "window";
/// The page that is drawn on.
const PAGE: Vec2 = vec2(1360.0, 860.0);
/// As often as the card is told to draw for one frame at most: for the scene, and for all that lies over it.
const DRAWS: (usize, usize) = (16, 120);
/// Nobody waits longer for what is told of somebody they point at, in nanoseconds.
const TOLD: f64 = 50e6;
/// Between two frames.
const FRAME: Duration = Duration::from_millis(16);

/// Measures the frames.
pub fn figures(book: &mut Book) -> Outcome {
    for (id, count, width, height, most) in [("18", 40, 60, 40, 4e6), ("19", 2_000, 256, 256, 12e6)] {
        let of = format!("{count} combatants on {width}x{height}, all layers");
        let mut page = Page::new(count, (width, height))?;
        let rest = format!("a frame: {of}");
        book.figure(&format!("{id}a"), GROUP, &rest, Promise::within(most)).ours(|| page.frame(false));
        let moved = "the same, the pointer goes from square to square";
        book.figure(&format!("{id}b"), GROUP, moved, Promise::within(most)).ours(|| page.frame(true));
        let told = "the first frame in which an enemy is pointed at";
        book.figure(&format!("{id}c"), GROUP, told, Promise::within(TOLD)).ours(|| page.point());
        let (scene, overlay) = page.draws();
        book.note(&format!("{of}: {scene} draw calls of the scene, {overlay} of the overlay"));
        if scene > DRAWS.0 || overlay > DRAWS.1 {
            return Err(format!("{of}: {scene} and {overlay} draw calls, not at most {DRAWS:?}").into());
        }
    }
    Ok(())
}

/// A screen and what it is drawn with.
struct Page {
    context: Context,
    screen: Screen,
    scene: App,
    frames: u32,
    shapes: Vec<ClippedShape>,
}

impl Page {
    /// Half of so many combatants on each side of a field, in ranks that face each other.
    fn new(count: usize, (width, height): (i64, i64)) -> Result<Self, Box<dyn Error>> {
        let library = Library::open(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets"));
        let mut scenario = library.scenario("gate").map_err(|problems| format!("{problems:?}"))?;
        let mut setup = (*scenario.setup).clone();
        let ground = setup.board.terrains.clone();
        let mut board = Board::open(width, height, ground.first().cloned().ok_or("no ground")?)?;
        board.terrains = ground;
        let kinds = board.terrains.len() as i32;
        let scattered = |x: i32, y: i32| (x * 7 + y * 13) % 41 == 0;
        for y in 0..board.height() {
            for x in (0..board.width()).filter(|x| scattered(*x, y)) {
                if let Some(cell) = board.cell_mut(Square::new(x, y)) {
                    cell.terrain = ((x + y) % kinds) as u8;
                }
            }
        }
        let middle = Square::new(board.width() / 2, board.height() / 2);
        let deep = ((count as f64 / 4.0).sqrt().ceil() as i32).max(1);
        let models = setup.fighters.clone();
        setup.fighters = (0..count)
            .map(|index| {
                let (side, row) = (index % 2, (index / 2) as i32);
                let (rank, file) = (row % deep, row / deep);
                let ahead = if side == 0 { -1 - rank } else { rank };
                let at = Square::new(middle.x + ahead, middle.y - count as i32 / deep / 4 + file);
                let of_side: Vec<&Fighter> = models.iter().filter(|model| usize::from(model.side.0) == side).collect();
                let model = of_side[(index / 2) % of_side.len()];
                Fighter::new(format!("{} {index}", model.profile.name), SideId(side as u8), model.profile.clone(), at)
            })
            .collect();
        setup.fighters.retain(|fighter| board.terrain(fighter.at).is_some_and(|terrain| terrain.cost > 0));
        setup.arranged = Some((0..).map(Id).take(setup.fighters.len()).collect());
        setup.things.clear();
        setup.board = Arc::new(board);
        scenario.setup = Arc::new(setup);
        scenario.players.fill(Player::Human);
        let mut screen = Screen::new(Opening::of(library, scenario, 1));
        *screen.edit::<Layers>() = Layers::of(&Layer::ALL);
        screen.edit::<FieldView>().staged = true;
        let mut page = Self { context: Context::default(), screen, scene: scene(), frames: 0, shapes: Vec::new() };
        // Fonts, sizes and pictures are there after a few.
        (0..40).for_each(|_| page.frame(true));
        Ok(page)
    }

    /// One frame, with the pointer on the field.
    fn frame(&mut self, moves: bool) {
        self.frames += u32::from(moves);
        let along = (self.frames % 40) as f32 * 9.0;
        self.drawn(pos2(480.0 + along, 330.0 + along * 0.3));
    }

    /// A frame in which an enemy is pointed at who is near but out of reach; nothing is known beforehand.
    fn point(&mut self) {
        let near = self.screen.look().and_then(|look| {
            let own = look.footprint(look.asked()?);
            let mut foes = look.foes(look.asked()?).map(|foe| look.footprint(foe));
            foes.find(|body| (3..8).contains(&body.gap(own))).map(|body| body.at)
        });
        let view = self.screen.edit::<FieldView>();
        view.foresees = true;
        let at = near.and_then(|square| view.place_of(square)).unwrap_or(pos2(480.0, 330.0));
        self.screen.decided();
        self.drawn(at);
    }

    fn drawn(&mut self, pointer: Pos2) {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, PAGE)),
            events: vec![Event::PointerMoved(pointer)],
            predicted_dt: FRAME.as_secs_f32(),
            ..RawInput::default()
        };
        let screen = &mut self.screen;
        let mut output = self.context.run_ui(input, |ui| screen.show(ui));
        output.textures_delta.clear();
        self.shapes = output.shapes;
        self.screen.act(FRAME);
        self.scene.insert_resource(self.screen.stage());
        self.scene.update();
    }

    /// How often the card is told to draw for a frame: sprites of one texture that follow each other are drawn at once, and so
    /// is each mesh of the scene and of the overlay.
    fn draws(&mut self) -> (usize, usize) {
        let world = self.scene.world_mut();
        let mut sprites = world.query::<(&Sprite, &Transform)>();
        let mut sprites: Vec<_> =
            sprites.iter(world).map(|(sprite, at)| (at.translation.z, sprite.image.id())).collect();
        sprites.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        sprites.dedup_by_key(|(_, image)| *image);
        let meshes = world.query::<&Mesh2d>().iter(world).count();
        let overlay = self.context.tessellate(std::mem::take(&mut self.shapes), 1.0).len();
        (sprites.len() + meshes, overlay)
    }
}

/// The scene without anything that draws it.
fn scene() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()));
    app.init_asset::<Image>().init_asset::<Mesh>().init_resource::<ClearColor>();
    app.insert_resource(Assets::<ColorMaterial>::default()).add_plugins(ScenePlugin);
    app
}
