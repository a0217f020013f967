//! Pictures as PNG: one, or several of them that play (APNG). Of each frame of those only what has changed is written.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy_egui::egui::ColorImage;
use png::{BitDepth, BlendOp, ColorType, Decoder, Encoder, Limits, Transformations, Writer};

use crate::overlay::picture::Picture;

/// No picture that is read has more pixels.
const MOST_PIXELS: u64 = 8_192 * 8_192;
/// Bytes that reading one may take.
const MOST_BYTES: usize = 512 << 20;

/// What has been written, for whoever writes and for whoever wants it at the end.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Pictures of one size that are put together into one file.
pub struct Sheet {
    bytes: Shared,
    writer: Option<Writer<Shared>>,
    size: (usize, usize),
    /// How many pictures there are, or can be where that is not known before.
    frames: u32,
    is_open: bool,
    added: u32,
    pause: Duration,
    /// How many bytes come before the first picture.
    head: usize,
    before: Option<Picture>,
}

impl Sheet {
    /// For so many pictures, each seen for so long.
    pub fn of(frames: usize, pause: Duration) -> Self {
        let frames = u32::try_from(frames).unwrap_or(u32::MAX);
        Self {
            bytes: Shared::default(),
            writer: None,
            size: (0, 0),
            frames,
            is_open: false,
            added: 0,
            pause,
            head: 0,
            before: None,
        }
    }

    /// For so many pictures at most, each seen for as long as is said with it.
    pub fn up_to(frames: usize) -> Self {
        Self { is_open: true, ..Self::of(frames, Duration::ZERO) }
    }

    /// Adds the next.
    ///
    /// # Errors
    /// When it is of another size than the first, or one too many.
    pub fn add(&mut self, picture: Picture) -> Result<(), String> {
        self.add_for(picture, self.pause)
    }

    /// The same, which is seen for so long.
    ///
    /// # Errors
    /// When it is of another size than the first, or one too many.
    pub fn add_for(&mut self, picture: Picture, lasts: Duration) -> Result<(), String> {
        let told = |why: png::EncodingError| why.to_string();
        let size = (picture.width, picture.height);
        let mut writer = match self.writer.take() {
            Some(writer) if self.size == size => writer,
            Some(_) => return Err("found a picture of another size than the first".to_owned()),
            None => {
                self.size = size;
                let writer = self.begun(self.frames, &self.bytes).map_err(told)?;
                self.head = self.bytes.0.lock().unwrap_or_else(PoisonError::into_inner).len();
                writer
            }
        };
        let changed = match &self.before {
            None => Changed::whole(&picture),
            Some(before) => Changed::between(before, &picture),
        };
        if self.before.is_some() {
            writer.reset_frame_position().map_err(told)?;
            writer.set_frame_dimension(changed.size.0, changed.size.1).map_err(told)?;
            writer.set_frame_position(changed.at.0, changed.at.1).map_err(told)?;
            writer.set_blend_op(BlendOp::Over).map_err(told)?;
        }
        if self.frames > 1 {
            let lasts = u16::try_from(lasts.as_millis()).unwrap_or(u16::MAX);
            writer.set_frame_delay(lasts, 1_000).map_err(told)?;
        }
        writer.write_image_data(&changed.bytes).map_err(told)?;
        (self.writer, self.before, self.added) = (Some(writer), Some(picture), self.added + 1);
        Ok(())
    }

    /// Writes what comes before the first of so many pictures.
    fn begun(&self, frames: u32, to: &Shared) -> Result<Writer<Shared>, png::EncodingError> {
        let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let mut encoder = Encoder::new(to.clone(), side(self.size.0), side(self.size.1));
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        if self.frames > 1 {
            encoder.set_animated(frames, 0)?;
        }
        encoder.write_header()
    }

