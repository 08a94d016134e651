//! Small filters that call methods of texts, builders and streams with arguments from the edges of what these take.

use base::Random;

/// A filter.
pub struct Program {
    /// The name of its class.
    pub class: String,
    /// The class.
    pub text: String,
    /// What it reads and writes.
    pub form: Form,
    /// The templates that it was made of.
    pub uses: Vec<&'static str>,
}

/// What a filter reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// From a text to a text.
    Text,
    /// From a text to the characters of an array.
    Array,
    /// From an array of characters to a text.
    Characters,
    /// From an array of bytes to another.
    Bytes,
    /// From a text to a builder that is given.
    Builder,
    /// The same for the other kind of builders.
    Buffer,
    /// From a sequence of characters to whatever takes characters.
    Appendable,
    /// From a reader to a writer.
    Characterwise,
    /// From one stream of bytes to another.
    Bytewise,
    /// From a stream of bytes to a stream for print.
    Print,
    /// From standard input to standard output.
    Main,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Array,
        Self::Characters,
        Self::Bytes,
        Self::Builder,
        Self::Buffer,
        Self::Appendable,
        Self::Characterwise,
        Self::Bytewise,
        Self::Print,
        Self::Main,
    ];

    /// Whether it reads a stream, which may give much or little at a time. Standard input is a file.
    pub fn is_streamed(self) -> bool {
        matches!(self, Self::Characterwise | Self::Bytewise | Self::Print)
    }

    /// How many bits its symbols have.
    pub fn bits(self) -> u32 {
        match self {
            Self::Bytes | Self::Bytewise | Self::Print | Self::Main => 8,
            _ => 16,
        }
    }

    fn head(self) -> &'static str {
        match self {
            Self::Text => "static String f(String in)",
            Self::Array => "static char[] f(String in)",
            Self::Characters => "static String f(char[] in)",
            Self::Bytes => "static byte[] f(byte[] in)",
            Self::Builder => "static void f(String in, StringBuilder out)",
            Self::Buffer => "static void f(String in, StringBuffer out)",
            Self::Appendable => "static void f(CharSequence in, Appendable out)",
            Self::Characterwise => "static void f(Reader in, Writer out)",
            Self::Bytewise => "static void f(InputStream in, OutputStream out)",
            Self::Print => "static void f(InputStream in, PrintStream out)",
            Self::Main => "public static void main(String[] arguments)",
        }
    }

    /// The type of what observations are written to.
    fn sink(self) -> &'static str {
        match self {
            Self::Text | Self::Array | Self::Characters | Self::Builder => "StringBuilder",
            Self::Buffer => "StringBuffer",
            Self::Bytes => "byte[]",
            Self::Appendable => "Appendable",
            Self::Characterwise => "Writer",
            Self::Bytewise => "OutputStream",
            Self::Print | Self::Main => "PrintStream",
        }
    }

    fn before(self) -> &'static str {
        match self {
            Self::Text | Self::Array | Self::Characters => {
                "StringBuilder out = new StringBuilder();"
            }
            Self::Main => "InputStream in = System.in; PrintStream out = System.out;",
            Self::Bytes => "byte[] out = new byte[4];",
            _ => "",
        }
    }

    fn after(self, random: &mut Random) -> String {
        let texts = [
            "out.toString()",
            "out.toString()",
            "out.toString()",
            "in",
            "b.toString()",
            "null",
            "in.substring(0)",
        ];
        match self {
            Self::Text => format!("return {};", random.pick(&texts)),
            Self::Array => {
                format!(
                    "return {};",
                    random.pick(&["out.toString().toCharArray()", "in.toCharArray()", "null"])
                )
            }
            Self::Characters => {
                format!(
                    "return {};",
                    random.pick(&["out.toString()", "new String(in)", "b.toString()", "null"])
                )
            }
            Self::Bytes => format!(
                "return {};",
                random.pick(&["out", "out", "in", "new byte[] {1, -1}", "null"])
            ),
            Self::Main | Self::Print | Self::Bytewise => random
                .pick(&["out.flush();", "", "out.flush();", "out.close();"])
                .to_string(),
            _ => String::new(),
        }
    }

    /// What writes one symbol of an observation.
    fn put(self) -> &'static str {
        match self {
            Self::Bytes => "out[0] += (byte) c;",
            Self::Text
            | Self::Array
            | Self::Characters
            | Self::Builder
            | Self::Buffer
            | Self::Appendable => "out.append((char) c);",
            Self::Characterwise | Self::Bytewise => "out.write(c);",
            // What is printed goes through other code than what is written.
            Self::Print | Self::Main => {
                "if (c < 128 && c >= 0) out.print((char) c); else out.write(c);"
            }
        }
    }

    /// Statements that fit.
    fn templates(self) -> Vec<&'static str> {
        let groups: &[&[&str]] = match self {
            Self::Text | Self::Array => &[&TEXTS, &TEXTS, &BUILDERS, &BUILDERS, &ARRAYS, &KINDS],
            Self::Builder | Self::Buffer => &[&BUILDERS, &BUILDERS, &TEXTS, &KINDS],
            Self::Characters => &[&ARRAYS, &BUILDERS],
            Self::Bytes => &[&BYTE_ARRAYS],
            Self::Appendable => &[&SEQUENCES, &SEQUENCES, &TEXTS],
            Self::Characterwise => &[&READERS, &WRITERS],
            Self::Bytewise => &[&STREAMS, &OUTPUTS],
            Self::Print | Self::Main => &[&STREAMS, &PRINTS, &PRINTS],
        };
        groups
            .iter()
            .flat_map(|group| group.iter().copied())
            .collect()
    }
}

