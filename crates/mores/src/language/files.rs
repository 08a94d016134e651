//! The files of a C program, and the arguments with which each is preprocessed: the user's, and those that a
//! `compile_commands.json` has for the file.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use front::InputError;
use front::c::{Machine, Part, Source};
use serde::Deserialize;

use super::LanguageRequest;

/// Options with an argument, joined or behind them, that matter to the preprocessor; where it is a path, that is relative to
/// the folder of the command.
const WITH_PATH: [&str; 6] = [
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-I",
];
const WITH_TEXT: [&str; 3] = ["-D", "-U", "-std="];
/// The same without one.
const ALONE: [&str; 3] = ["-ansi", "-nostdinc", "-undef"];

impl LanguageRequest {
    /// All files of the program, and how to read them.
    pub(crate) fn source(&self) -> Result<Source, InputError> {
        source(
            (&self.path, &self.also),
            (self.machine, &self.options),
            self.commands.as_deref(),
        )
    }
}

/// The files of a program, with the arguments of the user, and those of the commands.
pub(crate) fn source(
    (file, also): (&Path, &[PathBuf]),
    (machine, options): (Machine, &[String]),
    commands: Option<&Path>,
) -> Result<Source, InputError> {
    let commands = commands.map(Commands::read).transpose()?;
    let part = |file: &Path| {
        let own = match &commands {
            Some(commands) => commands.options(file)?,
            None => Vec::new(),
        };
        Ok(Part {
            file: file.to_owned(),
            options: [own, options.to_vec()].concat(),
        })
    };
    let first = part(file)?;
    let others = also.iter().map(|file| part(file));
    Ok(Source {
        options: first.options,
        others: others.collect::<Result<_, InputError>>()?,
        ..Source::new(first.file, machine)
    })
}

/// The C files that a `compile_commands.json` names, in its order.
pub fn files_of_commands(file: &Path) -> Result<Vec<PathBuf>, InputError> {
    let commands = Commands::read(file)?;
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in &commands.entries {
        let file = commands.path(entry);
        let is_c = file.extension().is_some_and(|end| end == "c");
        if is_c && !found.contains(&file) {
            found.push(file);
        }
    }
    match found.is_empty() {
        true => Err(wrong(&commands.file, "it names no .c file")),
        false => Ok(found),
    }
}

/// How files are compiled, as CMake, Meson, Bear and others write it down.
struct Commands {
    file: PathBuf,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    command: Option<String>,
}

impl Commands {
    /// The file, or the one in this folder.
    fn read(path: &Path) -> Result<Self, InputError> {
        let file = match path.is_dir() {
            true => path.join("compile_commands.json"),
            false => path.to_owned(),
        };
        let text = fs::read_to_string(&file)
            .map_err(|e| wrong(&file, format!("it cannot be read: {e}")))?;
        let entries = serde_json::from_str(&text)
            .map_err(|e| wrong(&file, format!("it is no list of compile commands: {e}")))?;
        Ok(Self { file, entries })
    }

    fn folder(&self, entry: &Entry) -> PathBuf {
        let here = self.file.parent().unwrap_or(Path::new(""));
        here.join(&entry.directory)
    }

    fn path(&self, entry: &Entry) -> PathBuf {
        self.folder(entry).join(&entry.file)
    }

    /// What the preprocessor is told for a file.
    fn options(&self, file: &Path) -> Result<Vec<String>, InputError> {
        let same = |path: &Path| fs::canonicalize(path).ok();
        let wanted = same(file);
        let is_it = |entry: &&Entry| wanted.is_some() && same(&self.path(entry)) == wanted;
        let Some(entry) = self.entries.iter().find(is_it) else {
            let file = file.display();
            return Err(wrong(&self.file, format!("it has no command for {file}")));
        };
        let words = match &entry.command {
            Some(command) if entry.arguments.is_empty() => shlex::split(command)
                .ok_or_else(|| wrong(&self.file, format!("this is no command: {command}")))?,
            _ => entry.arguments.clone(),
        };
        Ok(kept(&words, &self.folder(entry)))
    }
}

/// The options that matter to the preprocessor, or to what the code means.
fn kept(words: &[String], folder: &Path) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let option = |known: &[&'static str]| known.iter().find(|o| word.starts_with(**o)).copied();
        let of_path = option(&WITH_PATH);
        let Some(option) = of_path.or_else(|| option(&WITH_TEXT)) else {
            if ALONE.contains(&word.as_str()) || Source::refuses(word) {
                kept.push(word.clone());
            }
            continue;
        };
        let argument = match &word[option.len()..] {
            "" => words.next().cloned().unwrap_or_default(),
            joined => joined.to_owned(),
        };
        match of_path {
            Some(_) => {
                let path = folder.join(argument);
                kept.extend([option.to_owned(), path.display().to_string()]);
            }
            None => kept.push(format!("{option}{argument}")),
        }
    }
    kept
}

fn wrong(file: &Path, what: impl Display) -> InputError {
    InputError::new(format!("{}: {what}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_matters_to_the_preprocessor_is_kept_and_its_paths_are_found_from_everywhere() {
        let command = "cc -O2 -Wall -Iinclude -I ../lib -D 'NAME=\"a b\"' -DNDEBUG -include conf.h -std=c99 \
                       -fPIC -funsigned-char -o a.o -c a.c";
        let words = shlex::split(command).expect("words");
        let expected = [
            "-I",
            "/build/include",
            "-I",
            "/build/../lib",
            "-DNAME=\"a b\"",
            "-DNDEBUG",
            "-include",
            "/build/conf.h",
            "-std=c99",
            "-funsigned-char",
        ];
        assert_eq!(kept(&words, Path::new("/build")), expected);
    }
}
