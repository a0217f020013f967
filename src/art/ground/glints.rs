//! Light on water, as a layer of its own that a scene moves.

use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::colour::smooth;

/// A square of `size` pixels of glints that goes on over its own borders; there are two, to be moved one over the other.
pub fn glints(size: u32, which: u32) -> Option<Pixmap> {
    let mut picture = Pixmap::new(size, size).filter(|_| size <= 4096)?;
    let turn = std::f32::consts::TAU;
    // Waves of whole numbers a side meet at the borders.
    let waves: [(f32, f32, f32); 5] = if which.is_multiple_of(2) {
        [(1.0, 3.0, 0.3), (-2.0, 4.0, 1.7), (3.0, 5.0, 4.1), (-1.0, 7.0, 2.2), (4.0, -6.0, 5.3)]
    } else {
        [(-1.0, 4.0, 2.1), (2.0, 3.0, 0.4), (-3.0, 6.0, 3.6), (2.0, -7.0, 1.1), (5.0, 4.0, 4.7)]
    };
    for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (index as u32 % size, index as u32 / size);
        let (u, v) = (x as f32 / size as f32, y as f32 / size as f32);
        let bend = 0.35 * (turn * (u + 2.0 * v)).sin();
        let sum: f32 = waves.iter().map(|(across, down, at)| (turn * (across * u + down * v) + at + bend).sin()).sum();
        // Where the waves cancel lies a thin bright line; it breaks off where they are slack.
        let net = smooth(0.55, 0.0, sum.abs());
        let slack = (turn * (2.0 * u - v) + waves[0].2).sin() * (turn * (u + 3.0 * v) + waves[1].2).sin();
        let light = (net * net * smooth(-0.1, 0.7, slack) * 120.0) as u8;
        *pixel =
            PremultipliedColorU8::from_rgba(light, light, light, light).unwrap_or(PremultipliedColorU8::TRANSPARENT);
    }
    Some(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glints_go_on_over_their_borders_and_are_two() {
        let pictures = [0, 1].map(|which| glints(128, which).unwrap());
        assert_ne!(pictures[0].data(), pictures[1].data());
        for picture in &pictures {
            let light = |x: u32, y: u32| i32::from(picture.pixel(x % 128, y % 128).unwrap().alpha());
            let jump = |x: u32| (0..128).map(|y| (light(x, y) - light(x + 1, y)).abs()).max().unwrap();
            let within = (0..127).map(jump).max().unwrap();
            assert!(within > 0 && jump(127) <= within, "a seam of {} among steps of {within}", jump(127));
        }
    }
}