/// Statements about texts. `{S}` is a text, `{Q}` a sequence of characters, `{B}` a builder, `{A}` an array of characters,
/// `{Y}` one of bytes, `{I}` a number, `{C}` a character, `{O}` any object, `{N}` a small length.
const TEXTS: [&str; 34] = [
    "see(out, {S}.length());",
    "see(out, {S}.charAt({I}));",
    "see(out, {S}.isEmpty());",
    "see(out, {S}.codePointAt({I}));",
    "see(out, {S}.indexOf({C}));",
    "see(out, {S}.indexOf({I}, {I}));",
    "see(out, {S}.indexOf({S}));",
    "see(out, {S}.lastIndexOf({C}));",
    "see(out, {S}.startsWith({S}));",
    "see(out, {S}.startsWith({S}, {I}));",
    "see(out, {S}.endsWith({S}));",
    "see(out, {S}.equals({O}));",
    "see(out, {S}.contains({Q}));",
    "see(out, {S}.compareTo({S}));",
    "see(out, {S}.hashCode());",
    "see(out, {S}.isBlank());",
    "see(out, {S}.substring({I}));",
    "see(out, {S}.substring({I}, {I}));",
    "see(out, {S}.subSequence({I}, {I}));",
    "see(out, {S}.toString());",
    "see(out, {S}.trim());",
    "see(out, {S}.concat({S}));",
    "see(out, {S}.replace({C}, {C}));",
    "see(out, {S}.toUpperCase());",
    "see(out, {S}.repeat({N}));",
    "see(out, {S}.intern());",
    "see(out, String.valueOf({O}));",
    "see(out, {S} + {I} + {S} + {C});",
    "see(out, {S} == {S});",
    "see(out, {Q}.length());",
    "see(out, {Q}.charAt({I}));",
    "see(out, {Q}.isEmpty());",
    "for (int i = 0; i < {S}.length(); i++) { char c = {S}.charAt(i); see(out, c == {C}); }",
    "{S}.chars().forEach(x -> b.append((char) x));",
];

