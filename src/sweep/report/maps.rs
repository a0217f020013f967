//! Maps: how often the first side wins, over each two axes.

use std::fmt::Write;

use super::Scene;
use super::markup::tint;
use crate::book::print::escaped;
use crate::sweep::{Axis, Share};

/// Maps of a scenario; those of what matters most come first.
const MOST_MAPS: usize = 15;

/// A map over each two axes.
pub(super) fn all(out: &mut String, scene: &Scene<'_>) -> std::fmt::Result {
    let axes: Vec<usize> = scene.weights.iter().map(|weight| weight.axis).collect();
    let pairs: Vec<[usize; 2]> =
        (1..axes.len()).flat_map(|second| (0..second).map(move |first| [first, second])).collect();
    if pairs.is_empty() {
        return Ok(());
    }
    writeln!(out, "<h3>Two at a time</h3>\n<p>Battles of 100 that {} wins.</p>", escaped(scene.first()))?;
    for [first, second] in pairs.iter().take(MOST_MAPS) {
        map(out, scene, [axes[*first], axes[*second]])?;
    }
    if pairs.len() > MOST_MAPS {
        writeln!(out, "<p>Maps of {} pairs that matter less are left out.</p>", pairs.len() - MOST_MAPS)?;
    }
    Ok(())
}

fn map(out: &mut String, scene: &Scene<'_>, [across, down]: [usize; 2]) -> std::fmt::Result {
    let axis = |at: usize| scene.found.axes.get(at);
    let (Some(columns), Some(rows)) = (axis(across), axis(down)) else { return Ok(()) };
    writeln!(out, "<div class=\"wide\"><table class=\"map\">")?;
    writeln!(out, "<caption>{} (down) and {} (across)</caption>", escaped(&rows.name), escaped(&columns.name))?;
    write!(out, "<thead><tr><th></th>")?;
    let names = |axis: &Axis| axis.values.iter().map(|value| escaped(value)).collect::<Vec<_>>();
    for name in names(columns) {
        write!(out, "<th>{name}</th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for (row, name) in names(rows).iter().enumerate() {
        write!(out, "<tr><th>{name}</th>")?;
        for column in 0..columns.values.len() {
            let is_here = |place: &[usize]| place.get(down) == Some(&row) && place.get(across) == Some(&column);
            let share = Share::of(0, scene.cells.iter().copied().filter(|cell| is_here(&cell.place)));
            let (rate, (low, high)) = (share.rate(), share.bounds());
            write!(out, "<td style=\"background:{}\">{:.1}", tint(rate), rate * 100.0)?;
            write!(out, "<small>{:.0} to {:.0}</small></td>", low * 100.0, high * 100.0)?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table></div>")
}
