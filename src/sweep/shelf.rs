//! The folder in which the finished jobs of a sweep lie: each a file of its own, written whole or not at all. Whoever is killed
//! loses the job that they were at and no other, and several machines may fill one folder at a time.

use std::path::{Path, PathBuf};

use super::{Job, Sweep};
use crate::files;
use crate::rulebook::reader::Problem;
use crate::sim::{MOST_BYTES, Part, Run, Spoilt};

/// The sweep, as its file says it.
const SWEEP: &str = "sweep.ron";
/// The folder of jobs.
const JOBS: &str = "jobs";
/// Jobs in a folder.
const A_FOLDER: u64 = 1_000;

/// A folder with the jobs of a sweep.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// Why jobs cannot be kept, or looked at.
#[derive(Debug, thiserror::Error)]
pub enum Unshelved {
    /// The folder or a file in it cannot be read or written.
    #[error("{file}: {why}")]
    File {
        /// Which.
        file: String,
        /// What the system says.
        why: std::io::Error,
    },
    /// The folder has jobs already, and nobody said that they shall be gone on with.
    #[error("{0}: finished jobs lie here already; --resume goes on with them, --out names another folder")]
    Begun(String),
    /// The folder is that of another sweep.
    #[error("{0}: the sweep of this folder is another one; --out names another folder")]
    Other(String),
    /// The file of a job is spoilt.
    #[error("{}", .why.in_file(.file))]
    Spoilt {
        /// Which.
        file: PathBuf,
        /// How.
        why: Spoilt,
    },
    /// The file of a job is that of another run.
    #[error("{file}: a part of another run: found {what} {found}, expected {expected}")]
    Foreign {
        /// Which.
        file: String,
        /// In what it differs.
        what: &'static str,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
}

impl Shelf {
    /// A folder for a sweep. It is made if it is not there; if it has jobs, they must be of the same sweep, and `resumed`.
    ///
    /// # Errors
    /// When it cannot be written, has jobs that nobody resumes, or is of another sweep.
    pub fn for_sweep(folder: &Path, sweep: &Sweep, resumed: bool) -> Result<Self, Unshelved> {
        let shelf = Self { folder: folder.to_owned() };
        let (own, jobs) = (folder.join(SWEEP), folder.join(JOBS));
        files::make(&jobs).map_err(of_file(&jobs))?;
        files::sweep(folder);
        match files::read(&own, MOST_BYTES) {
            Ok(text) if text != sweep.text.as_bytes() => return Err(Unshelved::Other(folder.display().to_string())),
            Ok(_) => {}
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(of_file(&own)(why)),
            Err(_) => files::write(&own, sweep.text.as_bytes()).map_err(of_file(&own))?,
        }
        let mut is_begun = false;
        for inside in std::fs::read_dir(&jobs).map_err(of_file(&jobs))?.flatten() {
            files::sweep(&inside.path());
            is_begun = true;
        }
        if is_begun && !resumed { Err(Unshelved::Begun(folder.display().to_string())) } else { Ok(shelf) }
    }

    /// A folder that a sweep has left, and the sweep.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(folder: &Path) -> Result<(Self, Sweep), Vec<Problem>> {
        let sweep = Sweep::read(&folder.join(SWEEP)).map_err(|wrong| {
            let told = |problem: Problem| problem.with_help("`sortie sweep FILE --out FOLDER` makes such a folder");
            wrong.into_iter().map(told).collect::<Vec<_>>()
        })?;
        Ok((Self { folder: folder.to_owned() }, sweep))
    }

    /// The file of a job.
    pub fn file_of(&self, job: u64) -> PathBuf {
        let file = format!("{job:08}.json");
        self.folder.join(JOBS).join(format!("{:05}", job / A_FOLDER)).join(file)
    }

    /// Keeps what came of a job.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, job: u64, part: &Part) -> Result<(), Unshelved> {
        let file = self.file_of(job);
        let folder = file.parent().unwrap_or(&self.folder);
        files::make(folder).map_err(of_file(folder))?;
        let bytes = part.to_bytes().map_err(of_file(&file))?;
        files::write(&file, &bytes).map_err(of_file(&file))
    }

    /// What came of a job, if it is finished; whether it is of the right run is for others to say.
    ///
    /// # Errors
    /// When its file cannot be read, or is spoilt.
    pub fn part(&self, job: u64) -> Result<Option<Part>, Unshelved> {
        let file = self.file_of(job);
        match files::read(&file, MOST_BYTES) {
            Ok(bytes) => Part::read(&bytes).map(Some).map_err(|why| Unshelved::Spoilt { file, why }),
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(why) => Err(of_file(&file)(why)),
        }
    }

    /// Whether a job is finished. Its file must be of this run and share.
    ///
    /// # Errors
    /// When its file cannot be read, is spoilt, or of another run.
    pub fn has(&self, job: Job, run: &Run) -> Result<bool, Unshelved> {
        let Some(part) = self.part(job.number)? else { return Ok(false) };
        let share = || ("share", part.shard.to_string(), job.shard.to_string());
        match run.difference(&part.run).or_else(|| (part.shard != job.shard).then(share)) {
            None => Ok(true),
            Some((what, found, expected)) => {
                let file = self.file_of(job.number).display().to_string();
                Err(Unshelved::Foreign { file, what, found, expected })
            }
        }
    }
}

fn of_file(file: &Path) -> impl Fn(std::io::Error) -> Unshelved + use<> {
    let file = file.display().to_string();
    move |why| Unshelved::File { file: file.clone(), why }
}
