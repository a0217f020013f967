//! The rulebook: the files players edit, and how they are read.

pub mod reader;