    /// The file.
    ///
    /// # Errors
    /// When pictures are missing.
    pub fn finish(mut self) -> Result<Vec<u8>, String> {
        let told = |why: png::EncodingError| why.to_string();
        let writer = self.writer.take().ok_or("there is no picture in it")?;
        writer.finish().map_err(told)?;
        if !self.is_open && self.added != self.frames {
            return Err(format!("found {} pictures, expected {}", self.added, self.frames));
        }
        let mut bytes = std::mem::take(&mut *self.bytes.0.lock().unwrap_or_else(PoisonError::into_inner));
        if self.is_open {
            // The head says how many there are: it was written before that was known.
            let known = Shared::default();
            let _head = self.begun(self.added, &known).map_err(told)?;
            let head = known.0.lock().unwrap_or_else(PoisonError::into_inner);
            drop(bytes.splice(..self.head, head.iter().take(self.head).copied()));
        }
        Ok(bytes)
    }
}

/// What has changed from one picture to the next: a part of it, transparent wherever it is as before.
struct Changed {
    at: (u32, u32),
    size: (u32, u32),
    bytes: Vec<u8>,
}

impl Changed {
    fn whole(picture: &Picture) -> Self {
        let bytes = picture.colours().flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
        Self { at: (0, 0), size: (picture.width as u32, picture.height as u32), bytes }
    }

    fn between(before: &Picture, now: &Picture) -> Self {
        let width = now.width.max(1);
        let (mut low, mut high) = ((usize::MAX, usize::MAX), (0, 0));
        for (index, _) in before.colours().zip(now.colours()).enumerate().filter(|(_, (old, new))| old != new) {
            let (x, y) = (index % width, index / width);
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            return Self { at: (0, 0), size: (1, 1), bytes: vec![0; 4] };
        }
        let (wide, tall) = (high.0 - low.0 + 1, high.1 - low.1 + 1);
        let mut bytes = Vec::with_capacity(wide * tall * 4);
        for y in low.1..=high.1 {
            for x in low.0..=high.0 {
                let (old, new) = (before.pixel(x, y), now.pixel(x, y));
                let [red, green, blue] = new.unwrap_or_default();
                bytes.extend(if old == new { [0; 4] } else { [red, green, blue, 255] });
            }
        }
        Self { at: (low.0 as u32, low.1 as u32), size: (wide as u32, tall as u32), bytes }
    }
}

/// Reads a picture.
///
/// # Errors
/// When it is none, or has too many pixels.
pub fn read(bytes: &[u8]) -> Result<ColorImage, String> {
    let told = |why: png::DecodingError| why.to_string();
    let mut decoder = Decoder::new_with_limits(std::io::Cursor::new(bytes), Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(told)?;
    let (width, height) = reader.info().size();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("found a picture of {width}x{height} pixels, expected at most {MOST_PIXELS} of them"));
    }
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(told)?;
    let size = [frame.width as usize, frame.height as usize];
    let pixels = pixels.get(..frame.buffer_size()).unwrap_or_default();
    Ok(match frame.color_type {
        ColorType::GrayscaleAlpha => {
            let doubled: Vec<u8> = pixels.chunks_exact(2).flat_map(two_as_four).collect();
            ColorImage::from_rgba_unmultiplied(size, &doubled)
        }
        _ => ColorImage::from_rgba_unmultiplied(size, pixels),
    })
}

