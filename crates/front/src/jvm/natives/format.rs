//! `String.format` for a known pattern.
//!
//! What is formatted is asked for its text, and what would make the real method fail ends as unsupported. The result is
//! exact where no locale has a say in it; otherwise it is a text that cannot be read.

use ir::Const;
use ristretto_classfile::attributes::Instruction;

use crate::jvm::dynamic::assembler::{Label, Writer};
use crate::jvm::natives::bytecode::TEXT;
use crate::jvm::natives::calls::CONCAT;
use crate::jvm::natives::sketch::Sketch;
use crate::jvm::texts::STRING;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A conversion without width or precision.
    Plain(char),
    /// A conversion whose result is not computed.
    Opaque(char),
}

/// `String.format(String, Object...)`; the pattern must be known.
pub(super) fn format(sketch: &mut Sketch<'_>) -> Result<(), String> {
    if sketch.native.known(0)? == Const::Null {
        return sketch.raise("java/lang/NullPointerException");
    }
    let units = sketch.units(0, "formatting by an unknown pattern")?;
    let pattern = String::from_utf16(&units).map_err(|_| "formatting by half a character")?;
    let pieces = parse(&pattern).ok_or_else(|| format!("formatting by {pattern:?}"))?;
    sketch.give_bytecode(|code| write(code, &pieces))
}

/// The pieces of a pattern; `None` if it is beyond us, or wrong.
fn parse(pattern: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some((text, after)) = rest.split_once('%') {
        pieces.push(Piece::Text(text.to_owned()));
        let (piece, after) = conversion(after)?;
        pieces.push(piece);
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Some(pieces)
}

/// A conversion after its `%`: an optional `-` or `0`, a width, a precision, a letter.
fn conversion(text: &str) -> Option<(Piece, &str)> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let flag = text.chars().next().filter(|c| matches!(c, '-' | '0'));
    let after = &text[flag.map_or(0, char::len_utf8)..];
    let (width, after) = after.split_at(digits(after));
    let (precision, after) = match after.strip_prefix('.') {
        Some(after) => {
            let (precision, after) = after.split_at(digits(after));
            (Some(precision).filter(|p| !p.is_empty()).map(Some)?, after)
        }
        None => (None, after),
    };
    let letter = after.chars().next()?;
    let fitting = match letter {
        's' => flag != Some('0'),
        'd' | 'x' => precision.is_none(),
        'f' => true,
        'b' | 'c' => flag != Some('0') && precision.is_none(),
        '%' | 'n' => flag.is_none() && width.is_empty() && precision.is_none(),
        _ => false,
    };
    // A flag needs a width, and no width is as wide as to matter here.
    if !fitting
        || (flag.is_some() && width.is_empty())
        || width.len() > 4
        || precision.is_some_and(|p| p.len() > 4)
    {
        return None;
    }
    let plain = width.is_empty() && precision.is_none();
    let piece = match letter {
        '%' => Piece::Text("%".to_owned()),
        's' | 'b' | 'c' if plain => Piece::Plain(letter),
        _ => Piece::Opaque(letter),
    };
    Some((piece, &after[letter.len_utf8()..]))
}

fn write(code: &mut Writer<'_>, pieces: &[Piece]) {
    code.string("");
    code.op(Instruction::Astore_2);
    let mut number = 0;
    for piece in pieces {
        match piece {
            Piece::Text(text) if text.is_empty() => {}
            Piece::Text(text) => {
                code.op(Instruction::Aload_2);
                code.string(text);
                append(code);
            }
            Piece::Opaque('n') => {}
            Piece::Plain(letter) | Piece::Opaque(letter) => {
                load_argument(code, number);
                check(code, *letter);
                show(code, *letter);
                number += 1;
            }
        }
    }
    if pieces.iter().any(|piece| matches!(piece, Piece::Opaque(_))) {
        code.call_static(TEXT, "unreadable", "()Ljava/lang/String;");
    } else {
        // A new text, even if nothing is in it.
        code.op(Instruction::Aload_2);
        code.call_static(CONCAT, "concat", "(Ljava/lang/String;)Ljava/lang/String;");
    }
    code.op(Instruction::Areturn);
}

