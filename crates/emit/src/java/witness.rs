//! A program that shows a difference between code and model, or between two versions of code.

use super::{Lines, commented, folded, helpers, home, lambda, package_line, quoted};
use crate::report::{Answer, View};

/// What code is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// A model.
    Model,
    /// An older version of it.
    OldVersion,
}

impl Against {
    fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::OldVersion => "old version",
        }
    }
}

/// Calls whose last one is answered otherwise than a model, or an older version, says.
#[derive(Clone, Debug)]
pub struct Witness<'a> {
    /// The name of the class that is called, `java.util.Stack`.
    pub subject: &'a str,
    /// The name of the class to write, which is also that of its file.
    pub name: &'a str,
    /// Whether no shorter calls differ.
    pub shortest: bool,
    /// The calls, each with whether it makes the object that the others are called on.
    pub calls: &'a [(Lines, bool)],
    /// What the code is compared with.
    pub against: Against,
    /// What the model, or the older version, says of the last call.
    pub model: Answer,
    /// What the code answers to it.
    pub code: Answer,
    /// What counts as an error.
    pub view: &'a View,
}

/// The witness as a Java program: exit status 1 if the difference shows, 0 if the code does what the model, or the older
/// version, says, 2 if the calls could not be made.
pub fn witness(witness: &Witness<'_>) -> String {
    let (package, subject) = home(witness.subject);
    let main = main(witness);
    let reflection = helpers::reflection(&main, witness.name);
    let is_error = helpers::is_error(witness.view);
    let legal = if is_error.is_some() {
        "!isError(thrown)"
    } else {
        "false"
    };
    let object = match witness.calls.iter().any(|(_, constructs)| *constructs) {
        true => format!("    private static {subject} it;\n\n"),
        false => String::new(),
    };
    let frame = FRAME
        .replace("IS_LEGAL", legal)
        .replace("MODEL_WORD", word(witness.model))
        .replace("THE_OTHER", witness.against.name())
        .replace(
            "AS_MODEL",
            if witness.model == Answer::Ok {
                "legal"
            } else {
                "!legal"
            },
        );
    format!(
        "{}{}public class {} {{\n{object}{main}{frame}{}{reflection}}}\n",
        package_line(package),
        comment(witness, package),
        witness.name,
        is_error.unwrap_or_default(),
    )
}

fn comment(witness: &Witness<'_>, package: Option<&str>) -> String {
    let kind = if witness.shortest {
        "A shortest sequence of calls"
    } else {
        "Calls"
    };
    let (name, subject) = (witness.name, commented(witness.subject));
    let full = package.map_or_else(|| name.to_owned(), |package| format!("{package}.{name}"));
    let (model, code) = (word(witness.model), word(witness.code));
    let other = witness.against.name();
    let what = format!(
        "{kind} on which {subject} and its {other} differ, found by mores: the {other} says that the last call is {model}, \
         and the code that was checked answered {code}."
    );
    let status = format!(
        "Exit status: 1 if the difference shows, 0 if the code does what the {other} says, 2 if the calls cannot be made."
    );
    let mut lines = folded(&what);
    lines.extend(["", "With CLASSES for the folder or jar of the class:", ""].map(str::to_owned));
    lines.push(format!("    javac -cp CLASSES -d . {name}.java"));
    lines.push(format!("    java -ea -cp CLASSES:. {full}"));
    lines.push(String::new());
    lines.extend(folded(&status));
    let lines: String = lines
        .iter()
        .map(|line| format!("{}\n", format!(" * {line}").trim_end()))
        .collect();
    format!("/**\n{lines} */\n")
}

/// What an answer is called in sentences.
fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Ok => "ok",
        Answer::Error => "an error",
        Answer::Unknown => "unknown",
    }
}

fn main(witness: &Witness<'_>) -> String {
    let mut out = MAIN.replace("THIS_CLASS", witness.name);
    for (i, (lines, constructs)) in witness.calls.iter().enumerate() {
        let how = if i + 1 == witness.calls.len() {
            "last"
        } else {
            "before"
        };
        let shown = quoted(lines.last().map_or("", String::as_str));
        let call = lambda(lines, constructs.then_some("it"));
        let line = format!("        {how}({shown}, {call});\n");
        // Two lines where one would be long.
        let folded = format!("        {how}(\n            {shown},\n            {call});\n");
        out.push_str(if line.len() <= 120 { &line } else { &folded });
    }
    out.push_str("    }\n");
    out
}

const MAIN: &str = r#"    public static void main(String[] args) {
        if (!THIS_CLASS.class.desiredAssertionStatus()) {
            stop("assertions must be on: java -ea", 2);
        }
"#;

const FRAME: &str = r#"
    private interface Call {
        void make() throws Throwable;
    }

    /** A call that code and THE_OTHER agree on: it is legal. */
    private static void before(String text, Call call) {
        if (!isLegal(text, call)) {
            stop("    this call should be legal: it is not the code that was checked", 2);
        }
    }

    /** The call that they do not agree on. */
    private static void last(String text, Call call) {
        boolean legal = isLegal(text, call);
        String happened = legal ? "ok" : "an error";
        if (AS_MODEL) {
            stop("the THE_OTHER says: MODEL_WORD; the code answers: " + happened + "; there is no difference", 0);
        }
        stop("the THE_OTHER says: MODEL_WORD; the code answers: " + happened, 1);
    }

    private static boolean isLegal(String text, Call call) {
        System.out.println(text);
        try {
            call.make();
            System.out.println("    returns");
            return true;
        } catch (Throwable thrown) {
            System.out.println("    throws " + thrown);
            return IS_LEGAL;
        }
    }

    private static void stop(String text, int status) {
        System.out.println(text);
        System.exit(status);
    }
"#;