/// A grey and how dense it is, as a colour.
fn two_as_four(pixel: &[u8]) -> [u8; 4] {
    match pixel {
        [grey, dense] => [*grey, *grey, *grey, *dense],
        _ => [0; 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of one colour with a square of another in it.
    fn painted(at: usize) -> Picture {
        let pixel = |x: usize, y: usize| if x / 4 == at && y / 4 == at { [250, 20, 20, 255] } else { [9, 80, 9, 255] };
        let bytes: Vec<u8> = (0..24 * 32).flat_map(|index| pixel(index % 32, index / 32)).collect();
        Picture::of_bytes(32, &bytes)
    }

    /// The pictures in a file, each as it is seen.
    fn played(bytes: &[u8]) -> Vec<Vec<[u8; 3]>> {
        let mut reader = Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let frames = reader.info().animation_control.map_or(1, |control| control.num_frames);
        let (width, height) = reader.info().size();
        let mut page = vec![[0; 3]; (width * height) as usize];
        let mut all = Vec::new();
        for _ in 0..frames {
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let frame = reader.next_frame(&mut pixels).unwrap();
            let at = reader.info().frame_control.map_or((0, 0), |frame| (frame.x_offset, frame.y_offset));
            for (index, pixel) in pixels[..frame.buffer_size()].chunks_exact(4).enumerate() {
                let (x, y) = (index as u32 % frame.width + at.0, index as u32 / frame.width + at.1);
                if pixel[3] == 255 {
                    page[(y * width + x) as usize] = [pixel[0], pixel[1], pixel[2]];
                }
            }
            all.push(page.clone());
        }
        all
    }

    /// Promise: a film has as many frames as pictures, of their size, and each is seen as its picture is.
    #[test]
    fn a_film_shows_its_pictures() {
        let pictures = [painted(1), painted(3), painted(3), painted(0)];
        let mut sheet = Sheet::of(pictures.len(), Duration::from_millis(400));
        pictures.iter().for_each(|picture| sheet.add(picture.clone()).unwrap());
        let bytes = sheet.finish().unwrap();
        let seen = played(&bytes);
        assert_eq!(seen.len(), 4);
        for (picture, frame) in pictures.iter().zip(&seen) {
            assert_eq!(picture.colours().collect::<Vec<_>>(), *frame);
        }
        let reader = Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let frame = reader.info().frame_control.unwrap();
        assert_eq!((frame.delay_num, frame.delay_den), (400, 1_000));
        assert_eq!(reader.info().size(), (32, 24));
    }

    /// Promise: where nobody knows before how many pictures a film gets, it has as many as were added, each seen for as long as
    /// was said.
    #[test]
    fn a_film_has_as_many_pictures_as_were_added() {
        let pictures = [painted(1), painted(3), painted(0)];
        let mut sheet = Sheet::up_to(9);
        for (picture, lasts) in pictures.iter().zip([80, 900, 80]) {
            sheet.add_for(picture.clone(), Duration::from_millis(lasts)).unwrap();
        }
        let bytes = sheet.finish().unwrap();
        let seen = played(&bytes);
        assert_eq!(seen.len(), 3);
        for (picture, frame) in pictures.iter().zip(&seen) {
            assert_eq!(picture.colours().collect::<Vec<_>>(), *frame);
        }
        let mut reader = Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        for lasts in [80, 900, 80] {
            reader.next_frame(&mut pixels).unwrap();
            assert_eq!(reader.info().frame_control.unwrap().delay_num, lasts);
        }
    }

    /// Promise: what is missing, too much or of another size is told.
    #[test]
    fn a_film_that_is_none_says_why() {
        assert!(Sheet::of(2, Duration::ZERO).finish().is_err());
        let mut sheet = Sheet::of(2, Duration::ZERO);
        sheet.add(painted(1)).unwrap();
        assert!(sheet.add(Picture::of_bytes(2, &[0; 16])).unwrap_err().contains("size"));
        let mut short = Sheet::of(2, Duration::ZERO);
        short.add(painted(1)).unwrap();
        assert!(short.finish().is_err());
    }

    /// Promise: one picture is written and read as it is, and what is no picture says so.
    #[test]
    fn a_picture_is_read_as_it_is_written() {
        let mut sheet = Sheet::of(1, Duration::ZERO);
        sheet.add(painted(2)).unwrap();
        let image = read(&sheet.finish().unwrap()).unwrap();
        assert_eq!(image.size, [32, 24]);
        let colours = image.pixels.iter().map(|pixel| [pixel.r(), pixel.g(), pixel.b()]);
        assert!(colours.eq(painted(2).colours()));
        assert!(read(b"no picture").is_err() && read(b"").is_err());
    }
}
