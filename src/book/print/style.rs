//! The dress of a printed rulebook: the colours of its game on a cover, dark writing on white for all that is read.

use crate::looks::{Colour, Face, Type};

/// The writing and the paper of all pages but the cover.
const INK: &str = "#1b1a18";
const PAPER: &str = "#ffffff";

/// A colour as a style writes it.
pub(super) fn hex(colour: Colour) -> String {
    let [red, green, blue] = colour.0;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Two colours mixed: 0 is the first, 1 the second.
pub(super) fn mixed(one: Colour, other: Colour, share: f32) -> Colour {
    let mut parts = [0; 3];
    for (part, (from, to)) in parts.iter_mut().zip(one.0.into_iter().zip(other.0)) {
        *part = (f32::from(from) + (f32::from(to) - f32::from(from)) * share.clamp(0.0, 1.0)).round() as u8;
    }
    Colour(parts)
}

/// White and black.
pub(super) const WHITE: Colour = Colour([255; 3]);
pub(super) const BLACK: Colour = Colour([0; 3]);

/// The same colour, so dark that it can be read on white.
pub(super) fn legible(colour: Colour) -> Colour {
    let steps = (0..=20).map(|step| mixed(colour, BLACK, step as f32 / 20.0));
    let mut dark = steps.filter(|dark| dark.contrast(WHITE) >= 4.8);
    dark.next().unwrap_or(BLACK)
}

/// The whole style.
pub(super) fn sheet(face: &Face) -> String {
    let panels = &face.panels;
    let (serif, sans) = ("Georgia, 'Times New Roman', serif", "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif");
    let headings = match panels.headings {
        Type::Serif | Type::Display | Type::Carved => serif,
        Type::Sans | Type::Poster => sans,
    };
    let case = if panels.headings == Type::Poster { "uppercase" } else { "none" };
    let accent = hex(legible(panels.accent));
    let (back, ink, faint, line) = (hex(panels.back), hex(panels.ink), hex(panels.faint), hex(panels.accent));
    format!(
        ":root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
html {{ font-size: 17px; -webkit-text-size-adjust: 100%; }}
body {{ margin: 0; background: {PAPER}; color: {INK}; font-family: {serif}; line-height: 1.55; overflow-wrap: break-word; }}
main, nav, footer {{ max-width: 44rem; margin: 0 auto; padding: 0 1.1rem; }}
h1, h2, h3, h4 {{ font-family: {headings}; line-height: 1.2; break-after: avoid; }}
h1, h2 {{ text-transform: {case}; }}
h2 {{ font-size: 1.7rem; margin: 3.5rem 0 0.4rem; border-bottom: 3px solid {accent}; padding-bottom: 0.2rem; }}
h3 {{ font-size: 1.25rem; margin: 2.2rem 0 0.5rem; }}
h4, .rule > h3 {{ font-size: 1.1rem; margin: 0 0 0.2rem; }}
a {{ color: {accent}; }}
a:focus-visible {{ outline: 3px solid {accent}; outline-offset: 2px; }}
.cover {{ background: {back}; color: {ink}; padding: 4rem 1.2rem 3rem; text-align: center; border-bottom: 6px solid {line}; }}
.cover h1 {{ font-size: 2.8rem; margin: 0.3rem auto 0.8rem; max-width: 40rem; }}
.cover p {{ max-width: 36rem; margin: 0.4rem auto; }}
.cover .kind, .cover .count {{ color: {faint}; }}
.cover svg {{ width: 12rem; height: auto; margin-top: 1.4rem; }}
.about {{ font-style: italic; margin: 0 0 1rem; }}
nav ol {{ padding-left: 1.6rem; }}
nav li {{ margin: 0.45rem 0; }}
nav li span {{ display: block; }}
.list {{ padding: 0; margin: 0 0 1.5rem; list-style: none; columns: 17rem; }}
.list li {{ margin: 0.15rem 0; break-inside: avoid; }}
.rule {{ margin: 0 0 2rem; padding-top: 0.6rem; border-top: 1px solid #d5d1c8; }}
.rule p {{ margin: 0.35rem 0; }}
.id, .tier {{ font: 0.94rem {sans}; color: #5a564e; }}
.ruling {{ border-left: 4px solid {accent}; padding-left: 0.8rem; }}
.links {{ font-size: 0.97rem; }}
dl {{ display: grid; grid-template-columns: fit-content(60%) 1fr; gap: 0.1rem 0.9rem; margin: 0.6rem 0; font: 0.95rem/1.45 {sans}; }}
dt {{ color: #5a564e; }}
dd {{ margin: 0; }}
figure {{ margin: 0.8rem 0; break-inside: avoid; }}
figure svg {{ display: block; max-width: min(100%, 30rem); height: auto; border: 1px solid #bdb8ad; }}
figcaption {{ font: 0.95rem/1.45 {sans}; color: #3a372f; margin-top: 0.3rem; max-width: 34rem; }}
footer {{ margin-top: 4rem; padding-bottom: 3rem; color: #5a564e; }}
@media (max-width: 30rem) {{
  .cover h1 {{ font-size: 2.1rem; }}
  dl {{ grid-template-columns: 1fr; }}
  dd {{ margin: 0 0 0.3rem 1rem; }}
}}
@media print {{
  @page {{ margin: 16mm 15mm; }}
  html {{ font-size: 9.5pt; }}
  body {{ background: none; }}
  main, nav, footer {{ max-width: none; padding: 0; }}
  .cover {{ background: none; color: #000; border: 0; padding: 30mm 0 0; break-after: page; }}
  .cover .kind, .cover .count {{ color: #000; }}
  a {{ color: inherit; text-decoration: none; }}
  section.chapter {{ break-before: page; columns: 2; column-gap: 7mm; }}
  h2 {{ margin-top: 0; column-span: all; }}
  h3 {{ margin-top: 1.2rem; }}
  .about, .chapter > .list {{ column-span: all; }}
  .chapter > .list {{ columns: 3; column-gap: 7mm; font-size: 0.9rem; }}
  .rule {{ margin: 0 0 1rem; padding-top: 0.4rem; }}
  .rule p {{ margin: 0.2rem 0; orphans: 3; widows: 3; }}
  .id {{ break-after: avoid; font-size: 0.85rem; }}
  .links {{ font-size: 0.85rem; break-inside: avoid; break-before: avoid; }}
  dl, figcaption {{ font-size: 0.87rem; line-height: 1.35; }}
  dl {{ break-before: avoid; break-inside: avoid; }}
  figure {{ margin: 0.4rem 0; }}
  figure svg {{ width: auto; max-width: 100%; max-height: 62mm; }}
  body {{ line-height: 1.4; }}
  .up {{ display: none; }}
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: links can be read on white, whatever colour a game likes best.
    #[test]
    fn an_accent_can_be_read_on_white() {
        for accent in [[255, 255, 255], [0xe8, 0xb9, 0x3f], [0, 0, 0], [0x8c, 0x2f, 0x1e], [0, 255, 0]] {
            assert!(legible(Colour(accent)).contrast(WHITE) >= 4.5, "{accent:?}");
        }
    }
}
