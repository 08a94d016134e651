//! Shows the typed tree of a C program, as C.

use front::c::{Machine, Source, as_c, read};

fn main() {
    for file in std::env::args().skip(1) {
        match read(&Source::new(file, Machine::Bits64)) {
            Ok(unit) => println!("{}", as_c(&unit)),
            Err(error) => eprintln!("{error}"),
        }
    }
}
