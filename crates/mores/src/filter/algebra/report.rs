//! What a question about filters came to, as plain data.

use emit::report::Verdict;
use model::transducer::SymbolType;
use serde::Serialize;

use crate::Version;

/// The answer to a question about filters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AlgebraReport {
    /// The version of the tool that wrote it.
    pub mores: String,
    /// What was asked: `equal`, `idempotent`.
    pub command: Question,
    /// Always `transducer`: what kind of models it is about.
    pub models: String,
    /// The filters, in the order in which they were named.
    pub operands: Vec<Version>,
    /// The regular expression, where the question has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regex: Option<String>,
    /// The answer.
    pub answer: YesNo,
    /// For `equal`, the answer under the name that it has for all kinds of models; nothing if it was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<bool>,
    /// How far the models are right about the code behind them. A depth is a number of symbols.
    pub verdict: Verdict,
    /// If the answer is no: what shows it.
    pub witness: Option<Shown>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Sentences for people.
    pub notes: Vec<String>,
}

/// What can be asked of filters, and made of them, by the name of its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`Law` and `Making` say what each is")]
pub enum Question {
    Equal,
    Includes,
    Commutes,
    Roundtrip,
    Idempotent,
    Injective,
    Avoids,
    Compose,
    Invert,
    Preimage,
}

impl Question {
    /// The name of the command.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Includes => "includes",
            Self::Commutes => "commutes",
            Self::Roundtrip => "roundtrip",
            Self::Idempotent => "idempotent",
            Self::Injective => "injective",
            Self::Avoids => "avoids",
            Self::Compose => "compose",
            Self::Invert => "invert",
            Self::Preimage => "preimage",
        }
    }
}

/// Three answers, which can never be taken for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum YesNo {
    /// It is so for all inputs.
    Yes,
    /// It is not, and a witness shows it.
    No,
    /// It was not decided.
    Unknown,
}

/// Inputs that show that the answer is no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The input, or the two inputs that are written alike.
    pub inputs: Vec<Sequence>,
    /// What is written for them.
    pub outputs: Vec<Output>,
    /// Whether no shorter input shows it.
    pub shortest: bool,
}

/// What is written for an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Output {
    /// By whom: `the first`, `twice`.
    pub by: String,
    /// What; nothing where it is not defined.
    pub writes: Option<Sequence>,
}

/// Symbols.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sequence {
    /// Their bits, as numbers.
    pub symbols: Vec<u64>,
    /// As people write them: bytes as a string in quotes, others as numbers.
    pub text: String,
    /// Their bits in hexadecimal.
    pub hex: String,
}

impl Sequence {
    /// Symbols of a type.
    pub(crate) fn of(symbols: &[u64], ty: SymbolType) -> Self {
        let digits = (ty.bits / 4) as usize;
        let hex: Vec<String> = symbols
            .iter()
            .map(|symbol| format!("{symbol:0digits$x}"))
            .collect();
        let text = match ty.bits {
            8 => quoted(symbols),
            _ if symbols.is_empty() => "nothing".to_owned(),
            _ => symbols
                .iter()
                .map(|&symbol| number(symbol, ty))
                .collect::<Vec<_>>()
                .join(" "),
        };
        Self {
            symbols: symbols.to_vec(),
            text,
            hex: hex.join(" "),
        }
    }
}

impl Sequence {
    /// The text, and the bits where the text hides them: `"\\xff" (ff)`.
    pub fn shown(&self) -> String {
        if self.symbols.is_empty() {
            self.text.clone()
        } else {
            format!("{} ({})", self.text, self.hex)
        }
    }
}

fn number(symbol: u64, ty: SymbolType) -> String {
    let unused = 64 - ty.bits;
    if ty.signed {
        (((symbol << unused) as i64) >> unused).to_string()
    } else {
        symbol.to_string()
    }
}

/// A string in quotes; bytes that are no printable ASCII are escaped, two digits each.
fn quoted(bytes: &[u64]) -> String {
    let mut out = String::from('"');
    for &byte in bytes {
        match u8::try_from(byte) {
            Ok(b @ (b'"' | b'\\')) => out.extend(['\\', char::from(b)]),
            Ok(b'\n') => out.push_str("\\n"),
            Ok(b'\r') => out.push_str("\\r"),
            Ok(b'\t') => out.push_str("\\t"),
            Ok(b @ b' '..=b'~') => out.push(char::from(b)),
            Ok(b) => out.push_str(&format!("\\x{b:02x}")),
            Err(_) => out.push('?'),
        }
    }
    out.push('"');
    out
}

impl AlgebraReport {
    /// The report as JSON.
    pub fn to_json(&self) -> String {
        emit::report::json(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_shown_as_a_string_that_reads_back() {
        let shown = |bytes: &[u64]| Sequence::of(bytes, SymbolType::BYTE).text;
        assert_eq!(shown(&[0x3c, 0x22, 0x5c, 0x0a]), r#""<\"\\\n""#);
        assert_eq!(shown(&[0, 0x31, 0xff, 0x61, 1]), r#""\x001\xffa\x01""#);
        assert_eq!(shown(&[]), "\"\"");
    }

    #[test]
    fn wider_symbols_are_numbers_with_their_sign() {
        let ty = SymbolType {
            bits: 16,
            signed: true,
        };
        let shown = Sequence::of(&[0xffff, 5], ty);
        assert_eq!(
            (shown.text.as_str(), shown.hex.as_str()),
            ("-1 5", "ffff 0005")
        );
    }
}