/// Statements about builders.
const BUILDERS: [&str; 42] = [
    "{B}.append({C});",
    "{B}.append({S});",
    "{B}.append({Q});",
    "{B}.append({Q}, {I}, {I});",
    "{B}.append({A});",
    "{B}.append({A}, {I}, {I});",
    "{B}.append({I});",
    "{B}.append((long) {I} * {I});",
    "{B}.append(Long.MIN_VALUE);",
    "{B}.append({I} == {I});",
    "{B}.append({O});",
    "{B}.append(1.5f);",
    "{B}.append({I} / 2.0);",
    "{B}.appendCodePoint({I});",
    "{B}.appendCodePoint(0x1f600);",
    "{B}.insert({I}, {S});",
    "{B}.insert({I}, {C});",
    "{B}.reverse();",
    "{B}.deleteCharAt({I});",
    "{B}.delete({I}, {I});",
    "{B}.setLength({I3});",
    "{B}.setCharAt({I}, {C});",
    "{B}.replace({I}, {I}, {S});",
    "{B}.ensureCapacity({I3});",
    "{B}.trimToSize();",
    "see(out, {B}.length());",
    "see(out, {B}.charAt({I}));",
    "see(out, {B}.indexOf({S}));",
    "see(out, {B}.isEmpty());",
    "see(out, {B}.capacity() >= {B}.length());",
    "see(out, {B}.codePointAt({I}));",
    "see(out, {B}.substring({I}));",
    "see(out, {B}.substring({I}, {I}));",
    "see(out, {B}.subSequence({I}, {I}));",
    "see(out, {B}.toString());",
    "see(out, {B}.equals({O}));",
    "see(out, b.compareTo(b));",
    "b = new StringBuilder({S});",
    "b = new StringBuilder({Q});",
    "b = new StringBuilder({I3});",
    "s = new StringBuffer({S});",
    "s = new StringBuffer({Q});",
];

/// What an object is, and builders in other places than variables.
const KINDS: [&str; 12] = [
    "see(out, {O} instanceof String);",
    "see(out, {O} instanceof StringBuilder);",
    "see(out, {O} instanceof StringBuffer);",
    "see(out, {O} instanceof Comparable);",
    "see(out, {O} instanceof Serializable);",
    "see(out, ((StringBuilder) {O}).length());",
    "see(out, ((CharSequence) {O}).length());",
    "StringBuilder[] several = {b, null}; several[1] = several[0]; several[1].append({C}); see(out, b);",
    "Object[] any = new StringBuffer[1]; any[0] = {O}; see(out, any[0] == null);",
    "Appendable target = b; target.append({Q}).append({C}); see(out, b);",
    "java.util.function.Consumer<String> add = b::append; add.accept({S}); see(out, b);",
    "java.util.List<StringBuilder> list = new java.util.ArrayList<>(); list.add(b); list.get(0).append({S}); see(out, b);",
];

/// Statements about arrays of characters.
const ARRAYS: [&str; 14] = [
    "see(out, {A}.length);",
    "see(out, {A}[{I}]);",
    "char[] t = {A}; t[{I}] = {C}; see(out, t[0]);",
    "see(out, {A}.clone().length);",
    "see(out, new String({A}));",
    "see(out, String.valueOf({A}));",
    "see(out, new String({A}, {I}, {I}));",
    "see(out, java.util.Arrays.copyOf({A}, {N}).length);",
    "char[] t = new char[3]; System.arraycopy({A}, {I}, t, {I}, {N}); see(out, t[0]);",
    "for (char c : {A}) { see(out, c == {C}); }",
    "b.append({A});",
    "b.append({A}, {I}, {I});",
    "see(out, {A} == {A});",
    "see(out, String.copyValueOf({A}));",
];

