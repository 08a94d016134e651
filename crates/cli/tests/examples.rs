//! The examples that the help shows work as they stand.

use crate::common::{folder, mores};

/// The commands below "Examples:" in the help of a command.
fn examples(help: &str) -> Vec<Vec<String>> {
    let shown = help
        .split_once("Examples:")
        .expect("the help has examples")
        .1
        .replace("\\\n", "");
    let commands = shown
        .lines()
        .filter_map(|line| line.strip_prefix("  mores "));
    commands
        .map(|line| line.split_whitespace().map(unquoted).collect())
        .collect()
}

/// A word as a shell passes it on.
fn unquoted(word: &str) -> String {
    word.strip_prefix('\'')
        .and_then(|w| w.strip_suffix('\''))
        .unwrap_or(word)
        .to_owned()
}

#[test]
fn every_example_of_the_help_works() {
    for command in ["", "interface", "check", "search", "diff", "equal", "emit"] {
        let folder = folder(&format!("examples-{command}"));
        let args: Vec<&str> = [command, "--help"]
            .into_iter()
            .filter(|a| !a.is_empty())
            .collect();
        let help = mores(&folder, &args);
        assert_eq!(help.code, Some(0), "{}", help.stderr);
        let examples = examples(&help.stdout);
        assert!(examples.len() >= 3, "{}", help.stdout);
        assert!(
            help.stdout
                .lines()
                .filter(|l| l.starts_with("  mores"))
                .all(|l| l.len() <= 82),
            "{}",
            help.stdout
        );
        for example in examples {
            let args: Vec<&str> = example.iter().map(String::as_str).collect();
            let run = mores(&folder, &args);
            assert_eq!(
                run.code,
                Some(0),
                "mores {}\n{}{}",
                example.join(" "),
                run.stdout,
                run.stderr
            );
        }
    }
}

/// Questions have examples for both answers.
#[test]
fn every_example_of_a_question_about_filters_is_answered() {
    let commands = [
        "filter",
        "compose",
        "commutes",
        "idempotent",
        "injective",
        "roundtrip",
        "avoids",
        "preimage",
        "invert",
        "includes",
    ];
    for command in commands {
        let folder = folder(&format!("examples-{command}"));
        let help = mores(&folder, &[command, "--help"]);
        let examples = examples(&help.stdout);
        assert!(examples.len() >= 2, "{}", help.stdout);
        for example in examples {
            let args: Vec<&str> = example.iter().map(String::as_str).collect();
            let run = mores(&folder, &args);
            assert!(
                matches!(run.code, Some(0 | 1)),
                "mores {}\n{}{}",
                example.join(" "),
                run.stdout,
                run.stderr
            );
            assert!(
                !run.stdout.contains("Not decided"),
                "mores {}\n{}",
                example.join(" "),
                run.stdout
            );
        }
    }
}
