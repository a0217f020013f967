//! Which of those in the order of turns have room in the ribbon, and where they lie.

use bevy_egui::egui::Rangef;

use crate::overlay::track::Row;

/// The row that matters most, of whoever acts, else of the first who comes next; and the heading of their side, if it has one.
pub(super) fn matters(rows: &[Row]) -> (usize, Option<usize>) {
    let acts = |row: &Row| matches!(row, Row::Entry { entry, .. } if entry.now);
    let comes = |row: &Row| matches!(row, Row::Entry { next: true, .. });
    let now = rows.iter().position(acts).or_else(|| rows.iter().position(comes)).unwrap_or(0);
    let before = rows.get(..now).unwrap_or_default();
    (now, before.iter().rposition(|row| matches!(row, Row::Side { .. })))
}

/// How rows lie in the ribbon.
#[derive(Debug)]
pub(super) struct Laid {
    /// The heading of a side that stands before those that are shown, where those right after it are not.
    pub head: Option<usize>,
    /// Those from `first` on and before `last` are shown.
    pub first: usize,
    pub last: usize,
    /// Where the first of them begins.
    pub at: f32,
    /// Where it stands how many more there are: right beside those that are shown, before them and after.
    pub ends: Vec<(Rangef, usize, bool)>,
}

/// Lays rows of these widths in the middle of the ribbon, all of them where they fit; `counted`: how wide the number of those
/// is that do not.
pub(super) fn laid((now, heading): (usize, Option<usize>), each: &[f32], (room, counted): (Rangef, f32)) -> Laid {
    let wide = |at: usize| each.get(at).copied().unwrap_or(0.0);
    let fits = each.iter().sum::<f32>() <= room.span() + 0.5;
    let left = room.span() - 2.0 * counted;
    let (first, last) = if fits { (0, each.len()) } else { stretch(now, each, left) };
    // The mark of the side stays in sight with whoever of it acts.
    let heading = heading.filter(|at| *at < first && wide(*at) + wide(now) <= left);
    let (first, last) = heading.map_or((first, last), |at| stretch(now, each, left - wide(at)));
    let head = heading.filter(|at| *at < first);
    let whole = each.get(first..last).unwrap_or_default().iter().sum::<f32>() + head.map_or(0.0, wide);
    let (before, after) = (first - usize::from(head.is_some()), each.len() - last);
    let ends = [(before, true), (after, false)].into_iter().filter(|(more, _)| *more > 0);
    let all = whole + counted * ends.clone().count() as f32;
    let left = room.center() - all / 2.0;
    let at = if before > 0 { left + counted } else { left };
    let ends = ends.map(|(more, is_before)| {
        let from = if is_before { left } else { at + whole };
        (Rangef::new(from, from + counted), more, is_before)
    });
    Laid { head, first, last, at, ends: ends.collect() }
}

