//! The page of a browser that this program is: what its address asks for, and whom faults are told. `web/index.html` is the other
//! half; it shows what is thrown, and that loading it again helps.

use std::panic;

use js_sys::{Array, Function, Reflect, Uint8Array, global};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Faults are told to the console of the browser: there is nothing else that outlives them.
pub fn begin() {
    panic::set_hook(Box::new(|fault| web_sys::console::error_1(&JsValue::from_str(&fault.to_string()))));
}

/// What stands behind the `#` of the address.
pub fn link() -> Option<String> {
    web_sys::window()?.location().hash().ok().filter(|link| !link.is_empty())
}

/// The address without that, for links to be given to others.
pub fn address() -> Option<String> {
    let whole = web_sys::window()?.location().href().ok()?;
    Some(whole.split_once('#').map_or(whole.as_str(), |(before, _)| before).to_owned())
}

/// Gives a file to whoever sits before the page: the browser keeps it where it keeps what comes from elsewhere.
///
/// # Errors
/// When the page cannot do that.
pub fn give(name: &str, bytes: &[u8]) -> Result<(), String> {
    called("sortie_give", &[name.into(), Uint8Array::from(bytes).into()]).map(drop)
}

/// The files that were dropped onto the page since this was asked last, by their paths; or why they are not taken.
pub fn dropped() -> Option<crate::machine::Handed> {
    let all = called("sortie_dropped", &[]).ok().filter(JsValue::is_truthy)?;
    if let Some(why) = all.as_string() {
        return Some(Err(why));
    }
    let file = |file: JsValue| {
        let file: Array = file.dyn_into().ok()?;
        Some((file.get(0).as_string()?, file.get(1).dyn_into::<Uint8Array>().ok()?.to_vec()))
    };
    Some(Ok(all.dyn_into::<Array>().ok()?.iter().filter_map(file).collect()))
}

/// Has the page call `wake` once files were dropped onto it: a program at rest asks for them hardly ever.
pub fn wakes(wake: impl FnMut() + 'static) {
    let wake = Closure::<dyn FnMut()>::new(wake).into_js_value();
    // Where that cannot be, files are taken with the next picture.
    let _ = Reflect::set(&global(), &"sortie_wake".into(), &wake);
}

/// Tells the page that there is nothing to show.
pub fn give_up(why: &str) -> ! {
    wasm_bindgen::throw_str(why)
}

/// Has a worker do an errand. What it tells comes to `hear`; a text that is no news says that it has broken down.
///
/// # Errors
/// When the page has no workers.
pub fn employ(errand: &str, mut hear: impl FnMut(String) + 'static) -> Result<u32, String> {
    let hear = move |told: JsValue| hear(told.as_string().unwrap_or_default());
    let hear = Closure::<dyn FnMut(JsValue)>::new(hear).into_js_value();
    let worker = called("sortie_employ", &[errand.into(), hear])?.as_f64();
    worker.map(|number| number as u32).ok_or_else(|| "this page has no workers".to_owned())
}

/// Sends a worker away.
pub fn dismiss(worker: u32) {
    // One that has gone by itself is away, too.
    let _ = called("sortie_dismiss", &[worker.into()]);
}

/// The errand of this program, where it runs in a worker.
pub fn errand() -> Option<String> {
    Reflect::get(&global(), &"sortie_errand".into()).ok()?.as_string()
}

/// Tells of it to whoever waits for it.
pub fn tell(news: &str) {
    // A page that has gone does not listen any more.
    let _ = called("sortie_tell", &[news.into()]);
}

/// Calls what `web/index.html` and `web/worker.js` have for this program.
fn called(name: &str, with: &[JsValue]) -> Result<JsValue, String> {
    let told = |why: JsValue| format!("{name}: {why:?}");
    let function = Reflect::get(&global(), &name.into()).map_err(told)?;
    let function: Function = function.dyn_into().map_err(told)?;
    function.apply(&JsValue::NULL, &with.iter().collect()).map_err(told)
}
