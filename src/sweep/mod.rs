//! Battles over a grid: scenarios, settings, figures and skills, each combination (a [`Cell`]) fought so many times.
//!
//! A file says what the grid is ([`Sweep`]). Each cell is a run of battles, and its jobs are equal shares of it, so a job can be
//! done anywhere and in any order, and what comes of it is a [`Part`](crate::sim::Part) like any other. Finished jobs lie in
//! a folder ([`Shelf`]); once all do, [`gather`] goes through them for the totals of each cell ([`Found`]), for rows of
//! single battles ([`Rows`]) and for a page of it all ([`page`]).

mod cell;
mod file;
mod fit;
mod found;
mod ground;
mod report;
mod rows;
mod shelf;
mod weigh;

pub use cell::{Axis, Cell, Job};
pub use file::Sweep;
pub use found::{Found, FoundCell, Ungathered, gather};
pub use ground::{Base, Grounds, Unready};
pub use report::page;
pub use rows::{Form, Rows};
pub use shelf::{Shelf, Unshelved};
pub use weigh::{Share, Weight, weights};
