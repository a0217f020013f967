//! A whole rulebook as one page: cover, contents, chapters, every rule with its figures and the picture of its lesson, an index
//! of ids. It needs nothing beside itself, can be read on a telephone and by those who do not see it, and printed.

mod board;
mod style;

use std::fmt::Write as _;

use super::figures::{self, Figure};
use super::{Moment, links};
use crate::battle::{Chapter, RuleId, RuleText, Rules, Section, Tier};
use crate::rulebook::reader::Composed;

/// The book of a game. `composed` are its mechanics with their numbers; `moment` finds the picture of a rule, if it has one.
pub fn html(rules: &Rules, composed: &[Composed], mut moment: impl FnMut(RuleId) -> Option<Moment>) -> String {
    let face = rules.looks.face();
    let title = escaped(&rules.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}: rulebook</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        style::sheet(face)
    );
    cover(&mut page, rules);
    contents(&mut page, rules);
    page.push_str("<main>\n");
    for (number, chapter) in (1..).zip(&rules.chapters) {
        chapter_of(&mut page, rules, composed, (number, chapter), &mut moment);
    }
    index(&mut page, rules);
    page.push_str("</main>\n<footer><p><a class=\"up\" href=\"#_contents\">To the contents</a></p></footer>\n");
    page.push_str("</body>\n</html>\n");
    page
}

/// A text with nothing in it that is taken for anything else.
pub fn escaped(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => told.push_str("&amp;"),
            '<' => told.push_str("&lt;"),
            '>' => told.push_str("&gt;"),
            '"' => told.push_str("&quot;"),
            '\'' => told.push_str("&#39;"),
            // A page may hold no other controls.
            '\n' | '\t' => told.push(letter),
            control if control.is_control() => told.push('\u{fffd}'),
            plain => told.push(plain),
        }
    }
    told
}

/// The place of a rule in the page. Places of the page itself begin with `_`, which none of these does.
pub fn anchor(rule: RuleId) -> String {
    let mut told = String::new();
    for letter in rule.as_str().chars() {
        match letter {
            plain if plain.is_ascii_alphanumeric() || plain == '-' => told.push(plain),
            other => told.push_str(&format!(".{:x}.", u32::from(other))),
        }
    }
    told
}

fn chapter_anchor(number: usize) -> String {
    format!("_chapter-{number}")
}

/// What a game looks like, and how much there is to read.
fn cover(page: &mut String, rules: &Rules) {
    let counted = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let face = rules.looks.face();
    let mut shapes = String::new();
    for (place, colour) in face.sides.iter().take(4).enumerate() {
        let (x, fill) = (30 + place * 60, style::hex(*colour));
        let dress = format!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"", style::hex(face.panels.ink));
        let shape = match place {
            0 => format!("<circle cx=\"{x}\" cy=\"30\" r=\"20\" {dress}/>"),
            1 => format!("<polygon points=\"{x},7 {},30 {x},53 {},30\" {dress}/>", x + 23, x - 23),
            2 => format!("<rect x=\"{}\" y=\"12\" width=\"36\" height=\"36\" {dress}/>", x - 18),
            _ => format!("<polygon points=\"{x},8 {},48 {},48\" {dress}/>", x + 23, x - 23),
        };
        shapes.push_str(&shape);
    }
    let _ = write!(
        page,
        "<header class=\"cover\" id=\"_top\">\n<p class=\"kind\">Rulebook</p>\n<h1>{}</h1>\n<p>{}</p>\n\
         <p class=\"count\">{} in {}</p>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 240 60\" aria-hidden=\"true\">{shapes}</svg>\n</header>\n",
        escaped(&rules.title),
        escaped(&rules.blurb),
        counted(rules.book.len(), "rule"),
        counted(rules.chapters.len(), "chapter"),
    );
}

/// The chapters with a sentence each.
fn contents(page: &mut String, rules: &Rules) {
    page.push_str("<nav id=\"_contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n");
    for (number, chapter) in (1..).zip(&rules.chapters) {
        let about = Some(escaped(&chapter.text)).filter(|text| !text.is_empty());
        let about = about.map(|text| format!("<span>{text}</span>")).unwrap_or_default();
        let _ =
            writeln!(page, "<li><a href=\"#{}\">{}</a>{about}</li>", chapter_anchor(number), escaped(&chapter.title));
    }
    page.push_str("</ol>\n<p><a href=\"#_index\">All rules by their numbers</a></p>\n</nav>\n");
}

