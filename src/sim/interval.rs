//! How sure a rate is.

/// The interval in which the true rate lies with 95% confidence, after `hits`
/// of `of` (Wilson's, which stays within 0 and 1 and is right for few battles too).
pub fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, rate) = (of as f64, hits as f64 / of as f64);
    let middle = rate + Z * Z / (2.0 * n);
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Figures from a published table of the interval.
    #[test]
    fn the_interval_is_that_of_the_tables() {
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 5e-4 && (a.1 - b.1).abs() < 5e-4;
        assert!(near(wilson(5, 10), (0.2366, 0.7634)), "{:?}", wilson(5, 10));
        assert!(near(wilson(0, 10), (0.0, 0.2775)), "{:?}", wilson(0, 10));
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
