//! Small Java classes at random that keep texts and numbers in collections: what they hold grows without end, the order of
//! elements matters at times, and they fail as collections do.

use base::Random;

use super::generate::{Generated, HELPERS};

/// What a class keeps things in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    List,
    Deque,
    Set,
    Map,
}

const KINDS: [(Kind, &str, &[&str]); 4] = [
    (Kind::List, "List<String>", &["ArrayList", "LinkedList"]),
    (Kind::Deque, "Deque<String>", &["ArrayDeque", "ArrayDeque"]),
    (Kind::Set, "Set<String>", &["HashSet", "LinkedHashSet"]),
    (
        Kind::Map,
        "Map<String, Integer>",
        &["HashMap", "LinkedHashMap"],
    ),
];

/// The fields that hold collections.
pub const FIELDS: [&str; 2] = ["f0", "f1"];

/// Literals: two of them share a place in a table of a map, and one comes before both.
const LITERALS: [&str; 4] = ["\"q\"", "\"a\"", "\"x\"", "\"\""];

/// The class of a number.
pub fn generate(seed: u64) -> Generated {
    let mut random = Random::seeded(seed.wrapping_mul(0x51_7cc1).wrapping_add(5));
    let mut class = Class {
        kinds: (0..1 + random.below(FIELDS.len()))
            .map(|_| *random.pick(&KINDS))
            .collect(),
        random,
    };
    let mut text =
        format!("package c{seed};\n\nimport java.util.*;\n\npublic class Subject {{\n{HELPERS}");
    for (field, n) in FIELDS.iter().zip(0..class.kinds.len()) {
        let (_, ty, made) = class.kinds[n];
        let made = class.random.pick(made);
        text += &format!("  private final {ty} {field} = new {made}<>();\n");
    }
    text += "  private boolean open;\n  private int count;\n";
    for n in 0..3 + class.random.below(2) {
        text += &class.method(n);
    }
    text += "}\n";
    Generated {
        seed,
        text,
        keeps_statics: false,
        is_gentle: true,
        constructs_quietly: true,
    }
}

/// A class that is being written.
struct Class {
    random: Random,
    kinds: Vec<(Kind, &'static str, &'static [&'static str])>,
}

impl Class {
    fn method(&mut self, number: usize) -> String {
        let parameter = ["String v", "String v", "int n", ""];
        let parameter = *self.random.pick(&parameter);
        let what = match parameter {
            "String v" => "v".to_owned(),
            "int n" => "String.valueOf(open)".to_owned(),
            _ => (*self.random.pick(&LITERALS)).to_owned(),
        };
        let mut body = String::new();
        if self.random.chance(2, 3) {
            let when = self.condition(&what);
            body += &format!("    if ({when}) throw new IllegalStateException();\n");
        }
        if parameter == "int n" {
            body +=
                "    if (n < 0 || n > 2) throw new IllegalArgumentException();\n    count = n;\n";
        }
        for _ in 0..1 + self.random.below(2) {
            let statement = self.statement(&what);
            body += &format!("    {statement}\n");
        }
        format!("  public void m{number}({parameter}) {{\n{body}  }}\n")
    }

    fn field(&mut self) -> (String, Kind) {
        let n = self.random.below(self.kinds.len());
        (FIELDS[n].to_owned(), self.kinds[n].0)
    }

    fn condition(&mut self, what: &str) -> String {
        let (f, kind) = self.field();
        let literal = *self.random.pick(&LITERALS);
        let own = match kind {
            Kind::List => [
                format!("{f}.contains({what})"),
                format!("{f}.indexOf({literal}) == 1"),
                format!("{f}.lastIndexOf({what}) > 0"),
                format!("{f}.get(0) == null"),
            ],
            Kind::Deque => [
                format!("{f}.contains({literal})"),
                format!("{literal}.equals({f}.peek())"),
                format!("{literal}.equals({f}.peekLast())"),
                format!("{f}.getFirst().isEmpty()"),
            ],
            Kind::Set => [
                format!("{f}.contains({what})"),
                format!("!{f}.add({literal})"),
                format!("{literal}.equals({f}.iterator().next())"),
                format!("{f}.contains(null)"),
            ],
            Kind::Map => [
                format!("{f}.containsKey({what})"),
                format!("{f}.getOrDefault({what}, 3) < 2"),
                format!("{literal}.equals({f}.keySet().iterator().next())"),
                format!("{f}.values().iterator().next() == 1"),
            ],
        };
        let common = [
            format!("{f}.isEmpty()"),
            format!("{f}.size() > {}", self.random.below(3)),
            "open".to_owned(),
            "count == 1".to_owned(),
        ];
        match self.random.chance(1, 2) {
            true => self.random.pick(&own).clone(),
            false => self.random.pick(&common).clone(),
        }
    }

    fn statement(&mut self, what: &str) -> String {
        let (f, kind) = self.field();
        let own: &[String] = match kind {
            Kind::List => &[
                format!("{f}.add({what});"),
                format!("{f}.add(0, {what});"),
                format!("{f}.remove({what});"),
                format!("{f}.remove({f}.size() - 1);"),
                format!("{f}.set(1, {what});"),
                format!("for (String s : {f}) if (s == null) {f}.remove(s); else count = 1;"),
                format!("{f}.removeIf(s -> s == null || s.isEmpty());"),
            ],
            Kind::Deque => &[
                format!("{f}.addFirst({what});"),
                format!("{f}.add({what});"),
                format!("{f}.removeFirst();"),
                format!("{f}.pollLast();"),
                format!("{f}.push({what}); if ({f}.size() > 2) {f}.pop();"),
            ],
            Kind::Set => &[
                format!("{f}.add({what});"),
                format!("{f}.remove({what});"),
                format!("{f}.iterator().next().length();"),
                format!("Iterator<String> i = {f}.iterator(); i.next(); i.remove();"),
                format!("for (String s : {f}) count = s == null ? 0 : 2;"),
            ],
            Kind::Map => &[
                format!("{f}.put({what}, count);"),
                format!("{f}.merge({what}, 1, Integer::sum);"),
                format!("{f}.remove({what});"),
                format!("count = {f}.get({what});"),
                format!("{f}.computeIfAbsent({what}, k -> 1);"),
                format!(
                    "for (Map.Entry<String, Integer> e : {f}.entrySet()) count = e.getValue();"
                ),
                format!("{f}.entrySet().removeIf(e -> e.getValue() > 1);"),
            ],
        };
        let chosen = self.random.pick(own).clone();
        match self.random.below(8) {
            0 => format!("{f}.clear();"),
            1 => "open = !open;".to_owned(),
            _ => format!("{{ {chosen} }}"),
        }
    }
}
