//! Random records: sizes, alignments, offsets and bits are those of gcc, for both machines.

use std::collections::BTreeMap;
use std::fmt::Write;

use base::Random;
use front::c::{Field, RecordBody, Unit};

use crate::c_support::{MACHINES, compiles, gcc, read_text};

/// How many records; the environment may ask for more.
fn record_count() -> usize {
    std::env::var("MORES_RECORDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(400)
}

const SCALARS: [&str; 17] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "float",
    "double",
    "long double",
    "void *",
    "enum small",
];

/// Types of bit-fields and their widths on the machine with fewer bits.
const BITS: [(&str, usize); 12] = [
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
];

fn attribute(random: &mut Random, packed: usize, aligned: usize) -> String {
    if random.chance(1, packed) {
        " __attribute__((packed))".to_owned()
    } else if random.chance(1, aligned) {
        format!(" __attribute__((aligned({})))", 1 << random.below(6))
    } else {
        String::new()
    }
}

fn member(random: &mut Random, index: usize, records: usize) -> String {
    let name = format!("m{index}");
    if random.chance(4, 10) {
        let (ty, width) = BITS[random.below(BITS.len())];
        return match random.below(8) {
            0 => format!("{ty} : {};", random.below(width + 1)),
            _ => format!("{ty} {name} : {};", 1 + random.below(width)),
        };
    }
    let attribute = attribute(random, 12, 12);
    if records > 0 && random.chance(1, 5) {
        return format!("struct s{} {name}{attribute};", random.below(records));
    }
    if random.chance(1, 8) {
        let kind = ["struct", "union"][random.below(2)];
        return format!(
            "{kind} {{ {} {} }};",
            member(random, index * 10 + 100, 0),
            member(random, index * 10 + 101, 0)
        );
    }
    let ty = SCALARS[random.below(SCALARS.len())];
    match random.below(5) {
        0 => format!("{ty} {name}[{}]{attribute};", random.below(4)),
        _ => format!("{ty} {name}{attribute};"),
    }
}

/// What `#pragma pack` may say; 0 is the default.
fn packing(random: &mut Random) -> String {
    match random.below(24) {
        0 => "#pragma pack()\n".to_owned(),
        1 => format!("#pragma pack({})\n", 1 << random.below(5)),
        2 => format!("#pragma pack(push, {})\n", 1 << random.below(4)),
        3 => "#pragma pack(push, kept, 2)\n".to_owned(),
        4 => "#pragma pack(push)\n#pragma pack(4)\n".to_owned(),
        5 | 6 => "#pragma pack(pop)\n".to_owned(),
        _ => String::new(),
    }
}

/// `struct sN { … }`; unions are wrapped, so that one name does for all.
fn record(random: &mut Random, index: usize) -> String {
    let members: Vec<String> = (0..1 + random.below(6))
        .map(|i| member(random, i, index))
        .collect();
    let body = members.join(" ");
    let attribute = attribute(random, 6, 8);
    match random.below(6) {
        0 => format!("struct s{index} {{ union {{ {body} }}{attribute} u; }};\n"),
        1 => format!("struct{attribute} s{index} {{ {body} }};\n"),
        _ => format!("struct s{index} {{ {body} }}{attribute};\n"),
    }
}

fn program(seed: u64) -> String {
    let mut random = Random::seeded(seed);
    let records: String = (0..record_count())
        .map(|index| packing(&mut random) + &record(&mut random, index))
        .collect();
    format!("enum small {{ A, B }};\n{records}")
}

/// A member by its path.
type Named = (String, Field);

/// The records called `sN`, with the members inside unnamed ones and inside `u`.
fn records(unit: &Unit) -> Vec<(String, RecordBody, Vec<Named>)> {
    let named = unit
        .types
        .records
        .values()
        .filter_map(|record| Some((record.tag.clone()?, record.body.clone()?)));
    named
        .map(|(tag, body)| {
            let fields = fields(unit, &body, "", 0);
            (tag, body, fields)
        })
        .collect()
}

