//! Filters that keep three symbols, swap and rotate them, compare them, and write some: what is written from where depends
//! on all that was read, and a model writes it earlier and from elsewhere.

use base::Random;

use super::generate::{Form, Program};

const PLACES: [&str; 3] = ["a", "b", "c"];
const SYMBOLS: [&str; 4] = ["a", "b", "c", "x"];

/// The program with that number.
pub fn swapping(seed: u64) -> Program {
    let mut writer = Writer {
        random: Random::seeded(seed),
    };
    let count = 2 + writer.random.below(3);
    let body = writer.statements(count, 2);
    let reading = match writer.random.below(3) {
        0 => body,
        _ => format!(
            "{} if ((x = getchar()) == EOF) break; {body}",
            writer.statements(2, 1)
        ),
    };
    let text = format!(
        "#include <stdio.h>\n\
         int main(void)\n\
         {{\n    int a = 'a', b = 'b', c = 'c', t = 0, x;\n    \
         while ((x = getchar()) != EOF) {{ {reading} }}\n    \
         putchar(a); if (b == c) putchar(b);\n    return 0;\n}}\n"
    );
    Program {
        form: Form::Main,
        text,
        call: None,
    }
}

struct Writer {
    random: Random,
}

impl Writer {
    fn statements(&mut self, count: usize, depth: usize) -> String {
        (0..count)
            .map(|_| self.statement(depth))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn symbol(&mut self) -> &'static str {
        self.random.pick::<&str>(&SYMBOLS)
    }

    /// The places in any order.
    fn places(&mut self) -> [&'static str; 3] {
        let mut places = PLACES;
        for last in (1..places.len()).rev() {
            places.swap(last, self.random.below(last + 1));
        }
        places
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("{} == {}", self.symbol(), self.symbol()),
            1 => format!("{} == '{}'", self.symbol(), *self.random.pick(&PLACES)),
            2 => format!("{} < {}", self.symbol(), self.symbol()),
            _ => format!("{} != {}", self.symbol(), self.symbol()),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let [one, two, three] = self.places();
        match self.random.below(8) {
            0 | 1 => format!("putchar({});", self.symbol()),
            2 => format!("{{ t = {one}; {one} = {two}; {two} = t; }}"),
            3 => format!("{{ t = {one}; {one} = {two}; {two} = {three}; {three} = t; }}"),
            4 => format!("{one} = {};", self.symbol()),
            5 => format!("{one} = x;"),
            _ if depth == 0 => format!("putchar({});", self.symbol()),
            _ => {
                let condition = self.condition();
                let (yes, no) = (self.statements(2, depth - 1), self.statement(depth - 1));
                format!("if ({condition}) {{ {yes} }} else {{ {no} }}")
            }
        }
    }
}