fn chapter_of(
    page: &mut String,
    rules: &Rules,
    composed: &[Composed],
    (number, chapter): (usize, &Chapter),
    moment: &mut impl FnMut(RuleId) -> Option<Moment>,
) {
    let title = escaped(&chapter.title);
    let _ = writeln!(page, "<section class=\"chapter\">\n<h2 id=\"{}\">{number}. {title}</h2>", chapter_anchor(number));
    if !chapter.text.is_empty() {
        let _ = writeln!(page, "<p class=\"about\">{}</p>", escaped(&chapter.text));
    }
    page.push_str("<ul class=\"list\">\n");
    for id in chapter.rules() {
        let _ = writeln!(page, "<li>{}</li>", link(rules, id));
    }
    page.push_str("</ul>\n");
    for section in &chapter.areas {
        let is_named = has_heading(chapter, section);
        if is_named {
            let _ = writeln!(page, "<h3>{}</h3>", escaped(&section.name));
        }
        let level = if is_named { 4 } else { 3 };
        for rule in section.rules.iter().filter_map(|id| rules.book.get(id)) {
            rule_of(page, rules, rule, level, &figures::of(rules, composed, rule.id), moment(rule.id).as_ref());
        }
    }
    page.push_str("<p><a class=\"up\" href=\"#_contents\">To the contents</a></p>\n</section>\n");
}

/// Whether an area has a heading of its own within its chapter: not where it is all of it.
fn has_heading(chapter: &Chapter, section: &Section) -> bool {
    chapter.areas.len() > 1 && section.name != chapter.title
}

fn link(rules: &Rules, id: RuleId) -> String {
    let title = rules.book.get(&id).map_or(id.as_str(), |rule| rule.title.as_str());
    format!("<a href=\"#{}\">{}</a>", anchor(id), escaped(title))
}

fn rule_of(page: &mut String, rules: &Rules, rule: &RuleText, level: u8, figures: &[Figure], moment: Option<&Moment>) {
    let tier = match rule.tier {
        Tier::Battle => "",
        Tier::Optional => " <span class=\"tier\">(optional)</span>",
        Tier::Campaign => " <span class=\"tier\">(between battles)</span>",
    };
    let _ = writeln!(
        page,
        "<article class=\"rule\" id=\"{}\">\n<h{level}>{}{tier}</h{level}>\n<p class=\"id\">{}</p>",
        anchor(rule.id),
        escaped(&rule.title),
        escaped(rule.id.as_str())
    );
    paragraphs(page, rules, &rule.text, "");
    if let Some(ruling) = &rule.ruling {
        page.push_str("<div class=\"ruling\">\n");
        paragraphs(page, rules, ruling, "<strong>Ruling.</strong> ");
        page.push_str("</div>\n");
    }
    if !figures.is_empty() {
        page.push_str("<dl>\n");
        for Figure { what, says } in figures {
            let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escaped(what), escaped(says));
        }
        page.push_str("</dl>\n");
    }
    if let Some(moment) = moment {
        picture(page, moment);
    }
    let below = links::leaned_on_by(rules, rule.id);
    for (heading, ids) in [("Leans on", &rule.see), ("Leaned on by", &below)] {
        if !ids.is_empty() {
            let all: Vec<String> = ids.iter().map(|id| link(rules, *id)).collect();
            let _ = writeln!(page, "<p class=\"links\">{heading}: {}.</p>", all.join(", "));
        }
    }
    page.push_str("</article>\n");
}

/// A text with its lines as paragraphs, and the ids in it as links.
fn paragraphs(page: &mut String, rules: &Rules, text: &str, before: &str) {
    for (place, line) in text.lines().enumerate() {
        let _ = write!(page, "<p>{}", if place == 0 { before } else { "" });
        for (part, rule) in links::parts(rules, line) {
            let part = escaped(part);
            match rule {
                Some(rule) => page.push_str(&format!("<a href=\"#{}\">{part}</a>", anchor(rule.id))),
                None => page.push_str(&part),
            }
        }
        page.push_str("</p>\n");
    }
}

/// The key moment of the lesson, with what is told of it and whose letters those are.
fn picture(page: &mut String, moment: &Moment) {
    // Whose name stands in the picture needs no other.
    let named = moment.tokens.iter().filter(|token| token.letters != token.name);
    let who: Vec<String> = named.map(|token| format!("{} {}", token.letters, token.name)).collect();
    let who = if who.is_empty() { String::new() } else { format!(" ({})", escaped(&who.join(", "))) };
    let _ = writeln!(
        page,
        "<figure>{}\n<figcaption><strong>{}.</strong> {}{who}</figcaption></figure>",
        board::svg(moment),
        escaped(moment.title.trim_end_matches('.')),
        escaped(&moment.said.join(" ")),
    );
}

/// All rules by their ids, for whoever has met one elsewhere.
fn index(page: &mut String, rules: &Rules) {
    page.push_str(
        "<section class=\"chapter\">\n<h2 id=\"_index\">All rules by their numbers</h2>\n<ul class=\"list\">\n",
    );
    for rule in rules.book.values() {
        let id = escaped(rule.id.as_str());
        let _ = writeln!(page, "<li><a href=\"#{}\">{id}</a> {}</li>", anchor(rule.id), escaped(&rule.title));
    }
    page.push_str("</ul>\n</section>\n");
}

#[cfg(test)]
mod tests;
