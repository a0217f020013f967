//! What hangs on each axis, and all cells.

use std::fmt::Write;

use super::Scene;
use super::markup::{COLOURS, count, percent};
use crate::book::print::escaped;
use crate::sweep::Share;

/// Which number matters most.
pub(super) fn sensitivity(out: &mut String, scene: &Scene<'_>) -> std::fmt::Result {
    let first = escaped(scene.first());
    writeln!(out, "<h3>What matters most</h3>")?;
    writeln!(
        out,
        "<p>By how much the share of {first} changes from the value at which it wins least to the one at which it wins \
         most, over everything else in the grid; and what part of all difference between cells comes of it alone.</p>"
    )?;
    writeln!(out, "<div class=\"wide\"><table><thead><tr><th>What</th><th class=\"number\">Changes by</th><th></th>")?;
    writeln!(out, "<th>Least at</th><th>Most at</th><th class=\"number\">Its part</th></tr></thead>\n<tbody>")?;
    let widest = scene.weights.iter().map(|weight| weight.span[2]).fold(0.01, f64::max);
    for weight in &scene.weights {
        let Some(axis) = scene.found.axes.get(weight.axis) else { continue };
        let [by, low, high] = weight.span;
        let at = |value: usize| {
            let share = weight.shares.get(value).copied().unwrap_or_default();
            format!(
                "{} ({})",
                axis.values.get(value).map_or_else(String::new, |value| escaped(value)),
                percent(share.rate())
            )
        };
        let [least, most] = weight.ends.map(at);
        let part = if weight.part > 0.0 { percent(weight.part) } else { "none".to_owned() };
        write!(out, "<tr><th>{}</th><td class=\"number\">{:.1}<br>", escaped(&axis.name), by * 100.0)?;
        write!(out, "<small>{:.1} to {:.1}</small></td><td class=\"bar\">", low * 100.0, high * 100.0)?;
        bar(out, by / widest, low.max(0.0) / widest, high / widest)?;
        writeln!(out, "</td><td>{least}</td><td>{most}</td><td class=\"number\">{part}</td></tr>")?;
    }
    writeln!(out, "</tbody></table></div>")
}

/// A bar with its bounds; all are parts of the widest.
fn bar(out: &mut String, share: f64, low: f64, high: f64) -> std::fmt::Result {
    let [to, low, high] = [share, low, high].map(|part| part.clamp(0.0, 1.0) * 196.0 + 2.0);
    let colour = COLOURS[0];
    write!(out, "<svg viewBox=\"0 0 200 16\" aria-hidden=\"true\">")?;
    write!(out, "<rect x=\"2\" y=\"3\" width=\"{:.1}\" height=\"10\" fill=\"{colour}\"/>", to - 2.0)?;
    write!(
        out,
        "<path d=\"M{low:.1} 8H{high:.1}M{low:.1} 4V12M{high:.1} 4V12\" stroke=\"#222\" stroke-width=\"1.5\"/></svg>"
    )
}

/// The table behind it.
pub(super) fn cells(out: &mut String, scene: &Scene<'_>) -> std::fmt::Result {
    writeln!(out, "<h3>All cells</h3>\n<div class=\"wide\"><table><thead><tr>")?;
    for axis in scene.found.axes.iter().skip(1) {
        write!(out, "<th>{}</th>", escaped(&axis.name))?;
    }
    write!(out, "<th class=\"number\">Battles</th>")?;
    for side in scene.sides {
        let name = escaped(side);
        write!(
            out,
            "<th class=\"number\">{name} wins</th><th class=\"number\">felled</th><th class=\"number\">fled</th>"
        )?;
    }
    writeln!(out, "<th class=\"number\">Nobody wins</th><th class=\"number\">Rounds</th></tr></thead>\n<tbody>")?;
    for cell in &scene.cells {
        let (tally, battles) = (&cell.tally, cell.tally.battles.max(1) as f64);
        write!(out, "<tr>")?;
        for (axis, at) in scene.found.axes.iter().zip(&cell.place).skip(1) {
            write!(out, "<td>{}</td>", axis.values.get(*at).map_or_else(String::new, |value| escaped(value)))?;
        }
        write!(out, "<td class=\"number\">{}</td>", count(tally.battles))?;
        for side in 0..scene.sides.len() {
            let share = Share::of(side, [*cell]);
            let (low, high) = share.bounds();
            write!(out, "<td class=\"number\">{}<br>", percent(share.rate()))?;
            write!(out, "<small>{:.1} to {:.1}</small></td>", low * 100.0, high * 100.0)?;
            let losses = tally.losses.get(side).copied().unwrap_or_default();
            for lost in [losses.felled, losses.fled] {
                write!(out, "<td class=\"number\">{:.2}</td>", lost as f64 / battles)?;
            }
        }
        write!(out, "<td class=\"number\">{}</td>", percent(tally.draws as f64 / battles))?;
        writeln!(out, "<td class=\"number\">{:.1}</td></tr>", tally.rounds as f64 / battles)?;
    }
    writeln!(out, "</tbody></table></div>")
}
