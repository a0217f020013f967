//! Curves: how often each side wins, over the values of one axis.

use std::fmt::Write;

use super::Scene;
use super::markup::{COLOURS, percent};
use crate::book::print::escaped;
use crate::sweep::{Axis, FoundCell, Share};

/// How large a drawing is, and where its field lies in it.
const SIZE: [f64; 2] = [640.0, 300.0];
const LEFT: f64 = 62.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 250.0;
/// Names of values beneath it at most.
const MOST_NAMES: usize = 16;

/// A curve over each axis that has several values, the weightiest first.
pub(super) fn all(out: &mut String, scene: &Scene<'_>) -> std::fmt::Result {
    writeln!(out, "<h3>One at a time</h3>")?;
    for weight in &scene.weights {
        if let Some(axis) = scene.found.axes.get(weight.axis) {
            curve(out, scene, weight.axis, axis)?;
        }
    }
    Ok(())
}

fn curve(out: &mut String, scene: &Scene<'_>, at: usize, axis: &Axis) -> std::fmt::Result {
    let name = escaped(&axis.name);
    let xs = along(&axis.values);
    writeln!(out, "<figure><figcaption><strong>{name}</strong>: battles that each side wins</figcaption>")?;
    let [width, height] = SIZE;
    write!(out, "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Shares of wins over {name}\">")?;
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let y = up(share);
        let stroke = if share == 0.5 { "#8a8069" } else { "#ddd5c3" };
        write!(out, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"{stroke}\"/>")?;
        write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0} %</text>",
            LEFT - 6.0,
            y + 4.0,
            share * 100.0
        )?;
    }
    let step = axis.values.len().div_ceil(MOST_NAMES);
    for (value, x) in axis.values.iter().zip(&xs).step_by(step) {
        // Long names have room for their first letters alone; the tables have all of them.
        let short: String = value.chars().take(18).collect();
        let half = 4.0 * short.chars().count() as f64;
        let (x, y, short) = (x.clamp(half, SIZE[0] - half), BOTTOM + 18.0, escaped(&short));
        write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{short}</text>")?;
    }
    let of =
        |value: usize| scene.cells.iter().copied().filter(move |cell: &&FoundCell| cell.place.get(at) == Some(&value));
    for (side, colour) in (0..scene.sides.len()).zip(COLOURS.iter().cycle()) {
        let shares: Vec<Share> = (0..axis.values.len()).map(|value| Share::of(side, of(value))).collect();
        line(out, &xs, &shares, axis, (side, colour))?;
    }
    let mut x = LEFT;
    for ((side, colour), sign) in scene.sides.iter().zip(COLOURS.iter().cycle()).zip(0..) {
        let y = BOTTOM + 40.0;
        mark(out, [x + 6.0, y - 4.0], sign, colour)?;
        write!(out, "<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>", x + 16.0, escaped(side))?;
        x += 40.0 + 7.0 * side.chars().count() as f64;
    }
    writeln!(out, "</svg></figure>")
}

/// The line of a side, with the bounds of each of its points.
fn line(
    out: &mut String,
    xs: &[f64],
    shares: &[Share],
    axis: &Axis,
    (side, colour): (usize, &str),
) -> std::fmt::Result {
    let points = || xs.iter().zip(shares);
    let way: Vec<String> = points().map(|(x, share)| format!("{x:.1} {:.1}", up(share.rate()))).collect();
    let dashes = if side.is_multiple_of(2) { "" } else { " stroke-dasharray=\"7 3\"" };
    write!(out, "<g><path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>", way.join("L"))?;
    for ((x, share), value) in points().zip(&axis.values) {
        let (low, high) = share.bounds();
        let [from, to] = [up(low), up(high)];
        let [west, east] = [x - 4.0, x + 4.0];
        write!(
            out,
            "<path d=\"M{x:.1} {from:.1}V{to:.1}M{west:.1} {from:.1}H{east:.1}M{west:.1} {to:.1}H{east:.1}\" "
        )?;
        write!(out, "stroke=\"{colour}\" stroke-width=\"1.5\"/><g>")?;
        mark(out, [*x, up(share.rate())], side, colour)?;
        let told = format!("{}: {} ({} to {})", value, percent(share.rate()), percent(low), percent(high));
        write!(out, "<title>{}</title></g>", escaped(&told))?;
    }
    writeln!(out, "</g>")
}

/// The sign of a side: they differ in shape, too.
fn mark(out: &mut String, [x, y]: [f64; 2], side: usize, colour: &str) -> std::fmt::Result {
    match side % 4 {
        0 => write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"),
        1 => {
            let [x, y] = [x - 4.0, y - 4.0];
            write!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"8\" height=\"8\" fill=\"{colour}\"/>")
        }
        2 => write!(out, "<path d=\"M{x:.1} {:.1}l5 9h-10z\" fill=\"{colour}\"/>", y - 5.0),
        _ => write!(out, "<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"{colour}\"/>", y - 5.0),
    }
}

/// Where a share stands.
fn up(share: f64) -> f64 {
    BOTTOM - share.clamp(0.0, 1.0) * (BOTTOM - TOP)
}

/// Where the values stand: as far apart as their numbers, if all are numbers in their order, else evenly.
fn along(values: &[String]) -> Vec<f64> {
    let numbers: Option<Vec<f64>> = values.iter().map(|value| value.trim_start_matches('+').parse().ok()).collect();
    let is_in_order =
        |all: &Vec<f64>| all.iter().all(|each| each.is_finite()) && all.windows(2).all(|two| two[0] < two[1]);
    let even = || (0..values.len()).map(|at| at as f64).collect();
    let places: Vec<f64> = numbers.filter(is_in_order).unwrap_or_else(even);
    let (low, high) = (places.first().copied().unwrap_or(0.0), places.last().copied().unwrap_or(0.0));
    let (from, to) = (LEFT + 30.0, RIGHT - 30.0);
    let wide = if high > low { (to - from) / (high - low) } else { 0.0 };
    places.into_iter().map(|place| from + (place - low) * wide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise: numbers stand as far apart as they are, words evenly.
    #[test]
    fn values_stand_where_they_belong() {
        let at = |values: &[&str]| along(&values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>());
        let near = |one: f64, other: f64| (one - other).abs() < 0.01;
        let far = at(&["2", "4", "8"]);
        assert!(near((far[2] - far[1]) / (far[1] - far[0]), 2.0), "{far:?}");
        for even in [at(&["meets", "4", "exceeds"]), at(&["3", "1", "2"]), at(&["-1", "0", "+1"])] {
            assert!(near(even[2] - even[1], even[1] - even[0]), "{even:?}");
        }
        assert_eq!(at(&["x"]).len(), 1);
    }
}
