//! The way out to the loudspeakers. It is opened with the first sound and rests where nothing is wanted; a device that is
//! not there, or goes away, leaves the program silent. Opening it and making the sounds may take a while: both are done on a
//! thread of their own, and no frame waits for them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bevy::platform::time::Instant;
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{Device, FromSample, I24, SampleFormat, SizedSample, Stream, StreamConfig};

use super::Cue;
use crate::sound::{BOOK, Mixer, Sound, render};

/// As many takes of a sound as there are.
const TAKES: u64 = 4;
/// After so long without a sound the device rests, and after so long without one it is tried again.
const RESTS: Duration = Duration::from_secs(8);
const AGAIN: Duration = Duration::from_secs(60);
/// What could not be played for so long, since the device was still being opened, is not played any more.
const LATE: Duration = Duration::from_millis(600);

/// What is to be heard: since when, what, and how loud from 0 to 1.
type Wanted = (Instant, Vec<Cue>, f32);

/// Why nothing can be heard.
type Mute = Arc<Mutex<Option<Arc<str>>>>;

/// The way out, once something was to be heard.
#[derive(Default)]
pub struct Out {
    way: Option<Way>,
    mute: Mute,
}

/// Who plays.
enum Way {
    /// A thread of its own.
    Thread(Sender<Wanted>),
    /// Each frame, where there are no threads.
    Here(Box<Speakers>),
}