/// Statements about arrays of bytes.
const BYTE_ARRAYS: [&str; 8] = [
    "see(out, {Y}.length);",
    "see(out, {Y}[{I}]);",
    "byte[] t = {Y}; t[{I}] = 3; see(out, t[0]);",
    "out[{I}] = {Y}[{I}];",
    "see(out, {Y}.clone().length);",
    "see(out, java.util.Arrays.copyOf({Y}, {N}).length);",
    "System.arraycopy({Y}, {I}, out, {I}, {N});",
    "for (byte y : {Y}) { out[1] += y; }",
];

/// Statements about sequences of characters and what takes them.
const SEQUENCES: [&str; 10] = [
    "out.append({C});",
    "out.append({Q});",
    "out.append({Q}, {I}, {I});",
    "out.append(in, {I}, {I});",
    "see(out, in.length());",
    "see(out, in.charAt({I}));",
    "see(out, in.subSequence({I}, {I}));",
    "see(out, in.toString());",
    "see(out, in.isEmpty());",
    "for (int i = 0; i < in.length(); i++) { out.append(in.charAt(i)); }",
];

/// Statements about readers.
const READERS: [&str; 22] = [
    "see(out, in.read());",
    "see(out, in.read());",
    "char[] t = new char[{N}]; see(out, in.read(t)); see(out, t[0]);",
    "char[] t = new char[{N}]; see(out, in.read(t, {I}, {I})); see(out, t[0]);",
    "see(out, in.read((char[]) null, 0, 0));",
    "see(out, in.skip({I3}));",
    "see(out, in.ready());",
    "in.mark({I3});",
    "in.reset();",
    "see(out, in.markSupported());",
    "see(out, in.read(java.nio.CharBuffer.allocate({N})));",
    "in.transferTo(out);",
    "in.close();",
    "int c; while ((c = in.read()) >= 0) { out.write(c); }",
    "char[] t = new char[{N}]; int n; while ((n = in.read(t)) > 0) { out.write(t, 0, n); }",
    "BufferedReader r = new BufferedReader(in); see(out, r.readLine());",
    "BufferedReader r = new BufferedReader(in, 2); see(out, r.readLine()); see(out, r.read()); see(out, in.read());",
    "BufferedReader r = new BufferedReader(in); see(out, r.read()); see(out, in.read());",
    "BufferedReader r = new BufferedReader(in); String l; while ((l = r.readLine()) != null) { out.write(l); }",
    "BufferedReader r = new BufferedReader(in); see(out, r.skip({N})); see(out, r.read());",
    "PushbackReader r = new PushbackReader(in); int c = r.read(); if (c >= 0) r.unread(c); see(out, r.read());",
    "BufferedReader r = new BufferedReader(in, 4); r.mark(2); r.read(); r.read(); r.read(); r.reset(); see(out, r.read());",
];

/// Statements about writers.
const WRITERS: [&str; 18] = [
    "out.write({C});",
    "out.write({I});",
    "out.write({A});",
    "out.write({A}, {I}, {I});",
    "out.write({S});",
    "out.write({S}, {I}, {I});",
    "out.append({C});",
    "out.append({Q});",
    "out.append({Q}, {I}, {I});",
    "out.flush();",
    "out.close();",
    "BufferedWriter w = new BufferedWriter(out, 4); w.write({S}); w.write({C});",
    "BufferedWriter w = new BufferedWriter(out); w.write({S}); w.flush();",
    "BufferedWriter w = new BufferedWriter(out); w.write({S}); w.close();",
    "PrintWriter w = new PrintWriter(out); w.print({S}); w.print({I});",
    "PrintWriter w = new PrintWriter(out, true); w.println({S});",
    "PrintWriter w = new PrintWriter(out); w.print({C}); w.flush(); see(out, w.checkError());",
    "PrintWriter w = new PrintWriter(out); w.print((String) null); w.append(null, {I}, {I}); w.flush();",
];

