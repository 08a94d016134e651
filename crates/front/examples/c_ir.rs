//! Shows the ir of C programs, or runs them: `c_ir [--machine 32|64] [--run] FILE...`.

use front::c::{LowerOptions, Lowered, Machine, Source, lower, read};

fn main() {
    let (mut machine, mut runs) = (Machine::Bits64, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--machine" if arguments.next().as_deref() == Some("32") => machine = Machine::Bits32,
            "--machine" => machine = Machine::Bits64,
            "--run" => runs = true,
            file => match read(&Source::new(file, machine))
                .and_then(|unit| lower(&unit, &LowerOptions::default()))
            {
                Ok(lowered) if runs => run(&lowered),
                Ok(lowered) => show(&lowered),
                Err(error) => eprintln!("{error}"),
            },
        }
    }
}

fn show(lowered: &Lowered) {
    println!("{}", ir::text::print(&lowered.program));
    for fault in ir::validate(&lowered.program).err().unwrap_or_default() {
        let function = fault
            .function
            .map(|id| lowered.program.functions[id].name.clone());
        eprintln!("{}: {fault}", function.unwrap_or_default());
    }
    for (name, place) in &lowered.missing {
        eprintln!("{place}: `{name}` is not defined");
    }
}

fn run(lowered: &Lowered) {
    let mut machine = ir::interp::Machine::new(&lowered.program);
    let outcome = machine.call(lowered.start, &[], 100_000_000);
    print!("{}", String::from_utf8_lossy(machine.output()));
    println!("{outcome:?}");
}
