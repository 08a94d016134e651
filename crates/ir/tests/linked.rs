//! Programs that are completed while they run: code, methods and natives on demand, and objects of the image.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use base::Id;
use ir::interp::{Machine, ObjectId, Outcome, Value};
use ir::text::parse;
use ir::{
    Candidate, ClassId, Code, Const, Function, FunctionId, Global, GlobalId, ImageId, ImageObject,
    IntType, Link, Linker, Local, Program, SelectorId, Type, validate, validate_code,
};

/// Gives the code that a second program has under the same name, and writes down what it was asked.
struct Library {
    source: Program,
    asked: Rc<RefCell<Vec<String>>>,
}

impl Library {
    fn ask(&self, what: String) {
        self.asked.borrow_mut().push(what);
    }
}

impl Linker for Library {
    fn code(&self, program: &Program, function: FunctionId) -> Code {
        let head = &program.functions[function];
        self.ask(format!("code {}", head.name));
        let source = self
            .source
            .functions
            .values()
            .find(|f| f.name == head.name)
            .expect("the library has it");
        let code = source.code.get().expect("all of it").clone();
        assert_eq!(validate_code(program, head, &code), Ok(()));
        code
    }

    fn resolve(
        &self,
        program: &Program,
        class: ClassId,
        selector: SelectorId,
    ) -> Option<FunctionId> {
        let name = format!(
            "{}.{}",
            program.classes[class].name, program.selectors[selector]
        );
        self.ask(format!("resolve {name}"));
        program
            .functions
            .iter()
            .find(|(_, f)| f.name == name)
            .map(|(id, _)| id)
    }

    fn native(
        &self,
        program: &Program,
        name: &str,
        args: &[Option<Const>],
    ) -> Result<FunctionId, String> {
        self.ask(format!("native {name} {args:?}"));
        let found = program
            .functions
            .iter()
            .find(|(_, f)| f.name == name)
            .map(|(id, _)| id);
        found.ok_or_else(|| format!("nobody knows {name}"))
    }

    fn mirror(&self, program: &Program, class: ClassId) -> Option<ImageId> {
        let name = format!("class {}", program.classes[class].name);
        program
            .image
            .iter()
            .find(|(_, o)| o.name.as_ref() == Some(&name))
            .map(|(id, _)| id)
    }

    fn candidates(&self, _: &Program, _: &str) -> Vec<Candidate> {
        Vec::new()
    }
}

const HEADS: &str =
    "class Object { } class Cell extends Object { field n: i32 } class Other extends Object { }
    selector get
    image `class Cell`: Object { }
    image start: Cell { 5 }
    global G: i32 = 4
    fn main(deep: bool) -> i32
    fn never() -> i32
    fn `Cell.get`(this: ref) -> i32
    fn twice(o: ref, n: i32) -> i32
    fn wrong(n: i64) -> i32
    fn other() -> i32
    fn natively(n: i32, name: i64) -> i32
    fn mirrored() -> bool
    fn noMirror() -> ref";

const CODE: &str = "class Object { } class Cell extends Object { field n: i32 } class Other extends Object { }
    selector get
    image `class Cell`: Object { }
    image start: Cell { 5 }
    global G: i32 = 4
    fn main(deep: bool) -> i32 { local o: ref local n: i32
        s: o = new Cell o->Cell::n = 3 if deep then more else end
        more: n = call virtual get(o) then again
        again: n = call virtual get(@start) then end2
        end2: return n
        end: return 1 }
    fn never() -> i32 { s: return 2 }
    fn `Cell.get`(this: ref) -> i32 { local n: i32 s: n = this->Cell::n return n }
    fn twice(o: ref, n: i32) -> i32 { s: return n + n }
    fn wrong(n: i64) -> i32 { s: return 0 }
    fn other() -> i32 { local o: ref local n: i32 s: o = new Other n = call virtual get(o) then t   t: return n }
    fn natively(n: i32, name: i64) -> i32 { local r: i32 local o: ref
        s: switch name { 1: unknown, 2: unfit, 3: fresh, else: known }
        known: r = call native \"twice\"(@start, n) then end
        fresh: o = new Cell r = call native \"twice\"(o, n) then end
        unfit: r = call native \"wrong\"(n) then end
        unknown: r = call native \"nothing\"(null) then end
        end: return r }
    fn mirrored() -> bool { local o: ref local c: ref s: o = new Cell c = class o return c == @`class Cell` }
    fn noMirror() -> ref { local o: ref s: o = new Other o = class o return o }";