/// Statements about streams of bytes.
const STREAMS: [&str; 26] = [
    "see(out, in.read());",
    "see(out, in.read());",
    "byte[] t = new byte[{N}]; see(out, in.read(t)); see(out, t[0]);",
    "byte[] t = new byte[{N}]; see(out, in.read(t, {I}, {I})); see(out, t[0]);",
    "see(out, in.read((byte[]) null, 0, 0));",
    "see(out, in.skip({I3}));",
    "see(out, in.available() >= 0);",
    "in.mark({I3});",
    "in.reset();",
    "see(out, in.markSupported());",
    "see(out, in.readNBytes({N}).length);",
    "see(out, in.readAllBytes().length);",
    "byte[] t = new byte[2]; see(out, in.readNBytes(t, 0, {N}));",
    "in.skipNBytes({N});",
    "in.transferTo(out);",
    "in.close();",
    "int c; while ((c = in.read()) >= 0) { out.write(c); }",
    "byte[] t = new byte[{N}]; int n; while ((n = in.read(t)) > 0) { out.write(t, 0, n); }",
    "BufferedInputStream r = new BufferedInputStream(in); see(out, r.read()); see(out, in.read());",
    "BufferedInputStream r = new BufferedInputStream(in, 2); see(out, r.read()); see(out, r.read()); see(out, in.read());",
    "PushbackInputStream r = new PushbackInputStream(in); int c = r.read(); if (c >= 0) r.unread(c); see(out, r.read());",
    "DataInputStream r = new DataInputStream(in); see(out, r.readByte()); see(out, r.readUnsignedShort());",
    "Reader r = new InputStreamReader(in, java.nio.charset.StandardCharsets.ISO_8859_1); see(out, r.read());",
    "Reader r = new InputStreamReader(in); see(out, r.read());",
    "Reader r = new InputStreamReader(in, java.nio.charset.StandardCharsets.UTF_8); see(out, r.read()); see(out, in.read());",
    "java.util.Scanner r = new java.util.Scanner(in); see(out, r.hasNext());",
];

/// Statements about streams that bytes are written to.
const OUTPUTS: [&str; 12] = [
    "out.write({I});",
    "out.write({C});",
    "out.write({Y});",
    "out.write({Y}, {I}, {I});",
    "out.flush();",
    "out.close();",
    "BufferedOutputStream w = new BufferedOutputStream(out, 2); w.write({I}); w.write({I}); w.write({I});",
    "BufferedOutputStream w = new BufferedOutputStream(out); w.write({Y}); w.flush();",
    "BufferedOutputStream w = new BufferedOutputStream(out); w.write({I}); w.close();",
    "DataOutputStream w = new DataOutputStream(out); w.writeShort({I}); w.writeInt({I});",
    "Writer w = new OutputStreamWriter(out, java.nio.charset.StandardCharsets.UTF_8); w.write({C}); w.flush();",
    "PrintStream w = new PrintStream(out); w.print({N}); w.write({I}); w.flush();",
];

/// Statements about streams for print.
const PRINTS: [&str; 40] = [
    "out.write({I});",
    "out.write({I});",
    "out.write('\\n');",
    "out.write({C});",
    "out.write({Y});",
    "out.write({Y}, {I}, {I});",
    "out.writeBytes({Y});",
    "out.print({C});",
    "out.print({I});",
    "out.print((long) {I} * {I});",
    "out.print(Long.MIN_VALUE);",
    "out.print({I} == {I});",
    "out.print(1.5f);",
    "out.print({I} / 2.0);",
    "out.print({S});",
    "out.print(\"\");",
    "out.print(new char[0]);",
    "out.print({A});",
    "out.print({O});",
    "out.println();",
    "out.println({C});",
    "out.println({I});",
    "out.println((long) {I} * {I});",
    "out.println({I} == {I});",
    "out.println({S});",
    "out.println({A});",
    "out.println({O});",
    "out.println(2.5);",
    "out.printf(\"%d\", {I});",
    "out.format(\"%s\", {S});",
    "out.append({C});",
    "out.append({Q});",
    "out.append({Q}, {I}, {I});",
    "out.flush();",
    "out.close();",
    "see(out, out.checkError());",
    "out.close(); out.print('x'); see(out, out.checkError());",
    "PrintStream w = new PrintStream(out); w.print({N}); w.write({I});",
    "BufferedOutputStream w = new BufferedOutputStream(out); w.write({I});",
    "Writer w = new OutputStreamWriter(out, java.nio.charset.StandardCharsets.UTF_8); w.write('x');",
];

