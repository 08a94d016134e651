//! Times and sizes as people write them: `60s`, `2GB`.

use std::time::Duration;

/// A whole number with a unit: `500ms`, `60s`, `5m`, `1h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "give a whole number with a unit, like 500ms, 60s or 5m".to_owned();
    let (number, unit) = parts(text).ok_or_else(wrong)?;
    let seconds = |factor: u64| number.checked_mul(factor).map(Duration::from_secs);
    match unit {
        "ms" => Ok(Duration::from_millis(number)),
        "s" => Ok(Duration::from_secs(number)),
        "m" => seconds(60).ok_or_else(wrong),
        "h" => seconds(3600).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// A whole number with a unit, in bytes: `500MB`, `2GB`.
pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || "give a whole number with a unit, like 500MB or 2GB".to_owned();
    let (number, unit) = parts(text).ok_or_else(wrong)?;
    let bytes = match unit {
        "kB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(wrong()),
    };
    number.checked_mul(bytes).ok_or_else(wrong)
}

fn parts(text: &str) -> Option<(u64, &str)> {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit))
}