fn linked() -> (Program, Rc<RefCell<Vec<String>>>) {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let library = Library {
        source: parse(CODE).unwrap_or_else(|e| panic!("{e}")),
        asked: Rc::clone(&asked),
    };
    let program = parse(HEADS).unwrap_or_else(|e| panic!("{e}"));
    let program = Program {
        link: Link::new(Rc::new(library)),
        ..program
    };
    assert_eq!(validate(&program), Ok(()));
    (program, asked)
}

fn run(machine: &mut Machine<'_>, name: &str, args: &[Value]) -> Outcome {
    let function = machine
        .program()
        .functions
        .iter()
        .find(|(_, f)| f.name == name)
        .expect("it exists")
        .0;
    machine.call(function, args, 10_000)
}

fn int(value: i64) -> Outcome {
    Outcome::Returned(Some(Value::Int(value)))
}

#[test]
fn only_what_is_executed_is_asked_for_and_only_once() {
    let (program, asked) = linked();
    let mut machine = Machine::new(&program);
    assert_eq!(run(&mut machine, "main", &[Value::Bool(false)]), int(1));
    assert_eq!(*asked.borrow(), ["code main"]);
    assert_eq!(run(&mut machine, "main", &[Value::Bool(true)]), int(5));
    assert_eq!(
        run(&mut Machine::new(&program), "main", &[Value::Bool(true)]),
        int(5)
    );
    assert_eq!(
        *asked.borrow(),
        ["code main", "resolve Cell.get", "code Cell.get"]
    );
}

#[test]
fn a_method_that_is_not_there_has_no_answer() {
    let (program, asked) = linked();
    let mut machine = Machine::new(&program);
    for _ in 0..2 {
        assert!(matches!(
            run(&mut machine, "other", &[]),
            Outcome::Unsupported { .. }
        ));
    }
    assert_eq!(*asked.borrow(), ["code other", "resolve Other.get"]);
}

#[test]
fn natives_are_found_by_their_constant_arguments() {
    let (program, asked) = linked();
    let mut machine = Machine::new(&program);
    let call = |machine: &mut Machine<'_>, which| {
        run(machine, "natively", &[Value::Int(21), Value::Int(which)])
    };
    assert_eq!(call(&mut machine, 0), int(42));
    assert_eq!(call(&mut machine, 3), int(42));
    assert!(
        matches!(call(&mut machine, 1), Outcome::Unsupported { what, .. } if what == "nobody knows nothing")
    );
    assert!(matches!(call(&mut machine, 2), Outcome::Unsupported { .. }));
    let number = Some(Const::Int(IntType::I32, 21));
    let start = program.image.ids().nth(1).unwrap();
    let natives: Vec<String> = asked
        .borrow()
        .iter()
        .filter(|a| a.starts_with("native"))
        .cloned()
        .collect();
    assert_eq!(
        natives,
        [
            format!("native twice {:?}", [Some(Const::Object(start)), number]),
            format!("native twice {:?}", [None, number]),
            format!("native nothing {:?}", [Some(Const::Null)]),
            format!("native wrong {:?}", [number]),
        ]
    );
}

