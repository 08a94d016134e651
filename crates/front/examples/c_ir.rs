//! Shows the ir of C programs: `c_ir [--machine 32|64] FILE...`.

use front::c::{LowerOptions, Machine, Source, lower, read};

fn main() {
    let mut machine = Machine::Bits64;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--machine" {
            machine = if arguments.next().as_deref() == Some("32") { Machine::Bits32 } else { Machine::Bits64 };
            continue;
        }
        let lowered = read(&Source::new(argument, machine)).and_then(|unit| lower(&unit, &LowerOptions::default()));
        match lowered {
            Ok(lowered) => {
                println!("{}", ir::text::print(&lowered.program));
                for fault in ir::validate(&lowered.program).err().unwrap_or_default() {
                    let function = fault.function.map(|id| lowered.program.functions[id].name.clone());
                    eprintln!("{}: {fault}", function.unwrap_or_default());
                }
                for (name, place) in &lowered.missing {
                    eprintln!("{place}: `{name}` is not defined");
                }
            }
            Err(error) => eprintln!("{error}"),
        }
    }
}
