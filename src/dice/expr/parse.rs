//! Reading an expression, with errors that say where and what was expected.

use super::{Expr, Keep, MAX_CONSTANT, MAX_DICE, MAX_SIDES, MAX_SPREAD, MAX_TERMS, Term, held};
use crate::dice::cursor::{Cursor, ExprError, bounded};

const DICE_OR_NUMBER: &str = "dice such as 2d6, or a number";

pub(super) fn parse(text: &str) -> Result<Expr, ExprError> {
    let mut cursor = Cursor::new(text);
    let mut expr = Expr::default();
    let mut subtracted = sign(&mut cursor).unwrap_or(false);
    loop {
        addend(&mut cursor, subtracted, &mut expr)?;
        match sign(&mut cursor) {
            Some(minus) => subtracted = minus,
            None if cursor.at_end() => return Ok(expr),
            None => return Err(cursor.wrong("+, - or the end")),
        }
    }
}

fn sign(cursor: &mut Cursor) -> Option<bool> {
    cursor.skip_spaces();
    let minus = cursor.take('-');
    (minus || cursor.take('+')).then(|| {
        cursor.skip_spaces();
        minus
    })
}

/// Reads one term or number, and adds it to the expression.
fn addend(cursor: &mut Cursor, subtracted: bool, expr: &mut Expr) -> Result<(), ExprError> {
    let start = cursor.position();
    let best = cursor.take_word("best");
    if best || cursor.take_word("worst") {
        cursor.skip_spaces();
        let (kept_at, kept) = (cursor.position(), cursor.required("how many dice to keep")?);
        cursor.skip_spaces();
        if !cursor.take_word("of") {
            return Err(cursor.wrong("\"of\", as in best 1 of 2d20"));
        }
        cursor.skip_spaces();
        let count = cursor.number();
        let term = dice(cursor, start, count, subtracted)?;
        let keep = keep(best, kept_at, kept, term.count)?;
        return add_term(expr, Term { keep, ..term }, start, cursor);
    }
    let count = cursor.number();
    if !cursor.next_is('d') {
        let number = count.ok_or_else(|| cursor.wrong(DICE_OR_NUMBER))?;
        let number = bounded(number, 0, MAX_CONSTANT, start, "a number")?;
        let sum = expr.constant.saturating_add(if subtracted { -number } else { number });
        expr.constant = held(sum);
        return if held(sum) == sum {
            Ok(())
        } else {
            Err(too_much(start, sum.to_string(), "in numbers", MAX_CONSTANT))
        };
    }
    let mut term = dice(cursor, start, count, subtracted)?;
    let best = cursor.take_word("kh");
    if best || cursor.take_word("kl") {
        let (kept_at, kept) = (cursor.position(), cursor.required("how many dice to keep")?);
        term.keep = keep(best, kept_at, kept, term.count)?;
    }
    add_term(expr, term, start, cursor)
}

/// Reads the `d6` of `2d6`, the 2 being read already.
fn dice(cursor: &mut Cursor, start: usize, count: Option<u64>, subtracted: bool) -> Result<Term, ExprError> {
    let count = bounded(count.unwrap_or(1), 1, MAX_DICE, start, "a count of dice")?;
    if !cursor.take('d') {
        return Err(cursor.wrong("dice such as 2d6"));
    }
    let at = cursor.position();
    let sides = bounded(cursor.required("the sides of the die")?, 1, MAX_SIDES, at, "sides")?;
    Ok(Term { count, subtracted, ..Term::die(sides) })
}

fn keep(best: bool, at: usize, kept: u64, count: u16) -> Result<Keep, ExprError> {
    let kept = bounded(kept, 1, count, at, "a number to keep")?;
    Ok(if best { Keep::Best(kept) } else { Keep::Worst(kept) })
}

fn add_term(expr: &mut Expr, term: Term, start: usize, cursor: &Cursor) -> Result<(), ExprError> {
    if expr.terms.len() == MAX_TERMS {
        return Err(too_much(start, cursor.found_since(start), "terms of dice", MAX_TERMS));
    }
    expr.terms.push(term);
    if expr.spread() > MAX_SPREAD {
        return Err(too_much(start, cursor.found_since(start), "dice times sides", MAX_SPREAD));
    }
    Ok(())
}

fn too_much(position: usize, found: String, what: &str, most: impl std::fmt::Display) -> ExprError {
    ExprError { position, found, expected: format!("at most {most} {what} altogether") }
}