#[test]
fn the_object_of_a_class_is_the_linkers() {
    let (program, _) = linked();
    let mut machine = Machine::new(&program);
    assert_eq!(
        run(&mut machine, "mirrored", &[]),
        Outcome::Returned(Some(Value::Bool(true)))
    );
    let outcome = run(&mut machine, "noMirror", &[]);
    assert!(
        matches!(outcome, Outcome::Unsupported { what, .. } if what == "no object stands for class Other")
    );
}

#[test]
fn a_machine_keeps_up_with_a_program_that_grows() {
    let (program, _) = linked();
    let mut machine = Machine::new(&program);
    let ty = Type::Int(IntType::I32);
    let initial = OnceCell::from(Const::Int(IntType::I32, 12));
    let late = program.globals.push(Global {
        name: "late".to_owned(),
        ty,
        initial,
        tracked: false,
    });
    let later = Global {
        name: "later".to_owned(),
        ty,
        initial: OnceCell::new(),
        tracked: false,
    };
    let later = program.globals.push(later);
    assert_eq!(machine.global(late), Value::Int(12));
    machine.set_global(late, Value::Int(13));
    assert_eq!(
        (machine.global(late), machine.global(later)),
        (Value::Int(13), Value::Int(0))
    );
    let first = GlobalId::from_index(0);
    assert_eq!(machine.global(first), Value::Int(4));
    assert_eq!(Machine::new(&program).global(late), Value::Int(12));
    let text = "fn late(n: i32) -> i32 { s: return n + 1 }";
    let function: Function = parse(text)
        .unwrap()
        .functions
        .values()
        .next()
        .unwrap()
        .clone();
    program.functions.push(function);
    assert_eq!(run(&mut machine, "late", &[Value::Int(1)]), int(2));
}

#[test]
fn code_is_held_against_the_head_of_its_function() {
    let (program, _) = linked();
    let head = program
        .functions
        .values()
        .find(|f| f.name == "twice")
        .unwrap();
    let library = parse(CODE).unwrap();
    let code = |name: &str| {
        library
            .functions
            .values()
            .find(|f| f.name == name)
            .unwrap()
            .code
            .get()
            .unwrap()
            .clone()
    };
    assert_eq!(validate_code(&program, head, &code("twice")), Ok(()));
    let faults = validate_code(&program, head, &code("wrong")).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "the first locals of twice are not its parameters"
    );
    let faults = validate_code(
        &program,
        head,
        &Code {
            locals: code("twice").locals,
            blocks: Default::default(),
        },
    );
    assert_eq!(faults.unwrap_err()[0].to_string(), "twice has no block");
    let mut typed = code("twice");
    typed.locals.push(Local {
        name: "t".to_owned(),
        ty: Type::Bool,
    });
    let returns = Function {
        returns: None,
        ..head.clone()
    };
    let faults = validate_code(&program, &returns, &typed).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "b0: a value is returned where none is declared"
    );
}

