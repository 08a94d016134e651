//! What to measure.

use std::time::Duration;

use mores::Integers;

/// The choices on the command line.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The classes to measure; all if empty.
    pub classes: Vec<String>,
    /// With which arithmetic.
    pub integers: Vec<Integers>,
    /// How long one class may take.
    pub budget: Duration,
}

/// Reads the arguments after `interfaces`.
pub fn parse(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        classes: Vec::new(),
        integers: vec![Integers::Wrapping, Integers::Mathematical],
        budget: Duration::from_secs(10),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--integers" => options.integers = vec![integers(args.next().map_or("", String::as_str))?],
            "--budget" => options.budget = seconds(args.next().map_or("", String::as_str))?,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            class => options.classes.push(class.into()),
        }
    }
    Ok(options)
}

/// The arithmetic of this name.
pub fn integers(name: &str) -> Result<Integers, String> {
    let all = [Integers::Wrapping, Integers::Mathematical];
    let found = all.into_iter().find(|integers| integers.name() == name);
    found.ok_or_else(|| format!("integers are wrapping or mathematical, not {name:?}"))
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a budget is a number of seconds, not {text:?}");
    let number: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mores::Integers;

    use super::parse;

    fn args(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn classes_and_options_may_be_mixed() {
        let options = parse(&args("Stack --budget 2.5 --integers mathematical Session")).expect("it is right");
        assert_eq!(options.classes, ["Stack", "Session"]);
        assert_eq!(options.integers, [Integers::Mathematical]);
        assert_eq!(options.budget, Duration::from_millis(2500));
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for line in ["--budget", "--budget -1", "--budget soon", "--integers", "--integers big", "--fast"] {
            assert!(parse(&args(line)).is_err(), "{line}");
        }
    }
}