const NUMBERS: [&str; 16] = [
    "0",
    "0",
    "1",
    "1",
    "2",
    "3",
    "-1",
    "5",
    "10",
    "300",
    "0x10a",
    "Integer.MAX_VALUE",
    "Integer.MIN_VALUE",
    "0xffff",
    "0x1f600",
    "-2",
];
/// Where a large number would only take long.
const SMALL: [&str; 6] = ["0", "1", "2", "5", "-1", "Integer.MIN_VALUE"];
const LENGTHS: [&str; 4] = ["0", "1", "2", "3"];
const CHARACTERS: [&str; 11] = [
    "'a'",
    "'<'",
    "'\\n'",
    "'\\r'",
    "'\\0'",
    "'\\u00e9'",
    "'\\u20ac'",
    "'\\ud83d'",
    "'\\ude00'",
    "'\\uffff'",
    "(char) 200",
];
const BYTES: [&str; 5] = [
    "(new byte[] {7, -1, 10})",
    "(new byte[0])",
    "((byte[]) null)",
    "(new byte[] {65})",
    "y",
];

/// Chooses what stands for a placeholder.
struct Filler<'r> {
    random: &'r mut Random,
    form: Form,
}

impl Filler<'_> {
    fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let placeholder = after
                .split_once('}')
                .filter(|(name, _)| is_placeholder(name));
            out.push_str(before);
            match placeholder {
                Some((name, after)) => {
                    out.push_str(&self.placeholder(name, depth));
                    rest = after;
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out + rest
    }

    fn placeholder(&mut self, name: &str, depth: usize) -> String {
        let filled = match self.value(name) {
            Some(value) => return value.to_owned(),
            None if name == "S" && depth > 1 => "\"xy\"".to_owned(),
            None => {
                let template = self.template(name);
                self.fill(template, depth + 1)
            }
        };
        if name == "O" {
            format!("({filled})")
        } else {
            filled
        }
    }

    fn text_is_read(&self) -> bool {
        matches!(
            self.form,
            Form::Text | Form::Array | Form::Builder | Form::Buffer
        )
    }

    /// What stands for a placeholder without placeholders of its own, as a rule what is read.
    fn value(&mut self, name: &str) -> Option<&'static str> {
        Some(match name {
            "I" => self.pick(&NUMBERS),
            "I3" => self.pick(&SMALL),
            "N" => self.pick(&LENGTHS),
            "C" => self.pick(&CHARACTERS),
            "Y" if self.form == Form::Bytes && self.random.chance(1, 2) => "in",
            "Y" => self.pick(&BYTES),
            "S" if self.text_is_read() && self.random.chance(1, 2) => "in",
            "A" if self.form == Form::Characters && self.random.chance(1, 2) => "in",
            "A" if self.text_is_read() && self.random.chance(1, 2) => "in.toCharArray()",
            _ => return None,
        })
    }

    fn pick(&mut self, one_of: &[&'static str]) -> &'static str {
        let &chosen = self.random.pick(one_of);
        chosen
    }

    fn template(&mut self, name: &str) -> &'static str {
        match name {
            "S" => self.pick(&[
                "\"xy\"",
                "\"\"",
                "\"a<b\"",
                "((String) null)",
                "{B}.toString()",
                "\"text\".substring({N})",
                "t",
                "String.valueOf({C})",
            ]),
            "Q" if self.text_is_read() && self.random.chance(1, 3) => "in.subSequence({I}, {I})",
            "Q" => self.pick(&["{S}", "b", "s", "{S}", "((CharSequence) null)", "\"abc\""]),
            "A" => self.pick(&[
                "(new char[] {'p', '<', 'r'})",
                "(new char[0])",
                "((char[]) null)",
                "\"lit\".toCharArray()",
            ]),
            "B" if matches!(self.form.sink(), "StringBuilder" | "StringBuffer")
                && self.random.chance(1, 4) =>
            {
                "out"
            }
            "B" => self.pick(&["b", "b", "s"]),
            _ => self.pick(&[
                "(Object) {S}",
                "(Object) b",
                "(Object) s",
                "(Object) 7",
                "(Object) null",
                "(Object) 'c'",
            ]),
        }
    }
}

