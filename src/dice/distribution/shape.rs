//! The distribution of an expression, reckoned out once and remembered.

use std::{cell::RefCell, sync::Arc};

use smallvec::SmallVec;

use super::{Distribution, Whole, pool::Pool};
use crate::dice::{Expr, Term};

/// So many shapes are remembered on each thread.
const REMEMBERED: usize = 64;
/// Shapes with more outcomes than this are not worth the memory.
const LARGEST_REMEMBERED: usize = 1000;

type Shape = Arc<Distribution<i32>>;

thread_local! {
    static SHAPES: RefCell<Vec<(SmallVec<[Term; 2]>, Shape)>> = const { RefCell::new(Vec::new()) };
    static APART: RefCell<Vec<((Expr, Expr), Shape)>> = const { RefCell::new(Vec::new()) };
}

/// The distribution of the dice of an expression, without the number added to them: so that
/// `2d6` and `2d6+3` are remembered as one.
pub(in crate::dice) fn shape_of(expr: &Expr) -> Shape {
    let known = SHAPES.with_borrow(|shapes| {
        let known = shapes.iter().find(|(terms, _)| terms[..] == *expr.terms());
        known.map(|(_, shape)| Arc::clone(shape))
    });
    known.unwrap_or_else(|| remember(expr))
}

fn remember(expr: &Expr) -> Shape {
    let shape = Arc::new(worked_out(expr.terms()));
    if shape.outcomes.len() <= LARGEST_REMEMBERED {
        SHAPES.with_borrow_mut(|shapes| {
            if shapes.len() == REMEMBERED {
                shapes.clear();
            }
            shapes.push((expr.terms().into(), Arc::clone(&shape)));
        });
    }
    shape
}

fn worked_out(terms: &[Term]) -> Distribution<i32> {
    let pool = terms.iter().fold(Pool::empty(), Pool::with);
    let outcomes = (pool.least..).zip(pool.ways).filter(|(_, ways)| *ways != Whole::ZERO);
    Distribution::reduced(outcomes.collect())
}

impl Distribution<i32> {
    /// By how much the total of one throw is above that of another: what contests are asked again and again.
    pub fn difference(one: &Expr, other: &Expr) -> Arc<Self> {
        let known = APART.with_borrow(|apart| {
            let known = apart.iter().find(|((a, b), _)| a == one && b == other);
            known.map(|(_, shape)| Arc::clone(shape))
        });
        known.unwrap_or_else(|| {
            let (mine, theirs) = (Self::from_expr(one), Self::from_expr(other));
            let shape = Arc::new(mine.combine(&theirs, |mine, theirs| mine.saturating_sub(*theirs)));
            if shape.outcomes.len() <= LARGEST_REMEMBERED {
                APART.with_borrow_mut(|apart| {
                    if apart.len() == REMEMBERED {
                        apart.clear();
                    }
                    apart.push(((one.clone(), other.clone()), Arc::clone(&shape)));
                });
            }
            shape
        })
    }

    /// The totals of an expression.
    pub fn from_expr(expr: &Expr) -> Self {
        let shape = shape_of(expr);
        let shifted = |(total, ways): &(i32, Whole)| (total + expr.added(), ways.clone());
        Self { outcomes: shape.outcomes.iter().map(shifted).collect(), total: shape.total.clone() }
    }
}