const IMAGE: &str = r#"class Object { }
    class String extends Object { field value: ref field hash: i32 }
    class `byte[]` [i8] extends Object { }
    image "ab": String { @#1, 0 }
    image : `byte[]` { 97i8, 98i8 }
    image "c": String { @#3, 0 }
    image : `byte[]` { 99i8 }
    image loop: `refs` { @loop, @"ab" }
    class refs [ref Object] extends Object { }
    global text: ref = @"c"
    global count: i32
    fn same() -> bool { s: return @"ab" == @"ab" }
    fn other() -> bool { s: return @"ab" == @"c" }
    fn get() -> ref { s: return @"c" }
    fn byte(o: ref, i: i32) -> i8 { local b: i8 local v: ref s: v = o->String::value b = v[i] return b }
    fn hash(o: ref) -> i32 { local h: i32 s: h = o->String::hash return h }
    fn setHash(o: ref, h: i32) { s: o->String::hash = h return }
    fn setByte(i: i32, b: i8) { s: @#1[i] = b return }
    fn twin() -> ref { local o: ref s: o = new (@"ab") return o }
    fn length() -> i32 { local n: i32 s: n = #@loop return n }
    fn isText() -> bool { s: return @"ab" is String }
    fn bump() -> i32 { local n: i32 s: n = global count global count = n + 1 n = global count return n }
    fn reset() { local n: i32 s: global count = 0 n = global count return }
    fn text() -> bool { local o: ref s: o = global text return o == @"c" }
    fn copy() { s: @#1[0; 1] = @#3[0] return }
    fn copyNothing() { s: @#1[2; 0] = @#3[0] return }"#;

fn image() -> Program {
    let program = parse(IMAGE).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(validate(&program), Ok(()));
    program
}

fn named(program: &Program, name: &str) -> ImageId {
    program
        .image
        .iter()
        .find(|(_, o)| o.name.as_deref() == Some(name))
        .expect("it exists")
        .0
}

#[test]
fn objects_of_the_image_are_there_and_are_themselves() {
    let program = image();
    let mut machine = Machine::new(&program);
    let (ab, c) = (named(&program, "\"ab\""), named(&program, "\"c\""));
    let truth = |is| Outcome::Returned(Some(Value::Bool(is)));
    assert_eq!(run(&mut machine, "same", &[]), truth(true));
    assert_eq!(run(&mut machine, "other", &[]), truth(false));
    assert_eq!(run(&mut machine, "isText", &[]), truth(true));
    assert_eq!(run(&mut machine, "text", &[]), truth(true));
    let text = Value::Ref(Some(ObjectId::of_image(c)));
    assert_eq!(run(&mut machine, "get", &[]), Outcome::Returned(Some(text)));
    assert_eq!(
        run(
            &mut machine,
            "byte",
            &[Value::of(Const::Object(ab)), Value::Int(1)]
        ),
        int(98)
    );
    assert_eq!(run(&mut machine, "length", &[]), int(2));
    assert_eq!((machine.object_count(), machine.changed().count()), (0, 0));
    assert_eq!(ObjectId::of_image(ab).image(), Some(ab));
    assert_eq!(machine.content(ObjectId::of_image(c))[1], Value::Int(0));
}

#[test]
fn a_changed_object_of_the_image_keeps_its_identity_and_changes_in_one_machine_only() {
    let program = image();
    let mut machine = Machine::new(&program);
    let ab = ObjectId::of_image(named(&program, "\"ab\""));
    let before = machine.clone();
    run(
        &mut machine,
        "setHash",
        &[Value::Ref(Some(ab)), Value::Int(7)],
    );
    run(&mut machine, "setByte", &[Value::Int(1), Value::Int(-3)]);
    assert_eq!(run(&mut machine, "hash", &[Value::Ref(Some(ab))]), int(7));
    assert_eq!(
        run(&mut machine, "byte", &[Value::Ref(Some(ab)), Value::Int(1)]),
        int(-3)
    );
    assert_eq!(
        run(&mut machine, "byte", &[Value::Ref(Some(ab)), Value::Int(0)]),
        int(97)
    );
    assert_eq!(
        run(&mut machine, "same", &[]),
        Outcome::Returned(Some(Value::Bool(true)))
    );
    assert_eq!(
        machine.changed().collect::<Vec<_>>(),
        [named(&program, "\"ab\""), ImageId::from_index(1)]
    );
    for mut other in [before, Machine::new(&program)] {
        assert_eq!(run(&mut other, "hash", &[Value::Ref(Some(ab))]), int(0));
        assert_eq!(
            run(&mut other, "byte", &[Value::Ref(Some(ab)), Value::Int(1)]),
            int(98)
        );
    }
    run(&mut machine, "copy", &[]);
    assert_eq!(
        run(&mut machine, "byte", &[Value::Ref(Some(ab)), Value::Int(0)]),
        int(99)
    );
    let Outcome::Returned(Some(Value::Ref(Some(twin)))) = run(&mut machine, "twin", &[]) else {
        panic!("no copy")
    };
    assert_eq!(
        (twin.image(), machine.content(twin)[1]),
        (None, Value::Int(7))
    );
    assert_eq!(
        program.image_content(named(&program, "\"ab\""))[1],
        Const::Int(IntType::I32, 0)
    );
}

#[test]
fn what_the_image_relies_on_must_not_change() {
    let program = image();
    let ab = named(&program, "\"ab\"");
    assert!(program.rely_on(ab));
    let set = [Value::Ref(Some(ObjectId::of_image(ab))), Value::Int(7)];
    let outcome = run(&mut Machine::new(&program), "setHash", &set);
    let expected = "changes an object on which what was initialised before relies, of class String";
    assert!(matches!(outcome, Outcome::Unsupported { what, .. } if what == expected));
    // And what has changed must not be relied upon.
    let bytes = ImageId::from_index(1);
    run(
        &mut Machine::new(&program),
        "setByte",
        &[Value::Int(0), Value::Int(1)],
    );
    assert!(!program.rely_on(bytes));
}

#[test]
fn a_watching_machine_says_what_a_trial_depended_upon_and_leaves_no_mark() {
    let program = image();
    let (ab, bytes) = (named(&program, "\"ab\""), ImageId::from_index(1));
    let reference = Value::Ref(Some(ObjectId::of_image(ab)));
    let count = program.globals.ids().nth(1).unwrap();
    let trial = |name: &str, args: &[Value]| {
        let mut machine = Machine::watching(&program);
        assert!(matches!(
            run(&mut machine, name, args),
            Outcome::Returned(_)
        ));
        let watched = machine.watched().unwrap().clone();
        (
            watched.globals_read.into_iter().collect::<Vec<_>>(),
            watched.globals_written.into_iter().collect::<Vec<_>>(),
            watched.image_read.into_iter().collect::<Vec<_>>(),
            watched.image_changed.into_iter().collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        trial("bump", &[]),
        (vec![count], vec![count], vec![], vec![])
    );
    assert_eq!(trial("reset", &[]), (vec![], vec![count], vec![], vec![]));
    assert_eq!(
        trial("byte", &[reference, Value::Int(0)]),
        (vec![], vec![], vec![ab, bytes], vec![])
    );
    assert_eq!(trial("length", &[]), (vec![], vec![], vec![], vec![]));
    assert_eq!(trial("twin", &[]), (vec![], vec![], vec![ab], vec![]));
    assert_eq!(
        trial("setHash", &[reference, Value::Int(1)]),
        (vec![], vec![], vec![], vec![ab])
    );
    assert_eq!(
        trial("copy", &[]),
        (vec![], vec![], vec![ImageId::from_index(3)], vec![bytes])
    );
    assert_eq!(trial("copyNothing", &[]), (vec![], vec![], vec![], vec![]));
    assert!(program.rely_on(ab), "the trial changed nothing for good");
    assert_eq!(Machine::new(&program).watched(), None);
}

#[test]
fn an_object_without_its_content_has_no_answer() {
    let program = image();
    let class = program.class_named("String").unwrap();
    let empty = ImageObject {
        class,
        name: None,
        content: OnceCell::new(),
    };
    let wrong = ImageObject {
        content: OnceCell::from(vec![Const::Null, Const::Bool(true)]),
        ..empty.clone()
    };
    for object in [empty, wrong] {
        let object = Value::Ref(Some(ObjectId::of_image(program.image.push(object))));
        let mut machine = Machine::new(&program);
        assert!(matches!(
            run(&mut machine, "hash", &[object]),
            Outcome::Unsupported { .. }
        ));
        assert!(matches!(
            run(&mut machine, "setHash", &[object, Value::Int(1)]),
            Outcome::Unsupported { .. }
        ));
    }
    assert_eq!(validate(&program).unwrap_err().len(), 2);
}
