//! Small Java classes at random, each in a package of its own: guards over arguments, state of every kind, and the
//! ordinary ways to fail.

use base::Random;

use super::words::Words;

/// A class, as text, and how it is to be looked at.
pub struct Generated {
    /// Its number; its package is named after it.
    pub seed: u64,
    pub text: String,
    /// Whether something outlives its objects.
    pub keeps_statics: bool,
    /// Whether its numbers stay small as long as arguments do, so that both readings of integers agree.
    pub is_gentle: bool,
    /// Whether its constructors never throw what its methods throw by name.
    pub constructs_quietly: bool,
}

impl Generated {
    /// The package, which is all that tells one class from another.
    pub fn package(&self) -> String {
        format!("c{}", self.seed)
    }
}

/// Types of parameters and fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Long,
    Bool,
    Byte,
    Char,
    Short,
    Text,
    Boxed,
    Cells,
    Colour,
    Shape,
    Part,
    Bag,
    Any,
}

impl Ty {
    pub const ALL: [Self; 14] = [
        Self::Int,
        Self::Long,
        Self::Bool,
        Self::Byte,
        Self::Char,
        Self::Short,
        Self::Text,
        Self::Boxed,
        Self::Cells,
        Self::Colour,
        Self::Shape,
        Self::Part,
        Self::Bag,
        Self::Any,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Long => "long",
            Self::Bool => "boolean",
            Self::Byte => "byte",
            Self::Char => "char",
            Self::Short => "short",
            Self::Text => "String",
            Self::Boxed => "Integer",
            Self::Cells => "int[]",
            Self::Colour => "Colour",
            Self::Shape => "Shape",
            Self::Part => "Part",
            Self::Bag => "Bag<Integer>",
            Self::Any => "Object",
        }
    }

    /// A value that needs no other.
    pub fn plain(self) -> &'static str {
        match self {
            Self::Int | Self::Byte | Self::Char | Self::Short => "0",
            Self::Long => "0L",
            Self::Bool => "false",
            Self::Cells => "new int[2]",
            Self::Text
            | Self::Boxed
            | Self::Colour
            | Self::Shape
            | Self::Part
            | Self::Bag
            | Self::Any => "null",
        }
    }
}

/// A parameter or a field.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
}