/// The stretch of rows of these widths that has room around the one that matters: it stands a third of the way along.
fn stretch(now: usize, each: &[f32], room: f32) -> (usize, usize) {
    let wide = |at: usize| each.get(at).copied().unwrap_or(0.0);
    let (mut first, mut last, mut used) = (now, (now + 1).min(each.len()), wide(now));
    let own = used;
    while first > 0 && used - own + wide(first - 1) <= room / 3.0 && used + wide(first - 1) <= room {
        first -= 1;
        used += wide(first);
    }
    while last < each.len() && used + wide(last) <= room {
        used += wide(last);
        last += 1;
    }
    while first > 0 && used + wide(first - 1) <= room {
        first -= 1;
        used += wide(first);
    }
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Id, SideId, TrackEntry};

    /// Promise: how many more there are stands right beside those that are shown, in the ribbon and over none of them.
    #[test]
    fn how_many_more_there_are_stands_in_the_ribbon() {
        let mut counts = 0;
        for (all, wide) in [(3, 50.0), (14, 50.0), (25, 30.0), (25, 58.0), (200, 30.0)] {
            for now in [0, all / 2, all - 1] {
                let (room, each) = (Rangef::new(310.0, 990.0), vec![wide; all]);
                let Laid { first, last, at, ends, .. } = laid((now, None), &each, (room, 60.0));
                let end = at + wide * (last - first) as f32;
                assert!((first..last).contains(&now), "{now} of {all}");
                let more: usize = ends.iter().map(|(_, more, _)| more).sum();
                assert_eq!(more, all - (last - first), "{now} of {all}");
                for (x, _, is_before) in ends {
                    let beside = if is_before { (x.max, at) } else { (x.min, end) };
                    assert!((beside.0 - beside.1).abs() < 0.01, "{x:?} beside {at}..{end}");
                    assert!(x.min > room.min - 1.0 && x.max < room.max + 1.0, "{x:?} in {room:?}");
                    counts += 1;
                }
                assert!(at > room.min - 1.0 && end < room.max + 1.0, "{at}..{end} in {room:?}");
            }
        }
        assert!(counts > 8, "{counts} numbers");
    }

    /// Promise: whoever acts is in the ribbon and not only whoever comes next, with the mark of their side, however narrow it is.
    #[test]
    fn whoever_acts_is_seen_before_whoever_comes_next() {
        let entry = |who: u16, side: u8, now: bool| Row::Entry {
            entry: TrackEntry {
                who: Id(who),
                side: SideId(side),
                text: String::new(),
                card: None,
                done: false,
                now,
                hidden: false,
                together: None,
            },
            next: side == 0,
            joined: (false, false),
        };
        let heading = |side: u8| Row::Side { side: SideId(side), acted: 0, of: 4, next: side == 0 };
        for acts in 3..7 {
            let mut rows = vec![heading(0)];
            rows.extend((0..3).map(|who| entry(who, 0, false)));
            rows.push(heading(1));
            rows.extend((3..7).map(|who| entry(who, 1, who == acts)));
            let now = usize::from(acts) + 2;
            assert_eq!(matters(&rows), (now, Some(4)));
            let each: Vec<f32> =
                rows.iter().map(|row| if matches!(row, Row::Side { .. }) { 77.0 } else { 60.0 }).collect();
            for wide in [270.0, 388.0, 450.0, 560.0, 900.0] {
                let Laid { head, first, last, at, ends } = laid(matters(&rows), &each, (Rangef::new(0.0, wide), 58.0));
                assert!((first..last).contains(&now), "{now} at {wide}: {first}..{last}");
                assert!(head == Some(4) || (first..last).contains(&4), "{now} at {wide}: {head:?}, {first}..{last}");
                let shown: f32 = head.into_iter().chain(first..last).map(|row| each[row]).sum();
                assert!(at >= -1.0 && at + shown <= wide + 1.0, "{now} at {wide}");
                let more: usize = ends.iter().map(|(_, more, _)| more).sum();
                assert_eq!(more + usize::from(head.is_some()) + last - first, rows.len());
            }
        }
    }

    /// Promise: whoever acts is in the ribbon however many there are, and the ribbon is full and no fuller.
    #[test]
    fn whoever_acts_is_always_seen() {
        for all in [1, 5, 40, 2_000] {
            for fit in [1, 3, 12] {
                for now in [0, all / 2, all - 1] {
                    let (first, last) = stretch(now, &vec![10.0; all], fit as f32 * 10.0);
                    assert!((first..last).contains(&now), "{now} of {all} is not in {first}..{last}");
                    assert_eq!(last - first, fit.min(all));
                }
            }
        }
        // What is wider takes the room of several.
        let each = [30.0, 10.0, 10.0, 30.0, 10.0, 10.0];
        for now in 0..each.len() {
            let (first, last) = stretch(now, &each, 45.0);
            assert!(
                (first..last).contains(&now) && each[first..last].iter().sum::<f32>() <= 45.0,
                "{now}: {first}..{last}"
            );
        }
    }
}