fn fields(unit: &Unit, body: &RecordBody, path: &str, base: u64) -> Vec<Named> {
    let mut found = Vec::new();
    for field in &body.fields {
        let moved = Field {
            offset: base + field.offset,
            ..field.clone()
        };
        let inner = unit
            .types
            .record(field.ty.id)
            .and_then(|id| unit.types.records[id].body.as_ref());
        match (&field.name, inner) {
            (None, Some(inner)) => found.extend(fields(unit, inner, path, moved.offset)),
            (Some(name), Some(inner)) if name == "u" => {
                found.extend(fields(unit, inner, "u.", moved.offset))
            }
            (Some(name), _) => found.push((format!("{path}{name}"), moved)),
            (None, None) => unreachable!("only records are without a name"),
        }
    }
    found
}

#[test]
fn sizes_alignments_and_offsets_are_those_of_gcc() {
    let text = program(7);
    for (machine, option) in MACHINES {
        let unit = read_text(&text, machine).unwrap();
        let mut asserted = text.clone();
        let mut offsets = 0;
        for (tag, body, fields) in records(&unit) {
            let (size, align) = (body.size, body.align);
            writeln!(
                asserted,
                "_Static_assert(sizeof(struct {tag}) == {size}, \"{tag} size {size}\");"
            )
            .unwrap();
            writeln!(
                asserted,
                "_Static_assert(_Alignof(struct {tag}) == {align}, \"{tag} align {align}\");"
            )
            .unwrap();
            for (name, field) in fields.iter().filter(|(_, field)| field.bits.is_none()) {
                let offset = field.offset;
                writeln!(
                    asserted,
                    "_Static_assert(__builtin_offsetof(struct {tag}, {name}) == {offset}, \"{tag}.{name} at {offset}\");"
                )
                .unwrap();
                offsets += 1;
            }
        }
        assert!(offsets > record_count(), "{offsets}");
        compiles(&asserted, &[option]);
    }
}

/// The bytes of each object in gcc's assembler.
fn objects(assembler: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut current = None;
    for line in assembler.lines() {
        let mut words = line.split_whitespace();
        let (Some(first), second) = (words.next(), words.next().unwrap_or("")) else {
            continue;
        };
        if let Some(label) = first.strip_suffix(':') {
            current = Some(label.to_owned());
            found.entry(label.to_owned()).or_default();
        }
        let Some(bytes) = current.as_ref().and_then(|label| found.get_mut(label)) else {
            continue;
        };
        match first {
            ".zero" => bytes.extend(vec![0; second.parse().unwrap()]),
            ".byte" => bytes.push(second.parse::<i64>().unwrap() as u8),
            ".value" => bytes.extend((second.parse::<i64>().unwrap() as u16).to_le_bytes()),
            ".long" => bytes.extend((second.parse::<i64>().unwrap() as u32).to_le_bytes()),
            ".quad" => bytes.extend((second.parse::<i128>().unwrap() as u64).to_le_bytes()),
            ".string" | ".ascii" => panic!("numbers were asked for: {line}"),
            _ => {}
        }
    }
    found
}

/// The bytes of a record in which all bits of one bit-field are set, by our reckoning.
fn expected(size: u64, field: &Field) -> Vec<u8> {
    let mut bytes = vec![0; size as usize];
    let bits = field.bits.unwrap();
    for bit in (bits.start..bits.start + bits.width).map(|bit| bit as usize) {
        bytes[field.offset as usize + bit / 8] |= 1 << (bit % 8);
    }
    bytes
}

#[test]
fn the_bits_of_bit_fields_are_where_gcc_puts_them() {
    let text = program(8);
    for (machine, option) in MACHINES {
        let unit = read_text(&text, machine).unwrap();
        let mut defined = text.clone();
        let mut wanted = BTreeMap::new();
        for (tag, body, fields) in records(&unit) {
            for (name, field) in fields.iter().filter(|(_, field)| field.bits.is_some()) {
                let object = format!("x_{tag}_{}", name.replace('.', "_"));
                writeln!(defined, "struct {tag} {object} = {{ .{name} = -1 }};").unwrap();
                wanted.insert(object, expected(body.size, field));
            }
        }
        assert!(wanted.len() > record_count() / 2, "{}", wanted.len());
        let output = gcc(&defined, &["-S", "-o", "-", "-fno-merge-constants", option]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let objects = objects(&String::from_utf8(output.stdout).unwrap());
        for (object, bytes) in wanted {
            assert_eq!(objects.get(&object), Some(&bytes), "{object} with {option}");
        }
    }
}