fn is_placeholder(name: &str) -> bool {
    ["I", "I3", "N", "C", "Y", "S", "Q", "A", "B", "O"].contains(&name)
}

/// Statements of a program, at most.
const MOST_STATEMENTS: usize = 3;

/// The program of this number.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::seeded(seed ^ 0x5eed);
    let form = Form::ALL[seed as usize % Form::ALL.len()];
    let templates = form.templates();
    let class = format!("P{seed}");
    let mut uses = Vec::new();
    let mut body = String::new();
    for _ in 0..1 + random.below(MOST_STATEMENTS) {
        let template = *random.pick(&templates);
        let statement = Filler {
            random: &mut random,
            form,
        }
        .fill(template, 0);
        uses.push(template);
        // Some exceptions leave the filter.
        body.push_str(&match random.chance(6, 7) {
            true => format!(
                "        try {{ {statement} }} catch (Exception e) {{ see(out, code(e)); }}\n"
            ),
            false => format!("        {{ {statement} }}\n"),
        });
    }
    let (head, before, after) = (form.head(), form.before(), form.after(&mut random));
    let statics = "static StringBuilder b; static StringBuffer s; static String t = \"t\"; static byte[] y = {1, 2};";
    let observed = observers(form);
    let text = format!(
        "import java.io.*;\n@SuppressWarnings(\"all\")\npublic class {class} {{\n    {statics}\n    {head} throws Exception {{\n        \
         b = new StringBuilder(\"ab\"); s = new StringBuffer(); {before}\n{body}        {after}\n    }}\n{observed}}}\n"
    );
    Program {
        class,
        text,
        form,
        uses,
    }
}

/// What writes an observation: each kind in its own brackets.
fn observers(form: Form) -> String {
    let (sink, put) = (form.sink(), form.put());
    format!(
        "    static void put({sink} out, int c) throws Exception {{ {put} }}
    static void see({sink} out, long v) throws Exception {{
        put(out, v < 0 ? '(' : '[');
        put(out, (int) (v & 0x7f)); put(out, (int) (v >>> 7 & 0x7f)); put(out, (int) (v >>> 14 & 0x7f));
        put(out, ']');
    }}
    static void see({sink} out, boolean v) throws Exception {{ put(out, v ? 'T' : 'F'); }}
    static void see({sink} out, char v) throws Exception {{ see(out, (long) v); }}
    static void see({sink} out, CharSequence v) throws Exception {{
        if (v == null) {{ put(out, '0'); return; }}
        put(out, '\"');
        for (int i = 0; i < v.length(); i++) {{ see(out, (long) v.charAt(i)); }}
        put(out, '\"');
    }}
    static char code(Exception e) {{
        return e instanceof StringIndexOutOfBoundsException ? 'S' : e instanceof ArrayIndexOutOfBoundsException ? 'A'
            : e instanceof IndexOutOfBoundsException ? 'I' : e instanceof NullPointerException ? 'N'
            : e instanceof ClassCastException ? 'C' : e instanceof ArrayStoreException ? 'R'
            : e instanceof NegativeArraySizeException ? 'Z' : e instanceof IllegalArgumentException ? 'G'
            : e instanceof EOFException ? 'E' : e instanceof IOException ? 'O' : '?';
    }}
"
    )
}
