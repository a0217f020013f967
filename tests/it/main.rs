//! What must hold from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is missing")]

mod analysis;
mod authors;
mod balance;
mod battles;
mod codes;
mod command_line;
mod copies;
mod crowds;
mod deep;
mod drill;
mod engine;
mod first_game;
mod front_door;
mod fuzz;
mod goldens;
mod hidden;
mod house;
mod inherited;
mod inside;
mod judgement;
mod kept;
mod kit;
mod learn;
mod lessons;
mod minds;
mod mixes;
mod odds;
mod odds_hursagmu;
mod odds_of_answers;
mod odds_of_courses;
mod odds_old_school;
mod offers;
mod outlooks;
mod own_games;
#[cfg(feature = "window")]
mod own_looks;
#[cfg(feature = "window")]
mod pictures;
mod plain_words;
mod reference;
mod stats;
mod sweeps;
#[cfg(feature = "window")]
mod window;
#[cfg(feature = "window")]
mod window_ahead;
#[cfg(feature = "window")]
mod window_aim;
#[cfg(feature = "window")]
mod window_answers;
#[cfg(feature = "window")]
mod window_approach;
#[cfg(feature = "window")]
mod window_areas;
#[cfg(feature = "window")]
mod window_asks;
#[cfg(feature = "window")]
mod window_balance;
#[cfg(feature = "window")]
mod window_bar;
#[cfg(feature = "window")]
mod window_battle;
#[cfg(feature = "window")]
mod window_book;
#[cfg(feature = "window")]
mod window_camp;
#[cfg(feature = "window")]
mod window_cards;
#[cfg(feature = "window")]
mod window_digits;
#[cfg(feature = "window")]
mod window_drawers;
#[cfg(feature = "window")]
mod window_ears;
#[cfg(feature = "window")]
mod window_end;
#[cfg(feature = "window")]
mod window_fallen;
#[cfg(feature = "window")]
mod window_field;
#[cfg(feature = "window")]
mod window_habits;
#[cfg(feature = "window")]
mod window_hidden;
#[cfg(feature = "window")]
mod window_hint;
#[cfg(feature = "window")]
mod window_keys;
#[cfg(feature = "window")]
mod window_large;
#[cfg(feature = "window")]
mod window_learn;
#[cfg(feature = "window")]
mod window_lessons;
#[cfg(feature = "window")]
mod window_links;
#[cfg(feature = "window")]
mod window_log;
#[cfg(feature = "window")]
mod window_pad;
#[cfg(feature = "window")]
mod window_place;
#[cfg(feature = "window")]
mod window_present;
#[cfg(feature = "window")]
mod window_prices;
#[cfg(feature = "window")]
mod window_promised;
#[cfg(feature = "window")]
mod window_questions;
#[cfg(feature = "window")]
mod window_reload;
#[cfg(feature = "window")]
mod window_review;
#[cfg(feature = "window")]
mod window_rides;
#[cfg(feature = "window")]
mod window_saves;
#[cfg(feature = "window")]
mod window_seats;
#[cfg(feature = "window")]
mod window_shown;
#[cfg(feature = "window")]
mod window_sound;
#[cfg(feature = "window")]
mod window_start;
#[cfg(feature = "window")]
mod window_strikes;
#[cfg(feature = "window")]
mod window_thinking;
#[cfg(feature = "window")]
mod window_threat;
#[cfg(feature = "window")]
mod window_timeline;
#[cfg(feature = "window")]
mod window_tips;
#[cfg(feature = "window")]
mod window_tokens;
#[cfg(feature = "window")]
mod window_touch;
#[cfg(feature = "window")]
mod window_ways;
#[cfg(feature = "window")]
mod window_words;
