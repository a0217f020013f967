//! A sweep as one page of HTML: what matters most, curves over each axis, maps over each two, and the table behind it. All of
//! it is in the page itself (styles, drawings), nothing is fetched from anywhere, and no script runs in it.

mod curves;
mod maps;
mod markup;
mod tables;

use std::fmt::Write;

use self::markup::{STYLE, count, percent};
use super::{Found, FoundCell, Share, Weight, weights};
use crate::book::print::escaped;

/// What one scenario of a sweep has come to.
struct Scene<'f> {
    found: &'f Found,
    name: &'f str,
    cells: Vec<&'f FoundCell>,
    sides: &'f [String],
    /// What hangs on each axis, the weightiest first.
    weights: Vec<Weight>,
}

impl Scene<'_> {
    /// The side whose share is told.
    fn first(&self) -> &str {
        self.sides.first().map_or("nobody", String::as_str)
    }
}

/// The page.
pub fn page(found: &Found) -> String {
    let mut page = String::new();
    // Nothing that is written into a text can fail.
    let _ = write_page(&mut page, found);
    page
}

fn write_page(out: &mut String, found: &Found) -> std::fmt::Result {
    let title = if found.title.is_empty() { "A sweep of battles" } else { &found.title };
    let title = escaped(title);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>")?;
    let battles: u64 = found.cells.iter().map(|cell| cell.tally.battles).sum();
    let cells = found.cells.len() as u64;
    writeln!(out, "<p>{} battles in {} cells.</p>", count(battles), count(cells))?;
    let broken: usize = found.cells.iter().map(|cell| cell.tally.broken.len()).sum();
    if broken > 0 {
        writeln!(out, "<p class=\"wrong\">{broken} battles broke off by a fault of the rules; nobody won those.</p>")?;
    }
    writeln!(out, "</header>\n<main>")?;
    let names = found.axes.first().map(|axis| axis.values.as_slice()).unwrap_or_default();
    for (at, name) in names.iter().enumerate() {
        let cells: Vec<&FoundCell> = found.of_scenario(at).collect();
        let Some(sides) = cells.first().map(|cell| cell.sides.as_slice()) else { continue };
        let weights = weights(&found.axes, &cells);
        write_scene(out, &Scene { found, name, cells, sides, weights })?;
    }
    writeln!(out, "</main>\n<footer>")?;
    writeln!(
        out,
        "<p>Shares are told with the bounds between which they lie in 95 of 100 cases (Wilson's; of differences \
         Newcombe's). A battle that nobody wins counts for neither side.</p>"
    )?;
    let (program, digest) = (escaped(&found.program), escaped(&found.digest));
    writeln!(out, "<p>Program <code>{program}</code>, digest <code>{digest}</code></p>\n</footer>\n</body>\n</html>")
}

fn write_scene(out: &mut String, scene: &Scene<'_>) -> std::fmt::Result {
    writeln!(out, "<section>\n<h2>{}</h2>", escaped(scene.name))?;
    let shares = scene.sides.iter().enumerate().map(|(side, name)| {
        let share = Share::of(side, scene.cells.iter().copied());
        format!("{} wins {}", escaped(name), percent(share.rate()))
    });
    let shares: Vec<String> = shares.collect();
    writeln!(out, "<p>Of all battles together: {}.</p>", shares.join(", "))?;
    if !scene.weights.is_empty() {
        tables::sensitivity(out, scene)?;
        curves::all(out, scene)?;
        maps::all(out, scene)?;
    }
    tables::cells(out, scene)?;
    writeln!(out, "</section>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Tally;
    use crate::sweep::Axis;

    fn found(names: &[&str]) -> Found {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        };
        let axes = vec![
            axis("scenario", names),
            axis("wound <at>", &["meets", "\"exceeds\""]),
            axis("count of Goblin", &["2", "4", "8"]),
            axis("skill", &["plain"]),
        ];
        let cell = |at: usize| {
            let wins = vec![at as u64 % 6 * 150, 900 - at as u64 % 6 * 150];
            let tally = Tally { battles: 1000, wins, draws: 100, ..Tally::default() };
            let sides = vec!["Watch & Ward".to_owned(), "<script>alert(1)</script>".to_owned()];
            FoundCell { place: vec![at / 6, at / 3 % 2, at % 3, 0], sides, tally }
        };
        let cells = (0..names.len() * 6).map(cell).collect();
        Found { title: "A <b>title</b>".to_owned(), axes, cells, program: "1+x".to_owned(), digest: "d".to_owned() }
    }

    /// Promise: whatever names say, it is text; and the page needs nothing but itself.
    #[test]
    fn the_page_is_whole_and_harmless() {
        let page = page(&found(&["gate", "<i>ford</i>"]));
        for wrong in ["<script", "<b>", "<i>", "http", "src=", "url(", "@import", "<link"] {
            assert!(!page.contains(wrong), "{wrong}");
        }
        let opened = |tag: &str| page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        for tag in ["section", "table", "tr", "td", "th", "svg", "p", "figure", "div", "g", "thead", "tbody", "caption"]
        {
            assert_eq!(opened(tag), page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("Watch &amp; Ward"));
    }

    /// Promise: every value of every axis, each share and both scenarios are told.
    #[test]
    fn everything_found_is_told() {
        let page = page(&found(&["gate", "ford"]));
        for word in
            ["gate", "ford", "wound &lt;at&gt;", "meets", "&quot;exceeds&quot;", "count of Goblin", ">8<", "12,000"]
        {
            assert!(page.contains(word), "{word}");
        }
        // A curve for each axis of several values, a map of the two, in either scenario.
        assert_eq!((page.matches("<figure>").count(), page.matches("class=\"map\"").count()), (4, 2));
        for share in ["15.0", "30.0", "45.0", "60.0", "75.0"] {
            assert!(page.contains(share), "{share}");
        }
    }

    /// Promise: a sweep of one cell is a page, too.
    #[test]
    fn a_single_cell_is_a_page() {
        let mut one = found(&["gate"]);
        one.axes.iter_mut().for_each(|axis| axis.values.truncate(1));
        one.cells.truncate(1);
        let page = page(&one);
        assert!(!page.contains("<svg") && page.contains("<table"), "{page}");
    }
}
