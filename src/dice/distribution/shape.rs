//! The distribution of an expression, reckoned out once and remembered.

use std::{cell::RefCell, sync::Arc, thread::LocalKey};

use smallvec::SmallVec;

use super::{Distribution, Whole, pool::Pool};
use crate::dice::{Expr, Term};

/// So many shapes are remembered on each thread.
const REMEMBERED: usize = 64;
/// Shapes with more outcomes than this are not worth the memory.
const LARGEST_REMEMBERED: usize = 1000;

type Shape = Arc<Distribution<i32>>;

/// Shapes by what they are the shapes of.
type Remembered<K> = RefCell<Vec<(K, Shape)>>;

thread_local! {
    static SHAPES: Remembered<SmallVec<[Term; 2]>> = const { RefCell::new(Vec::new()) };
    static APART: Remembered<(Expr, Expr)> = const { RefCell::new(Vec::new()) };
}

/// The distribution of the dice of an expression, without the number added to them: so that
/// `2d6` and `2d6+3` are remembered as one.
pub(in crate::dice) fn shape_of(expr: &Expr) -> Shape {
    let is_it = |terms: &SmallVec<[Term; 2]>| terms[..] == *expr.terms();
    remembered(&SHAPES, is_it, || (expr.terms().into(), worked_out(expr.terms())))
}

/// The shape whose key `is_it`, worked out with that key where none is remembered.
fn remembered<K: 'static>(
    all: &'static LocalKey<Remembered<K>>,
    is_it: impl Fn(&K) -> bool,
    work_out: impl FnOnce() -> (K, Distribution<i32>),
) -> Shape {
    let known = all.with_borrow(|all| all.iter().find(|(key, _)| is_it(key)).map(|(_, shape)| Arc::clone(shape)));
    known.unwrap_or_else(|| {
        let (key, shape) = work_out();
        let shape = Arc::new(shape);
        if shape.outcomes.len() <= LARGEST_REMEMBERED {
            all.with_borrow_mut(|all| {
                if all.len() == REMEMBERED {
                    all.clear();
                }
                all.push((key, Arc::clone(&shape)));
            });
        }
        shape
    })
}

fn worked_out(terms: &[Term]) -> Distribution<i32> {
    let pool = terms.iter().fold(Pool::empty(), Pool::with);
    let outcomes = (pool.least..).zip(pool.ways).filter(|(_, ways)| *ways != Whole::ZERO);
    Distribution::reduced(outcomes.collect())
}

impl Distribution<i32> {
    /// By how much the total of one throw is above that of another: what contests are asked again and again.
    pub fn difference(one: &Expr, other: &Expr) -> Arc<Self> {
        remembered(
            &APART,
            |(a, b)| a == one && b == other,
            || {
                let (mine, theirs) = (Self::from_expr(one), Self::from_expr(other));
                let apart = mine.combine(&theirs, |mine, theirs| mine.saturating_sub(*theirs));
                ((one.clone(), other.clone()), apart)
            },
        )
    }

    /// The totals of an expression.
    pub fn from_expr(expr: &Expr) -> Self {
        let shape = shape_of(expr);
        let shifted = |(total, ways): &(i32, Whole)| (total + expr.added(), ways.clone());
        Self { outcomes: shape.outcomes.iter().map(shifted).collect(), total: shape.total.clone() }
    }
}
