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
    /// The engines of the papers to compare the default with; none if empty.
    pub engines: Vec<String>,
    /// How long one class may take.
    pub budget: Duration,
    /// How many classes are measured at a time where engines are compared.
    pub jobs: usize,
}

/// How long one class may take with one engine, and with the default alone, unless it is said.
const COMPARED: Duration = Duration::from_secs(60);
const ALONE: Duration = Duration::from_secs(10);

/// Reads the arguments after `interfaces`.
pub fn parse(args: &[String]) -> Result<Options, String> {
    let (mut classes, mut engines, mut chosen, mut budget, mut jobs) =
        (Vec::new(), Vec::new(), None, None, 1);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().map_or("", String::as_str);
        match arg.as_str() {
            "--integers" => chosen = Some(vec![integers(value())?]),
            "--budget" => budget = Some(seconds(value())?),
            "--jobs" => {
                jobs = value()
                    .parse()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or("jobs are a number from 1")?
            }
            "--engines" => engines = value().split(',').map(engine).collect::<Result<_, _>>()?,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            class => classes.push(class.into()),
        }
    }
    let (all, time) = match engines.is_empty() {
        true => (vec![Integers::Wrapping, Integers::Mathematical], ALONE),
        false => (vec![Integers::Wrapping], COMPARED),
    };
    Ok(Options {
        classes,
        integers: chosen.unwrap_or(all),
        engines,
        budget: budget.unwrap_or(time),
        jobs,
    })
}

fn engine(name: &str) -> Result<String, String> {
    let known = ["psyco", "hybrid"].contains(&name);
    known
        .then(|| name.to_string())
        .ok_or_else(|| format!("engines are psyco and hybrid, not {name:?}"))
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
        let options = parse(&args("Stack --budget 2.5 --integers mathematical Session"))
            .expect("it is right");
        assert_eq!(options.classes, ["Stack", "Session"]);
        assert_eq!(options.integers, [Integers::Mathematical]);
        assert_eq!(options.budget, Duration::from_millis(2500));
    }

    #[test]
    fn engines_are_compared_for_a_minute_each() {
        let options = parse(&args("--engines psyco,hybrid Stack")).expect("it is right");
        assert_eq!(options.engines, ["psyco", "hybrid"]);
        assert_eq!(
            (options.budget, options.integers.as_slice()),
            (Duration::from_secs(60), &[Integers::Wrapping][..])
        );
        assert_eq!(
            parse(&args("Stack")).expect("it is right").budget,
            Duration::from_secs(10)
        );
        assert!(parse(&args("--engines fast")).is_err() && parse(&args("--engines")).is_err());
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for line in [
            "--jobs 0",
            "--budget",
            "--budget -1",
            "--budget soon",
            "--integers",
            "--integers big",
            "--fast",
        ] {
            assert!(parse(&args(line)).is_err(), "{line}");
        }
    }
}
