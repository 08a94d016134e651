//! The command and the machine it is on: what it needs, completions for shells, pages for `man`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{folder, mores};

#[test]
fn doctor_finds_everything_where_everything_is_there() {
    let folder = folder("doctor");
    let run = mores(&folder, &["doctor"]);
    assert_eq!(run.code, Some(0), "{}", run.stdout);
    assert!(run.stdout.lines().all(|line| line.starts_with("ok ")));
    assert!(run.stdout.contains("libz3.so"), "{}", run.stdout);
}

#[test]
fn doctor_says_what_is_missing_and_what_to_do() {
    let folder = folder("doctor-missing");
    let output = Command::new(env!("CARGO_BIN_EXE_mores"))
        .args(["doctor", "--json"])
        .current_dir(&folder)
        .env("PATH", "")
        .env("MORES_CACHE", "/proc/none")
        .env_remove("JAVA_HOME")
        .env_remove("CC")
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(1));
    let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(said["ok"], false);
    let findings = said["findings"].as_array().expect("findings");
    let missing: Vec<&str> = findings
        .iter()
        .filter(|finding| finding["ok"] == false)
        .filter_map(|finding| finding["remedy"].as_str().and(finding["name"].as_str()))
        .collect();
    let expected = ["java", "javac", "JDK", "cc", "preprocessor", "cache"];
    assert_eq!(missing, expected, "{said:#}");
}

#[test]
fn bash_reads_its_completions() {
    let folder = folder("completions");
    let run = mores(&folder, &["completions", "bash"]);
    assert!(run.stdout.contains("--error-exceptions"));
    let mut bash = Command::new("bash")
        .args(["--norc", "-s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("bash starts");
    let asks = "COMP_WORDS=(mores inter); COMP_CWORD=1; _mores mores inter mores; echo \"${COMPREPLY[@]}\"";
    let mut input = bash.stdin.take().expect("a pipe");
    write!(input, "{}\n{asks}\n", run.stdout).expect("bash listens");
    drop(input);
    let output = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "interface\n");
}

#[test]
fn other_shells_get_completions_too() {
    let folder = folder("completions-others");
    for (shell, begins) in [
        ("zsh", "#compdef mores"),
        ("fish", "# Print an optspec"),
        ("elvish", "\nuse builtin"),
    ] {
        let run = mores(&folder, &["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.starts_with(begins), "{shell}: {}", run.stdout);
    }
    assert_eq!(mores(&folder, &["completions", "abacus"]).code, Some(2));
}

#[test]
fn every_command_has_a_page_that_man_can_show() {
    let folder = folder("man");
    assert_eq!(mores(&folder, &["man", "pages"]).code, Some(0));
    let help = mores(&folder, &["--help"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .collect();
    assert!(commands.len() > 20, "{help}");
    for name in commands {
        let page = folder.join(format!("pages/mores-{name}.1"));
        let text = fs::read_to_string(&page).expect("the command has a page");
        assert!(text.contains(&format!(".TH mores-{name} 1")), "{text}");
        assert!(text.contains("Examples:"), "{name}");
        assert_eq!(complaints(&page), "", "{name}");
    }
    assert!(folder.join("pages/mores.1").is_file());
}

/// What groff has to say against a page, where there is a groff.
fn complaints(page: &Path) -> String {
    let groff = Command::new("groff")
        .args(["-ww", "-man", "-Tutf8"])
        .arg(page)
        .output();
    groff.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn pages_that_cannot_be_written_are_refused() {
    let folder = folder("man-refused");
    fs::write(folder.join("file"), "").expect("written");
    let run = mores(&folder, &["man", "file"]);
    assert_eq!((run.code, &run.stdout[..]), (Some(2), ""));
    assert!(run.stderr.starts_with("mores: file "), "{}", run.stderr);
    let listed: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| !path.is_symlink())
        .collect();
    assert_eq!(listed, [folder.join("file")]);
}
