//! Prints the ir of a Java class: `cargo run -p front --example show -- Stack.java`.

use front::jvm::{Source, load};

fn main() {
    let path = std::env::args().nth(1).expect("a path");
    let source = Source {
        class: std::env::args().nth(2),
        include_package_access: true,
        ..Source::new(path)
    };
    match load(&source) {
        Ok(component) => {
            for entry in component.constructors.iter().chain(&component.methods) {
                component.program.code(entry.function);
            }
            print!("{}", ir::text::print(&component.program));
            for entry in component.constructors.iter().chain(&component.methods) {
                println!("// {} {:?} {:?}", entry.name, entry.params, entry.place);
            }
        }
        Err(error) => eprintln!("{error}"),
    }
}