impl Out {
    /// Lets these sound, so loud from 0 to 1; says why nothing can be heard, once that is known.
    pub fn play(&mut self, cues: Vec<Cue>, loud: f32) -> Option<Arc<str>> {
        let is_wanted = !cues.is_empty() && loud > 0.0;
        if is_wanted && self.way.is_none() {
            self.way = Some(Way::of(&self.mute));
        }
        match &mut self.way {
            Some(Way::Thread(line)) if is_wanted => {
                // The other end goes with this one, not before.
                let _ = line.send((Instant::now(), cues, loud));
            }
            Some(Way::Here(speakers)) if is_wanted => note(&self.mute, speakers.play(&cues, loud)),
            Some(Way::Here(speakers)) => speakers.rest(),
            _ => {}
        }
        self.mute.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Way {
    fn of(mute: &Mute) -> Self {
        let (line, wanted) = channel();
        let mute = mute.clone();
        let thread = std::thread::Builder::new().name("sound".to_owned());
        match thread.spawn(move || play_on(&wanted, &mute)) {
            Ok(_) => Self::Thread(line),
            Err(_) => Self::Here(Box::default()),
        }
    }
}

/// Plays what is wanted until nobody wants anything any more.
fn play_on(wanted: &Receiver<Wanted>, mute: &Mute) {
    let mut speakers = Speakers::default();
    loop {
        match wanted.recv_timeout(RESTS) {
            Ok((since, cues, loud)) if since.elapsed() < LATE => note(mute, speakers.play(&cues, loud)),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => speakers.rest(),
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn note(mute: &Mute, outcome: Result<(), String>) {
    *mute.lock().unwrap_or_else(PoisonError::into_inner) = outcome.err().map(Into::into);
}

/// The device, if it could be opened.
#[derive(Default)]
struct Speakers {
    open: Option<Open>,
    /// When opening failed last, and why.
    failed: Option<(Instant, String)>,
    /// Which take of each sound was heard last.
    takes: BTreeMap<Sound, u64>,
}

/// A sound that sets out for the mixer: after how many samples, how loud, and how far to a side.
type Sent = (Arc<[f32]>, usize, f32, f32);

/// A device that was opened.
struct Open {
    stream: Stream,
    rate: u32,
    voices: Sender<Sent>,
    /// The device went away.
    is_lost: Arc<AtomicBool>,
    rendered: BTreeMap<(Sound, u64), Arc<[f32]>>,
    last: Instant,
    rests: bool,
}

impl Speakers {
    /// Lets these sound, so loud from 0 to 1; or why nothing can be heard.
    fn play(&mut self, cues: &[Cue], loud: f32) -> Result<(), String> {
        if self.open.as_ref().is_some_and(|open| open.is_lost.load(Ordering::Relaxed)) {
            (self.open, self.failed) = (None, Some((Instant::now(), "The sound device has gone.".to_owned())));
        }
        if self.open.is_none() {
            if let Some((when, why)) = &self.failed
                && when.elapsed() < AGAIN
            {
                return Err(why.clone());
            }
            match Open::new() {
                Ok(open) => (self.open, self.failed) = (Some(open), None),
                Err(why) => {
                    let why = format!("No sound device can be used ({why}).");
                    self.failed = Some((Instant::now(), why.clone()));
                    return Err(why);
                }
            }
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        open.wake();
        for cue in cues {
            let take = self.takes.entry(cue.sound).or_default();
            *take = (*take + 1) % TAKES;
            open.send(cue, *take, loud);
        }
        Ok(())
    }

    /// A silent program keeps no device busy.
    fn rest(&mut self) {
        self.open.iter_mut().for_each(Open::rest);
    }
}

impl Open {
    fn new() -> Result<Self, String> {
        let told = |why: cpal::Error| why.to_string();
        let device = cpal::default_host().default_output_device().ok_or("there is none")?;
        let usual = device.default_output_config().map_err(told)?;
        let (format, config) = (usual.sample_format(), usual.config());
        let rate = config.sample_rate;
        let (voices, heard) = channel();
        let is_lost = Arc::new(AtomicBool::new(false));
        let lost = is_lost.clone();
        let stream = match format {
            SampleFormat::F32 => build::<f32>(&device, config, heard, lost),
            SampleFormat::F64 => build::<f64>(&device, config, heard, lost),
            SampleFormat::I8 => build::<i8>(&device, config, heard, lost),
            SampleFormat::I16 => build::<i16>(&device, config, heard, lost),
            SampleFormat::I24 => build::<I24>(&device, config, heard, lost),
            SampleFormat::I32 => build::<i32>(&device, config, heard, lost),
            SampleFormat::U8 => build::<u8>(&device, config, heard, lost),
            SampleFormat::U16 => build::<u16>(&device, config, heard, lost),
            other => return Err(format!("it wants samples of the kind {other}")),
        }
        .map_err(told)?;
        stream.play().map_err(told)?;
        let rendered = BTreeMap::new();
        Ok(Self { stream, rate, voices, is_lost, rendered, last: Instant::now(), rests: false })
    }

    /// Sends a take of a sound, which is made when it is wanted first.
    fn send(&mut self, cue: &Cue, take: u64, loud: f32) {
        let Some(recipe) = BOOK.as_ref().ok().and_then(|book| book.recipe(cue.sound)) else { return };
        let rate = self.rate;
        let samples = self.rendered.entry((cue.sound, take)).or_insert_with(|| render(recipe, take, rate).into());
        let waits = (cue.after.clamp(0.0, 10.0) * f64::from(rate)) as usize;
        // The other end is gone where the device is; that is noticed by itself.
        let _ = self.voices.send((samples.clone(), waits, loud, cue.side));
        self.last = Instant::now();
    }

    /// Rests after a while. Not every device can; one that cannot goes on in silence.
    fn rest(&mut self) {
        if !self.rests && self.last.elapsed() > RESTS {
            self.rests = self.stream.pause().is_ok();
        }
    }

    fn wake(&mut self) {
        if self.rests {
            self.rests = false;
            self.is_lost.fetch_or(self.stream.play().is_err(), Ordering::Relaxed);
        }
    }
}

/// A stream of samples of one kind, which mixes what it is sent.
fn build<T: SizedSample + FromSample<f32>>(
    device: &Device,
    config: StreamConfig,
    heard: Receiver<Sent>,
    is_lost: Arc<AtomicBool>,
) -> Result<Stream, cpal::Error> {
    let channels = usize::from(config.channels).max(1);
    let mut mixer = Mixer::default();
    let fill = move |samples: &mut [T], _: &cpal::OutputCallbackInfo| {
        while let Ok((samples, waits, loud, side)) = heard.try_recv() {
            mixer.begin(samples, waits, loud, side);
        }
        for frame in samples.chunks_mut(channels) {
            let [left, right] = if mixer.is_silent() { [0.0, 0.0] } else { mixer.frame() };
            match frame {
                [one] => *one = T::from_sample((left + right) / 2.0_f32.sqrt()),
                [first, second, rest @ ..] => {
                    (*first, *second) = (T::from_sample(left), T::from_sample(right));
                    rest.fill(T::from_sample(0.0));
                }
                [] => {}
            }
        }
    };
    let failed = move |why: cpal::Error| {
        use cpal::ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
        // A gap, or another device in its place, is no end.
        if !matches!(why.kind(), DeviceChanged | RealtimeDenied | Xrun) {
            is_lost.store(true, Ordering::Relaxed);
        }
    };
    device.build_output_stream(config, fill, failed, None)
}
