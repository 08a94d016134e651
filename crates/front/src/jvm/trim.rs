//! Cuts a class file down to the parts that are translated, before the class-file library sees it.
//!
//! The library reads every attribute and recurses on nested annotations, nested `Code` attributes and array
//! descriptors, so a hostile file could overflow its stack, which nothing can catch. What is left here nests nowhere.
//! Two repairs are made on the way: attributes no one looks at cannot make a class unreadable, and a method whose
//! exception range ends with its code gets a `nop` behind it, since the library counts ranges in instructions and has
//! none to end at.

/// Why bytes are no class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Malformed {
    /// They do not begin as one.
    NotAClassFile,
    /// They are for a newer machine than we know; its major version.
    Version(u16),
    /// They are one, but broken; what.
    Broken(String),
}

pub(super) type Trimmed<T> = Result<T, Malformed>;

const MAGIC: u32 = 0xCAFE_BABE;
/// Java 25.
const NEWEST: u16 = 69;
/// Java 1.1.
const OLDEST: u16 = 45;

const OF_CLASS: [&[u8]; 7] = [
    b"NestHost",
    b"NestMembers",
    b"SourceFile",
    b"BootstrapMethods",
    b"Synthetic",
    b"InnerClasses",
    b"Signature",
];
const OF_FIELD: [&[u8]; 3] = [b"ConstantValue", b"Synthetic", b"Signature"];
const OF_METHOD: [&[u8]; 5] = [
    b"Code",
    b"MethodParameters",
    b"Synthetic",
    b"Signature",
    b"Exceptions",
];
const OF_CODE: [&[u8]; 2] = [b"LineNumberTable", b"LocalVariableTable"];

/// The same class with fewer attributes.
pub(super) fn trim(bytes: &[u8]) -> Trimmed<Vec<u8>> {
    let mut trimmer = Trimmer {
        rest: bytes,
        out: Vec::with_capacity(bytes.len()),
        names: Vec::new(),
    };
    trimmer.class()?;
    Ok(trimmer.out)
}

/// The position in a broken file is of no use to anyone; that it ends early is.
fn ends_early() -> Malformed {
    Malformed::Broken("it ends early".to_owned())
}

struct Trimmer<'b> {
    rest: &'b [u8],
    out: Vec<u8>,
    /// The texts of the constant pool, by index.
    names: Vec<&'b [u8]>,
}

impl<'b> Trimmer<'b> {
    fn take(&mut self, count: usize) -> Trimmed<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(ends_early)?;
        self.rest = rest;
        Ok(taken)
    }

    fn take_u16(&mut self) -> Trimmed<u16> {
        Ok(u16::from_be_bytes(
            self.take(2)?.try_into().expect("two bytes"),
        ))
    }

    fn take_u32(&mut self) -> Trimmed<u32> {
        Ok(u32::from_be_bytes(
            self.take(4)?.try_into().expect("four bytes"),
        ))
    }

    fn copy(&mut self, count: usize) -> Trimmed<&'b [u8]> {
        let bytes = self.take(count)?;
        self.out.extend_from_slice(bytes);
        Ok(bytes)
    }

    fn copy_u16(&mut self) -> Trimmed<u16> {
        let bytes = self.copy(2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn class(&mut self) -> Trimmed<()> {
        if self.take_u32() != Ok(MAGIC) {
            return Err(Malformed::NotAClassFile);
        }
        self.out.extend_from_slice(&MAGIC.to_be_bytes());
        self.copy_u16()?;
        let major = self.copy_u16()?;
        if !(OLDEST..=NEWEST).contains(&major) {
            return Err(Malformed::Version(major));
        }
        self.constants()?;
        self.copy(6)?;
        let interfaces = self.copy_u16()?;
        self.copy(2 * usize::from(interfaces))?;
        self.members(&OF_FIELD, true)?;
        self.members(&OF_METHOD, false)?;
        self.attributes(&OF_CLASS)?;
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(Malformed::Broken("more follows after its end".to_owned()))
        }
    }

    fn constants(&mut self) -> Trimmed<()> {
        let count = usize::from(self.copy_u16()?);
        self.names.push(b"");
        while self.names.len() < count {
            let tag = self.copy(1)?[0];
            let (size, slots) = match tag {
                1 => (usize::from(self.copy_u16()?), 1),
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => (4, 1),
                5 | 6 => (8, 2),
                7 | 8 | 16 | 19 | 20 => (2, 1),
                15 => (3, 1),
                _ => {
                    return Err(Malformed::Broken(format!(
                        "it has a constant of kind {tag}"
                    )));
                }
            };
            let content = self.copy(size)?;
            self.names.push(if tag == 1 { content } else { b"" });
            self.names.extend((1..slots).map(|_| b"" as &[u8]));
        }
        Ok(())
    }

    fn members(&mut self, kept: &[&[u8]], fields: bool) -> Trimmed<()> {
        for _ in 0..self.copy_u16()? {
            self.copy(4)?;
            let descriptor = self.copy_u16()?;
            if fields && self.name(descriptor).starts_with(&[b'['; 256]) {
                return Err(Malformed::Broken(
                    "a field has more than 255 dimensions".to_owned(),
                ));
            }
            self.attributes(kept)?;
        }
        Ok(())
    }

    fn name(&self, index: u16) -> &'b [u8] {
        self.names.get(usize::from(index)).copied().unwrap_or(b"")
    }

    fn attributes(&mut self, kept: &[&[u8]]) -> Trimmed<()> {
        let count_at = self.out.len();
        let count = self.copy_u16()?;
        let mut left = 0u16;
        for _ in 0..count {
            let index = self.take_u16()?;
            let size = self.take_u32()? as usize;
            let content = self.take(size)?;
            let name = self.name(index);
            if kept.contains(&name) {
                left += 1;
                self.attribute(index, name, content)?;
            }
        }
        self.out[count_at..count_at + 2].copy_from_slice(&left.to_be_bytes());
        Ok(())
    }

    fn attribute(&mut self, index: u16, name: &[u8], content: &'b [u8]) -> Trimmed<()> {
        self.out.extend_from_slice(&index.to_be_bytes());
        let size_at = self.out.len();
        self.out.extend_from_slice(&[0; 4]);
        if name == b"Code" {
            self.code(content)?;
        } else {
            self.out.extend_from_slice(content);
        }
        let size = (self.out.len() - size_at - 4) as u32;
        self.out[size_at..size_at + 4].copy_from_slice(&size.to_be_bytes());
        Ok(())
    }

    fn code(&mut self, content: &'b [u8]) -> Trimmed<()> {
        let after = std::mem::replace(&mut self.rest, content);
        self.copy(4)?;
        let size = self.take_u32()?;
        let code = self.take(size as usize)?;
        let handler_count = self.take_u16()?;
        let handlers = self.take(8 * usize::from(handler_count))?;
        let ends_with_code =
            |entry: &[u8]| u32::from(u16::from_be_bytes([entry[2], entry[3]])) == size;
        let padding: &[u8] = if handlers.chunks_exact(8).any(ends_with_code) {
            &[0]
        } else {
            &[]
        };
        self.out
            .extend_from_slice(&(size + padding.len() as u32).to_be_bytes());
        self.out.extend_from_slice(code);
        self.out.extend_from_slice(padding);
        self.out.extend_from_slice(&handler_count.to_be_bytes());
        self.out.extend_from_slice(handlers);
        self.attributes(&OF_CODE)?;
        if !self.rest.is_empty() {
            return Err(Malformed::Broken(
                "a method's code is longer than it says".to_owned(),
            ));
        }
        self.rest = after;
        Ok(())
    }
}
