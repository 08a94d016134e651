//! Short names for registers: `main.col#2` is `col` to people, as long as nothing else is.

/// A shorter name for each, none of them twice and none that a symbol of the window has: `col`, else `main.col`, else what
/// it was.
pub fn short_names(names: &[String]) -> Vec<String> {
    let forms: Vec<[String; 3]> = names.iter().map(|name| forms(name)).collect();
    let short = |at: usize| {
        let others = || {
            forms
                .iter()
                .enumerate()
                .filter(move |(other, _)| *other != at)
        };
        let taken = |name: &String| others().any(|(_, forms)| forms.contains(name));
        let free = forms[at]
            .iter()
            .find(|name| !is_window(name) && !taken(name));
        free.unwrap_or(&names[at]).clone()
    };
    (0..names.len()).map(short).collect()
}

/// The ways to say a name, the shortest first.
fn forms(name: &str) -> [String; 3] {
    let plain = without_numbers(name);
    let last = plain.rsplit('.').next().unwrap_or(&plain).to_owned();
    let is_name = last.starts_with(|c: char| c.is_alphabetic() || c == '_');
    [
        if is_name { last } else { plain.clone() },
        plain,
        name.to_owned(),
    ]
}

/// Without the numbers of locals: `main.col#2` is `main.col`.
fn without_numbers(name: &str) -> String {
    let mut parts = name.split('#');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

fn is_window(name: &str) -> bool {
    name.strip_prefix('x')
        .is_some_and(|back| back.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(names: &[&str]) -> Vec<String> {
        short_names(
            &names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn names_are_as_short_as_they_can_be() {
        assert_eq!(short(&["main.col#2", "main.sum#0"]), ["col", "sum"]);
        assert_eq!(
            short(&["main.col#2", "next.col#0"]),
            ["main.col", "next.col"]
        );
        assert_eq!(
            short(&["main.col#2", "main.col#3"]),
            ["main.col#2", "main.col#3"]
        );
        assert_eq!(
            short(&["main.col#2[0]", "main.col#2[4]"]),
            ["col[0]", "col[4]"]
        );
    }

    #[test]
    fn no_register_is_called_what_a_symbol_is_called() {
        assert_eq!(
            short(&["main.x#2", "main.x1#0", "main.xs#1"]),
            ["main.x", "main.x1", "xs"]
        );
        assert_eq!(short(&["x", "x"]), ["x", "x"]);
    }
}
