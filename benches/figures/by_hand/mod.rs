//! What somebody would write who needs the one number and nothing else: flat
//! arrays, no rule, no entity, no error. This is the limit that ours is held to.

pub mod ground;
pub mod odds;
pub mod plain;
pub mod skirmish;