/// Classes that arguments are made of.
pub const HELPERS: &str = "  public enum Colour { RED, GREEN, BLUE }
  public interface Shape { int area(); }
  public static final class Square implements Shape {
    int side;
    public Square(int side) { this.side = side; }
    public int area() { return side + side; }
  }
  public static final class Dot implements Shape {
    public int area() { return 1; }
  }
  public static class Part {
    int port;
    boolean ready;
    Part next;
  }
  public static final class Bag<T extends Number> {
    T held;
    T take() { T taken = held; held = null; return taken; }
  }
  static class Own extends RuntimeException {
    Own(String why) { super(why); }
  }
  static final class Worse extends Own {
    Worse() { super(\"worse\"); }
  }
";

/// What a class may extend.
const BASE: &str = "abstract class Base {
  int strength;
  int weigh(int v) { return v - strength; }
  void pass(int v) { if (v == strength) throw new Subject.Own(\"base\"); strength = v > 0 ? 1 : 0; }
}
";

/// The class of a number.
pub fn generate(seed: u64) -> Generated {
    let mut random = Random::seeded(seed.wrapping_mul(0x9e37_79b9).wrapping_add(77));
    let is_gentle = random.chance(1, 4);
    let keeps_statics = random.chance(1, 6);
    let constructs_quietly = random.chance(1, 2);
    let extends = random.chance(1, 5);
    let fields = fields(&mut random);
    let mut text = format!("package c{seed};\n\nimport java.util.*;\n\n");
    text += if extends {
        "public class Subject extends Base {\n"
    } else {
        "public class Subject {\n"
    };
    text += HELPERS;
    for field in &fields {
        let (name, ty, plain) = (&field.name, field.ty.name(), field.ty.plain());
        text += &format!("  {ty} {name} = {plain};\n");
    }
    if keeps_statics {
        text += "  static int shared;\n";
    }
    let mut class = Class {
        random,
        fields,
        is_gentle,
        keeps_statics,
        extends,
    };
    text += &class.constructors(constructs_quietly);
    text += &class.methods();
    text += "}\n";
    if extends {
        text += BASE;
    }
    Generated {
        seed,
        text,
        keeps_statics,
        is_gentle,
        constructs_quietly,
    }
}

fn fields(random: &mut Random) -> Vec<Var> {
    let mut fields = vec![Var {
        name: "mode".to_owned(),
        ty: Ty::Int,
    }];
    let others = [
        ("level", Ty::Int),
        ("open", Ty::Bool),
        ("total", Ty::Long),
        ("small", Ty::Byte),
        ("sign", Ty::Char),
        ("name", Ty::Text),
        ("cells", Ty::Cells),
        ("colour", Ty::Colour),
        ("shape", Ty::Shape),
        ("part", Ty::Part),
    ];
    for (name, ty) in others {
        if random.chance(1, 4) {
            fields.push(Var {
                name: name.to_owned(),
                ty,
            });
        }
    }
    fields
}

/// A class that is being written.
struct Class {
    random: Random,
    fields: Vec<Var>,
    is_gentle: bool,
    keeps_statics: bool,
    extends: bool,
}

impl Class {
    fn constructors(&mut self, quiet: bool) -> String {
        let count = 1 + self.random.below(2);
        let mut seen = Vec::new();
        let mut text = String::new();
        for _ in 0..count {
            let parameters = self.parameters(2);
            let types: Vec<Ty> = parameters.iter().map(|p| p.ty).collect();
            if seen.contains(&types) {
                continue;
            }
            seen.push(types);
            let body = if quiet {
                self.quiet_start(&parameters)
            } else {
                self.body(&parameters, 2)
            };
            text += &format!(
                "  public Subject({}) {{\n{body}  }}\n",
                declared(&parameters)
            );
        }
        text
    }

    /// Fields that take arguments where the types fit.
    fn quiet_start(&mut self, parameters: &[Var]) -> String {
        let fitting = |field: &Var| {
            parameters
                .iter()
                .find(|p| p.ty == field.ty)
                .map(|p| (field.clone(), p.clone()))
        };
        let pairs: Vec<(Var, Var)> = self.fields.iter().filter_map(fitting).collect();
        pairs
            .iter()
            .map(|(field, p)| format!("    this.{} = {};\n", field.name, p.name))
            .collect()
    }

    fn methods(&mut self) -> String {
        let count = 2 + self.random.below(3);
        let mut text = String::new();
        let mut seen: Vec<(String, Vec<Ty>)> = Vec::new();
        for number in 0..count {
            let parameters = self.parameters(2);
            let name = if number > 0 && self.random.chance(1, 5) {
                "m0".to_owned()
            } else {
                format!("m{number}")
            };
            let signature = (name.clone(), parameters.iter().map(|p| p.ty).collect());
            if seen.contains(&signature) {
                continue;
            }
            seen.push(signature);
            let longest = 1 + self.random.below(3);
            let body = self.body(&parameters, longest);
            text += &format!(
                "  public void {name}({}) {{\n{body}  }}\n",
                declared(&parameters)
            );
        }
        text
    }

    /// At most so many parameters; some are called like a field.
    fn parameters(&mut self, most: usize) -> Vec<Var> {
        let names = [["v", "level"], ["w", "other"]];
        let count = if self.random.chance(1, 5) {
            0
        } else {
            1 + self.random.below(most)
        };
        let made = names.iter().take(count).map(|names| {
            let name = if self.random.chance(1, 6) {
                names[1]
            } else {
                names[0]
            };
            Var {
                name: name.to_owned(),
                ty: *self.random.pick(&Ty::ALL),
            }
        });
        made.collect()
    }

    fn body(&mut self, parameters: &[Var], longest: usize) -> String {
        let hidden = |field: &Var| parameters.iter().any(|p| p.name == field.name);
        let fields = self.fields.iter().map(|f| match hidden(f) {
            true => Var {
                name: format!("this.{}", f.name),
                ty: f.ty,
            },
            false => f.clone(),
        });
        let fields: Vec<Var> = fields.collect();
        let mut words = Words {
            random: &mut self.random,
            parameters: parameters.to_vec(),
            fields,
            is_gentle: self.is_gentle,
            keeps_statics: self.keeps_statics,
            extends: self.extends,
        };
        words.statements(longest, 2)
    }
}

fn declared(parameters: &[Var]) -> String {
    let each: Vec<String> = parameters
        .iter()
        .map(|p| format!("{} {}", p.ty.name(), p.name))
        .collect();
    each.join(", ")
}