/// Puts an argument into the variable 3; there must be so many.
fn load_argument(code: &mut Writer<'_>, number: i32) {
    code.op(Instruction::Aload_1);
    let none = code.jump(Instruction::Ifnull);
    code.int(number);
    code.op(Instruction::Aload_1);
    code.op(Instruction::Arraylength);
    let missing = code.jump(Instruction::If_icmpge);
    let on = code.jump(Instruction::Goto);
    code.land(none);
    code.land(missing);
    refuse(code);
    code.land(on);
    code.op(Instruction::Aload_1);
    code.int(number);
    code.op(Instruction::Aaload);
    code.op(Instruction::Astore_3);
}

fn refuse(code: &mut Writer<'_>) {
    code.call_static(TEXT, "refuse", "()V");
}

/// Refuses an argument that the conversion does not take.
fn check(code: &mut Writer<'_>, letter: char) {
    let classes: &[&str] = match letter {
        'd' | 'x' => &[
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
        ],
        'f' => &["java/lang/Double", "java/lang/Float"],
        'c' => &["java/lang/Character"],
        's' => {
            code.op(Instruction::Aload_3);
            code.instance_of("java/util/Formattable");
            let plain = code.jump(Instruction::Ifeq);
            refuse(code);
            code.land(plain);
            return;
        }
        _ => return,
    };
    code.op(Instruction::Aload_3);
    let mut fits: Vec<Label> = vec![code.jump(Instruction::Ifnull)];
    for class in classes {
        code.op(Instruction::Aload_3);
        code.instance_of(class);
        fits.push(code.jump(Instruction::Ifne));
    }
    refuse(code);
    fits.into_iter().for_each(|fit| code.land(fit));
}

/// Appends the text of the argument: `%b` shows whether something is there, unless that is a boolean.
fn show(code: &mut Writer<'_>, letter: char) {
    if letter == 'b' {
        code.op(Instruction::Aload_3);
        let absent = code.jump(Instruction::Ifnull);
        code.op(Instruction::Aload_3);
        code.instance_of("java/lang/Boolean");
        let boolean = code.jump(Instruction::Ifne);
        append_literal(code, "true");
        let done = code.jump(Instruction::Goto);
        code.land(absent);
        append_literal(code, "false");
        let over = code.jump(Instruction::Goto);
        code.land(boolean);
        append_argument(code);
        code.land(done);
        code.land(over);
    } else {
        append_argument(code);
    }
}

fn append_literal(code: &mut Writer<'_>, text: &str) {
    code.op(Instruction::Aload_2);
    code.string(text);
    append(code);
}

fn append_argument(code: &mut Writer<'_>) {
    code.op(Instruction::Aload_2);
    code.op(Instruction::Aload_3);
    code.call_static(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;");
    append(code);
}

fn append(code: &mut Writer<'_>) {
    code.call_static(
        CONCAT,
        "concat",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    );
    code.op(Instruction::Astore_2);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_taken_apart() {
        let text = |t: &str| Piece::Text(t.to_owned());
        assert_eq!(
            parse("a %s%%%5d"),
            Some(vec![
                text("a "),
                Piece::Plain('s'),
                text(""),
                text("%"),
                text(""),
                Piece::Opaque('d'),
                text("")
            ])
        );
        assert_eq!(
            parse("%-8s|%.2f"),
            Some(vec![
                text(""),
                Piece::Opaque('s'),
                text("|"),
                Piece::Opaque('f'),
                text("")
            ])
        );
        for wrong in ["%", "%q", "%-s", "%.d", "%1$s", "%05s", "%99999d", "%.3d"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
