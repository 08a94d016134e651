//! What to learn, written as `mores interface` is called.

use std::path::{Path, PathBuf};

use mores::report::View;
use mores::{Engine, InterfaceRequest, Scheme};

use crate::options;

/// The words of a line; single quotes hold one together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

/// Reads the arguments of `mores interface`, as far as the benchmarks use them. Sources are found from the root of the
/// checkout.
pub fn parse(args: &[String]) -> Result<InterfaceRequest, String> {
    let mut request = InterfaceRequest::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--package-access" => request.package_access = true,
            "--integers" => request.integers = options::integers(value()?)?,
            "--class" => request.class = Some(value()?.clone()),
            "--engine" => request.engine = engine(value()?)?,
            "--no-por" | "--no-matching" => without(&mut request.engine, arg)?,
            "--refine" => refined(&mut request.engine, value()?)?,
            option if option.starts_with("--") => limit(&mut request.view, option, &mut value)?,
            path => request.path = located(path),
        }
    }
    if request.path.as_os_str().is_empty() {
        Err("a class is missing".into())
    } else {
        Ok(request)
    }
}

fn engine(name: &str) -> Result<Engine, String> {
    match name {
        "default" => Ok(Engine::Default),
        "hybrid" => Ok(Engine::Hybrid {
            por: true,
            matching: true,
        }),
        "psyco" => Ok(Engine::Psyco),
        "may-must" => Ok(Engine::MayMust(Scheme::default())),
        other => Err(format!("there is no engine {other}")),
    }
}

/// Switches a reduction off; the engine must have been chosen before.
fn without(engine: &mut Engine, option: &str) -> Result<(), String> {
    match engine {
        Engine::Hybrid { por, .. } if option == "--no-por" => *por = false,
        Engine::Hybrid { matching, .. } => *matching = false,
        Engine::Default | Engine::Psyco | Engine::MayMust(_) => {
            return Err(format!("{option} needs --engine hybrid"));
        }
    }
    Ok(())
}

/// Says how an abstraction is refined; the engine must have been chosen before.
fn refined(engine: &mut Engine, name: &str) -> Result<(), String> {
    let scheme = Scheme::named(name).ok_or_else(|| format!("there is no scheme {name}"))?;
    match engine {
        Engine::MayMust(chosen) => *chosen = scheme,
        Engine::Default | Engine::Psyco | Engine::Hybrid { .. } => {
            return Err("--refine needs --engine may-must".into());
        }
    }
    Ok(())
}

/// Options that say which calls, which arguments and which errors.
fn limit<'a>(
    view: &mut View,
    option: &str,
    value: &mut dyn FnMut() -> Result<&'a String, String>,
) -> Result<(), String> {
    match option {
        "--methods" => view.methods = names(value()?),
        "--exclude" => view.exclude = names(value()?),
        "--error-exceptions" => view.error_exceptions = names(value()?),
        "--allow-exceptions" => view.allow_exceptions = names(value()?),
        "--error-when" => view.error_when = Some(value()?.clone()),
        "--arguments" => view.any_arguments = value()? == "any",
        "--error-waiting" => view.error_waiting = true,
        "--pool" => {
            let (name, values) = pool(value()?)?;
            view.pool.insert(name, values);
        }
        option => return Err(format!("there is no option {option}")),
    }
    Ok(())
}

fn located(path: &str) -> PathBuf {
    let in_checkout = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    if in_checkout.exists() {
        in_checkout
    } else {
        path.into()
    }
}

/// Names separated by commas; those between parentheses belong to one name.
fn names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut inside = false;
    for c in text.chars() {
        inside = (inside || c == '(') && c != ')';
        match names.last_mut() {
            Some(name) if c != ',' || inside => name.push(c),
            _ => names.push(String::new()),
        }
    }
    names
}

/// `capacity=1,2`
fn pool(text: &str) -> Result<(String, Vec<i64>), String> {
    let wrong = || format!("a pool is a parameter and its values, not {text:?}");
    let (name, values) = text.split_once('=').ok_or_else(wrong)?;
    let values = values
        .split(',')
        .map(|v| v.parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    Ok((name.into(), values))
}

#[cfg(test)]
mod tests {
    use super::{parse, words};

    #[test]
    fn a_line_is_read_as_the_shell_would() {
        let line = "java.util.Stack --methods 'push(int, int),pop' --pool n=1,2 --error-waiting";
        let request = parse(&words(line)).expect("the line is right");
        assert_eq!(request.path.to_str(), Some("java.util.Stack"));
        assert_eq!(request.view.methods, ["push(int, int)", "pop"]);
        assert_eq!(request.view.pool["n"], [1, 2]);
        assert!(request.view.error_waiting);
    }

    #[test]
    fn what_makes_no_sense_is_said() {
        for line in [
            "",
            "C --methods",
            "C --pool n",
            "C --pool n=x",
            "C --fast",
            "C --integers small",
            "C --no-por",
            "C --refine wp",
        ] {
            assert!(parse(&words(line)).is_err(), "{line}");
        }
    }
}
