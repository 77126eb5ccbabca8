//! How far two judges agree who judged the same rows, one by one.

/// Cohen's κ of paired categories: 1 is full agreement, 0 as much as chance brings, below 0 less. `None` where
/// chance alone would agree fully (each judge used one and the same category throughout), or without pairs.
///
/// Source: Cohen 1960, κ = (p_o − p_e) / (1 − p_e).
pub fn cohen_kappa<T: PartialEq>(pairs: &[(T, T)]) -> Option<f64> {
    let count = pairs.len() as f64;
    if pairs.is_empty() {
        return None;
    }
    let mut categories: Vec<&T> = Vec::new();
    for (first, second) in pairs {
        for category in [first, second] {
            if !categories.contains(&category) {
                categories.push(category);
            }
        }
    }
    let observed = pairs.iter().filter(|(first, second)| first == second).count() as f64 / count;
    let by_chance: f64 = categories
        .iter()
        .map(|category| {
            let first = pairs.iter().filter(|(first, _)| first == *category).count() as f64;
            let second = pairs.iter().filter(|(_, second)| second == *category).count() as f64;
            first * second / (count * count)
        })
        .sum();
    (by_chance < 1.0).then(|| (observed - by_chance) / (1.0 - by_chance))
}

#[cfg(test)]
mod tests {
    use super::cohen_kappa;

    #[test]
    fn kappa_by_hand() {
        let pairs = |text: &str| -> Vec<(char, char)> {
            text.split_whitespace()
                .map(|pair| {
                    let mut pair = pair.chars();
                    (pair.next().unwrap(), pair.next().unwrap())
                })
                .collect()
        };
        for (text, kappa) in [
            ("", None),
            ("yy yy yy", None),
            ("yy nn", Some(1.0)),
            ("yn ny", Some(-1.0)),
            ("yy yn", Some(0.0)),
            // p_o = 3/4, p_e = (2·1 + 2·3)/16 = 1/2.
            ("yy nn nn yn", Some(0.5)),
        ] {
            assert_eq!(cohen_kappa(&pairs(text)), kappa, "{text}");
        }
        // The table 20 5 / 10 15 of many text books: p_o = 0.7, p_e = 0.5, κ = 0.4.
        let mut book = Vec::new();
        for (pair, count) in [
            (('y', 'y'), 20),
            (('y', 'n'), 5),
            (('n', 'y'), 10),
            (('n', 'n'), 15),
        ] {
            book.extend(std::iter::repeat_n(pair, count));
        }
        assert!((cohen_kappa(&book).unwrap() - 0.4).abs() < 1e-12);
    }
}
