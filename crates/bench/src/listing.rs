//! How many bytecodes a loop executes, counted in what `javap -c` lists.

use std::collections::BTreeMap;

/// The instructions of each method, by its name.
#[derive(Debug, Default)]
pub struct Listing {
    /// Overrides of a method stand beside each other.
    methods: BTreeMap<String, Vec<Vec<Instruction>>>,
}

#[derive(Debug)]
struct Instruction {
    offset: u32,
    mnemonic: String,
    rest: String,
}

impl Listing {
    /// Reads the listing of one or more classes.
    pub fn parse(text: &str) -> Self {
        let mut listing = Self::default();
        let mut current = None;
        for line in text.lines() {
            if let Some(name) = method_name(line) {
                listing
                    .methods
                    .entry(name.into())
                    .or_default()
                    .push(Vec::new());
                current = Some(name);
            } else if let (Some(instruction), Some(name)) = (instruction(line), current) {
                let bodies = listing
                    .methods
                    .get_mut(name)
                    .expect("the method was just entered");
                bodies.last_mut().expect("it has a body").push(instruction);
            }
        }
        listing
    }

    /// The bytecodes of one iteration of the only loop of a method, those of the methods it calls included. `None` if
    /// this cannot be told from the listing: the body must go straight through, and what it calls too.
    pub fn iteration(&self, method: &str) -> Option<u64> {
        let [body] = self.methods.get(method)?.as_slice() else {
            return None;
        };
        let back = body
            .iter()
            .rposition(|i| i.target().is_some_and(|to| to <= i.offset))?;
        let head = body[back].target()?;
        let looped: Vec<&Instruction> = body[..=back].iter().filter(|i| i.offset >= head).collect();
        // One jump leaves the loop and one leads back.
        if looped.iter().filter(|i| i.target().is_some()).count() != 2 {
            return None;
        }
        let called = looped
            .iter()
            .filter_map(|i| i.callee())
            .map(|name| self.straight(name));
        Some(looped.len() as u64 + called.sum::<Option<u64>>()?)
    }

    /// The length of a method without jumps and calls, which all overrides share.
    fn straight(&self, method: &str) -> Option<u64> {
        let bodies: Vec<&Vec<Instruction>> = self
            .methods
            .get(method)?
            .iter()
            .filter(|b| !b.is_empty())
            .collect();
        let length = bodies.first()?.len();
        let plain = |i: &Instruction| i.target().is_none() && i.callee().is_none();
        bodies
            .iter()
            .all(|b| b.len() == length && b.iter().all(plain))
            .then_some(length as u64)
    }
}

impl Instruction {
    /// Where a jump leads.
    fn target(&self) -> Option<u32> {
        let jumps = self.mnemonic.starts_with("if") || self.mnemonic.starts_with("goto");
        jumps.then(|| self.rest.parse().ok())?
    }

    /// The name of the method that is called: it stands in a comment, `// Method Step.next:(I)I`.
    fn callee(&self) -> Option<&str> {
        let called = self
            .rest
            .split_once("Method ")
            .filter(|_| self.mnemonic.starts_with("invoke"))?
            .1;
        let name = called.split(':').next()?;
        name.rsplit('.').next()
    }
}

/// The name in a line that begins a method, `  public static int array(int);`.
fn method_name(line: &str) -> Option<&str> {
    let head = line
        .trim_end()
        .strip_suffix(';')
        .filter(|_| line.starts_with("  ") && !line.starts_with("   "))?;
    head.split_once('(')?.0.rsplit(' ').next()
}

/// `      12: iload_1`
fn instruction(line: &str) -> Option<Instruction> {
    let (offset, rest) = line.trim_start().split_once(": ")?;
    let (mnemonic, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    Some(Instruction {
        offset: offset.parse().ok()?,
        mnemonic: mnemonic.into(),
        rest: rest.trim().into(),
    })
}

#[cfg(test)]
mod tests {
    use super::Listing;

    const TEXT: &str = "\
public class Loop {
  public static int calls(Step, int);
    Code:
       0: iconst_0
       1: istore_2
       2: iload_2
       3: iload_1
       4: if_icmpge     16
       7: aload_0
       8: invokevirtual #7                  // Method Step.next:(I)I
      11: iinc          2, 1
      13: goto          2
      16: iload_2
      17: ireturn
}
class Step {
  abstract int next(int);
}
class Up extends Step {
  int next(int);
    Code:
       0: iload_1
       1: ireturn
}
";

    #[test]
    fn an_iteration_is_from_the_head_to_the_jump_back_with_what_it_calls() {
        assert_eq!(Listing::parse(TEXT).iteration("calls"), Some(7 + 2));
    }

    #[test]
    fn what_does_not_go_straight_through_is_not_counted() {
        let longer = format!("{TEXT}  int next(int);\n    Code:\n       0: ireturn\n");
        assert_eq!(
            Listing::parse(&longer).iteration("calls"),
            None,
            "overrides of different lengths"
        );
        let branching = TEXT.replace("7: aload_0", "7: ifeq          11");
        assert_eq!(
            Listing::parse(&branching).iteration("calls"),
            None,
            "a branch in the body"
        );
        assert_eq!(Listing::parse(TEXT).iteration("next"), None, "no loop");
    }
}
