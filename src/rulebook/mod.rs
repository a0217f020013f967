//! Reads and checks what lies in `rulesets/`.

pub mod book;
pub mod folder;
pub mod reader;
