//! What all parts of the page are written with.

/// How it looks: on a screen of any width and on paper.
pub(super) const STYLE: &str = "
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; background: #fdfbf6; color: #222;
  font: 16px/1.5 Georgia, 'Times New Roman', serif; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.4rem; border-bottom: 2px solid #222; margin-top: 2.5rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { max-width: 44rem; }
.wrong { color: #a01818; font-weight: bold; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font: 14px/1.35 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { padding: .25rem .6rem; text-align: left; vertical-align: middle; border-bottom: 1px solid #ddd5c3; }
th { font-weight: 600; }
thead th { border-bottom: 2px solid #8a8069; }
.number { text-align: right; white-space: nowrap; }
.map td { text-align: center; border: 1px solid #fdfbf6; min-width: 4.5rem; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
.map small { display: block; color: #333; }
.bar { min-width: 10rem; }
.bar svg, figure svg { display: block; width: 100%; height: auto; }
figure { margin: 1rem 0; max-width: 44rem; }
figcaption { font: 14px/1.35 system-ui, sans-serif; }
svg text { font: 13px system-ui, sans-serif; fill: #222; }
footer { margin-top: 3rem; border-top: 1px solid #8a8069; font-size: 14px; }
code { font-size: 13px; overflow-wrap: anywhere; }
@media (max-width: 40rem) { body { padding: .6rem; font-size: 15px; } th, td { padding: .2rem .35rem; } }
@page { margin: 12mm; }
@media print { body { max-width: none; background: none; padding: 0; } figure, tr { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; } .wide { overflow: visible; } table { font-size: 9px; }
  th, td { padding: .1rem .25rem; } .map td { min-width: 3rem; } .bar { min-width: 6rem; } }
";

/// The colours of sides, from the first on.
pub(super) const COLOURS: [&str; 4] = ["#1f5fa8", "#b5452c", "#4c7a2e", "#7a4fa0"];

/// A share in hundreds: "52.3 %".
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A count with its thousands apart: "12,000".
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

/// The colour behind a share: towards that of the first side where it wins more than half, towards that of the second where
/// it wins less. It stays light enough for black letters.
pub(super) fn tint(share: f64) -> String {
    const FIRST: [f64; 3] = [31.0, 95.0, 168.0];
    const SECOND: [f64; 3] = [181.0, 69.0, 44.0];
    let strength = (share - 0.5).abs() * 2.0 * 0.6;
    let towards = if share > 0.5 { FIRST } else { SECOND };
    let [red, green, blue] = towards.map(|part| (255.0 + (part - 255.0) * strength.clamp(0.0, 0.6)).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_tints_are_told() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(tint(0.5), "#ffffff");
        assert_ne!(tint(1.0), tint(0.0));
    }
}
