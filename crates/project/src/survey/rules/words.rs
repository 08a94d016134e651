//! Rules in words.

use super::{Rule, When};

/// So many rules are told in a line, if they are short enough.
const MOST: usize = 3;
/// A line of more characters gets no further rule.
const WIDE: usize = 120;
/// A condition of more characters is not told in a line.
const LONGEST_GUARD: usize = 60;
/// So many names of a list are told.
const NAMES: usize = 3;

/// The first rules in one line; empty if there is none.
pub fn one_line(rules: &[Rule]) -> String {
    let mut line = String::new();
    for rule in rules.iter().filter(|rule| is_short(rule)).take(MOST) {
        let text = rule.to_string();
        if line.is_empty() {
            line = text;
        } else if line.chars().count() + text.chars().count() <= WIDE {
            line = format!("{line}; {text}");
        }
    }
    line
}

fn is_short(rule: &Rule) -> bool {
    match &rule.when {
        When::If(guard) | When::IfNull(guard) => guard.chars().count() <= LONGEST_GUARD,
        _ => true,
    }
}

impl When {
    /// The place in the order of interest.
    pub(super) fn rank(&self) -> usize {
        match self {
            Self::After(_) => 0,
            Self::Before(_) => 1,
            Self::Between { .. } => 2,
            Self::AtFirst => 3,
            Self::RightAfter(_) => 4,
            Self::Always => 5,
            Self::If(_) => 6,
            Self::IfNull(_) => 7,
        }
    }
}

impl Rule {
    /// Whether it is about the order of calls, and not about the arguments of one alone.
    pub fn is_about_order(&self) -> bool {
        !matches!(self.when, When::Always | When::If(_) | When::IfNull(_))
    }
}

/// `read fails after close: IOException`
impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let fail = if self.methods.len() == 1 {
            "fails"
        } else {
            "fail"
        };
        let (names, fail) = (list(&self.methods, "and"), fail);
        match &self.when {
            When::After(calls) => write!(f, "{names} {fail} after {}", list(calls, "or"))?,
            When::Before(calls) => write!(f, "{names} {fail} before {}", list(calls, "or"))?,
            When::Between { after, until } => {
                let (after, until) = (list(after, "or"), list(until, "or"));
                write!(f, "{names} {fail} after {after} until {until}")?;
            }
            When::AtFirst => write!(f, "{names} {fail} on a new object")?,
            When::RightAfter(calls) => {
                write!(f, "{names} {fail} right after {}", list(calls, "or"))?;
            }
            When::Always => write!(f, "{names} always {fail}")?,
            When::If(guard) | When::IfNull(guard) => write!(f, "{names} {fail} if {guard}")?,
        }
        let errors: Vec<String> = self
            .errors
            .iter()
            .filter(|e| !e.is_empty())
            .cloned()
            .collect();
        if !errors.is_empty() {
            write!(f, ": {}", list(&errors, "or"))?;
        }
        match self.calls {
            Some(1) => write!(f, " (in the first call)"),
            Some(calls) => write!(f, " (in the first {calls} calls)"),
            None => Ok(()),
        }
    }
}

/// `a, b and c`; of long lists the first names and how many more there are.
fn list(names: &[String], last: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| without_packages(name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] if names.len() <= NAMES => format!("{} {last} {end}", most.join(", ")),
        _ => {
            let shown = &names[..NAMES - 1];
            format!(
                "{} {last} {} more",
                shown.join(", "),
                names.len() - shown.len()
            )
        }
    }
}

/// `put(Object)` for `put(java.lang.Object)`.
fn without_packages(name: &str) -> String {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    let (mut short, mut word) = (String::new(), String::new());
    for c in name.chars().chain([' ']) {
        if in_name(c) {
            word.push(c);
        } else {
            short.push_str(
                word.rsplit(['.', '$'])
                    .find(|part| !part.is_empty())
                    .unwrap_or(&word),
            );
            word.clear();
            short.push(c);
        }
    }
    short.pop();
    short
}
