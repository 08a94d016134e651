//! Components from the ir's text form.

pub mod programs;
pub mod random;

use std::rc::Rc;
use std::sync::LazyLock;

use base::{Budget, NoProgress};
use ir::{Component, Entry, Param, Type};
use mc::Question;
use model::InterfaceLts;
use step::StepSystem;

/// Whether code and model agree, without a limit.
pub fn question<'a>(system: &'a StepSystem, interface: &'a InterfaceLts) -> Question<'a> {
    static UNLIMITED: LazyLock<Budget> = LazyLock::new(Budget::unlimited);
    Question {
        system,
        interface,
        budget: &UNLIMITED,
        progress: &NoProgress,
    }
}

/// A component of the class `C`: functions called `C.name`, those called `C.new…` are constructors.
pub fn component(text: &str) -> Rc<Component> {
    let program = ir::text::parse(text).expect("the test's program parses");
    ir::validate(&program).expect("the test's program is valid");
    let entry = |(id, f): (ir::FunctionId, &ir::Function)| {
        let name = f.name.strip_prefix("C.")?.to_string();
        let param = |l: &ir::Local| Param {
            name: l.name.clone(),
            source_type: ty(l.ty),
            ty: l.ty,
            given: None,
        };
        let params = f.params.iter().skip(1).map(param).collect();
        Some(Entry {
            function: id,
            name,
            takes_receiver: true,
            universal: false,
            params,
            place: None,
        })
    };
    let (constructors, methods) = program
        .functions
        .iter()
        .filter_map(entry)
        .partition(|e| e.name.starts_with("new"));
    let class = program
        .class_named("C")
        .expect("the test's program has a class C");
    Rc::new(Component {
        class,
        name: "C".into(),
        initialisers: Vec::new(),
        constructors,
        methods,
        arguments: ir::Arguments::default(),
        texts: Vec::new(),
        known_from: std::collections::BTreeMap::new(),
        measured: ir::KnownFrom::default(),
        endings: None,
        layouts: ir::Layouts::default(),
        script: ir::Script::default(),
        program,
    })
}

fn ty(ty: Type) -> String {
    match ty {
        Type::Bool => "boolean".into(),
        Type::Int(_) => "int".into(),
        Type::Float(_) => "double".into(),
        Type::Ref => "Object".into(),
    }
}
