//! Each rule of the ir, broken once.

use base::Id;
use ir::text::parse;
use ir::{
    BlockId, Const, Expr, Function, FunctionId, Local, Program, StatementKind, TerminatorKind,
    Type, validate,
};

fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The only complaint about a program.
#[track_caller]
fn complaint(program: &Program) -> String {
    let faults = validate(program).expect_err("a rule is broken");
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults[0].to_string()
}

/// The only complaint about a block of `f(n: i32, b: bool, o: ref) -> i32`.
#[track_caller]
fn in_block(code: &str, message: &str) {
    let text = format!(
        "class C {{ field k: i32 }} class A [i32] {{ }} global G: i64 fn g(n: i32) {{ s: return }}
         fn f(n: i32, b: bool, o: ref) -> i32 {{ local t: i32 local l: i64 s: {code}
         }}"
    );
    assert_eq!(complaint(&program(&text)), format!("fn1 b0: {message}"));
}

#[test]
fn operands_must_fit_their_operators() {
    in_block("return n + 1i64", "Add does not work on i32 and i64");
    in_block("return -(b)", "Neg does not work on bool");
    in_block("t = o & o return n", "And does not work on ref and ref");
    in_block("return n << 1i64", "Shl does not work on i32 and i64");
    in_block("return i32(o)", "ref cannot become i32");
    in_block("if n is C then s else s", "ref is needed where i32 stands");
    in_block("if o < o then s else s", "Lt does not work on ref and ref");
}

#[test]
fn floating_point_has_its_own_operators() {
    in_block("return 1.5f64 & 1.5f64", "And does not work on f64 and f64");
    in_block("return 1.5f64 + 1.5f32", "Add does not work on f64 and f32");
    in_block("return 1.5f32 << 1", "Shl does not work on f32 and i32");
    in_block("return abs(n)", "Abs does not work on i32");
    in_block("return sqrt(n)", "Sqrt does not work on i32");
    in_block("return toBits(n)", "ToBits does not work on i32");
    in_block("return toBits(1.5f64)", "i32 is needed where i64 stands");
    in_block(
        "return i32(fromBits(i8(n)))",
        "FromBits does not work on i8",
    );
    in_block("return n + i32(f64(b))", "bool cannot become f64");
    in_block("if bool(1.5f64) then s else s", "f64 cannot become bool");
}

#[test]
fn arrays_are_made_with_a_length_and_used_with_positions() {
    in_block(
        "o = new A return n",
        "an array of A is created without a length",
    );
    in_block("o = new C[n] return n", "C is no class of arrays");
    in_block("o = new A[1i64] return n", "i32 is needed where i64 stands");
    in_block("l = #o return n", "i64 is needed where i32 stands");
    in_block("t = #n return n", "ref is needed where i32 stands");
    in_block("t = o[1i64] return n", "i32 is needed where i64 stands");
    in_block("n[0] = 1 return n", "ref is needed where i32 stands");
    in_block(
        "o[0; 1i64] = o[0] return n",
        "i32 is needed where i64 stands",
    );
    in_block("o[b; 1] = o[0] return n", "i32 is needed where bool stands");
    in_block("t = o->[n] return n", "i64 is needed where i32 stands");
    in_block("n->[0i64] = 1 return n", "ref is needed where i32 stands");
    in_block("t = new (o) return n", "i32 is needed where ref stands");
    in_block("o = class n return n", "ref is needed where i32 stands");
    in_block(
        "if o takes n then s else s",
        "ref is needed where i32 stands",
    );
}

#[test]
fn classes_of_arrays_have_elements_and_nothing_else() {
    let only = |text: &str| complaint(&program(text));
    assert_eq!(
        only("class A [i32] { field k: i32 }"),
        "class A has both elements and fields"
    );
    assert_eq!(
        only("class C { } class A [i32 C] { }"),
        "class A has elements of no type"
    );
    assert_eq!(
        only("class A [ref A] { }"),
        "class A does not stand after that of its elements"
    );
    assert_eq!(
        only("class A [i32] { } class B extends A { }"),
        "class B stands below a class of arrays"
    );
    assert_eq!(
        only("class A [i32] { } class B implements A { }"),
        "class B stands below a class of arrays"
    );
}

#[test]
fn objects_of_the_image_hold_what_their_classes_say() {
    let only = |text: &str| {
        let classes = "class O { field k: i32 } class C extends O { field next: ref } class A [ref O] { } class B [i8] { }";
        complaint(&program(&format!("{classes} {text}")))
    };
    assert_eq!(only("image : O"), "object @0: it has no content");
    assert_eq!(only("image : C { 1 }"), "object @0: C has 2 fields, not 1");
    assert_eq!(
        only("image : C { 1, 2 }"),
        "object @0: ref is needed where i32 stands"
    );
    assert_eq!(
        only("image : B { 1i8, 2 }"),
        "object @0: i8 is needed where i32 stands"
    );
    assert_eq!(
        only("image : B { 200i8 }"),
        "object @0: 200 is not a number of i8"
    );
    assert_eq!(
        only("image b: B { } image : A { @b }"),
        "object @1: an object of class3 stands where one of class0 is wanted"
    );
    assert_eq!(
        only("global g: i32 = 1i64"),
        "global g: i32 is needed where i64 stands"
    );
    let fine = "class O { field k: i32 } class A [ref O] { } image o: O { 1 } image : A { @o, null } global g: ref = @o";
    assert_eq!(validate(&program(fine)), Ok(()));
}

#[test]
fn there_is_one_nan() {
    let other = program("global g: f64");
    let global = other.globals.values().next().unwrap();
    global
        .initial
        .set(Const::Float(ir::FloatType::F64, u64::MAX))
        .unwrap();
    assert_eq!(
        complaint(&other),
        "global g: 0xffffffffffffffff are not the bits of a number of f64"
    );
}

#[test]
fn what_is_written_must_fit_where_it_goes() {
    in_block("t = b return n", "i32 is needed where bool stands");
    in_block("l = o->C::k return n", "i64 is needed where i32 stands");
    in_block("n->C::k = n return n", "ref is needed where i32 stands");
    in_block("global G = n return n", "i64 is needed where i32 stands");
    in_block("t = new C return n", "i32 is needed where ref stands");
    in_block("return b", "i32 is needed where bool stands");
    in_block("return", "no value is returned where one is declared");
    in_block("throw n", "ref is needed where i32 stands");
    in_block("if n then s else s", "bool is needed where i32 stands");
}

#[test]
fn calls_must_give_what_the_callee_takes() {
    in_block("call g() then s", "g takes (i32), not ()");
    in_block("t = call g(n) then s", "g returns nothing");
    in_block("call virtual m(n) then s", "ref is needed where i32 stands");
    in_block("call virtual m() then s", "a virtual call needs a receiver");
    in_block(
        "call g(n) then s unwind s(n)",
        "i32 is needed where ref stands",
    );
}

#[test]
fn constants_and_cases_must_be_in_range_and_distinct() {
    in_block("return 3000000000", "3000000000 is not a number of i32");
    in_block("switch n { 1: s, 1: s, else: s }", "case 1 stands twice");
    in_block(
        "switch n { 3000000000: s, else: s }",
        "case 3000000000 is not a number of i32",
    );
    in_block("switch b { else: s }", "a switch needs an integer");
}

#[test]
fn a_local_must_be_written_on_every_path_before_it_is_read() {
    in_block("return t", "t (_3) may be read before it is written");
    let text = "fn f(b: bool) -> i32 { local t: i32
        s: if b then one else two   one: t = 1 goto end   two: goto end   end: return t }";
    assert_eq!(
        complaint(&program(text)),
        "fn0 b3: t (_1) may be read before it is written"
    );
    assert_eq!(
        validate(&program(&text.replace("two: goto", "two: t = 2 goto"))),
        Ok(())
    );
}

#[test]
fn a_call_writes_its_result_only_if_it_returns() {
    let text = "fn g() -> i32 { s: return 1 }
        fn f() -> i32 { local t: i32 local e: ref
            s: t = call g() then ok unwind bad(e)   ok: return t   bad: RETURN }";
    assert_eq!(
        validate(&program(&text.replace("RETURN", "throw e"))),
        Ok(())
    );
    let wrong = program(&text.replace("RETURN", "return t"));
    assert_eq!(
        complaint(&wrong),
        "fn1 b2: t (_0) may be read before it is written"
    );
}

#[test]
fn a_loop_keeps_what_was_written_before_it() {
    let text = "fn f(n: i32) -> i32 { local t: i32 local u: i32
        s: t = 0 goto head   head: if t < n then body else end   body: u = t t = u + 1 goto head   end: return t }";
    assert_eq!(validate(&program(text)), Ok(()));
    let wrong = program(&text.replace("return t", "return u"));
    assert_eq!(
        complaint(&wrong),
        "fn0 b3: u (_2) may be read before it is written"
    );
}

#[test]
fn names_must_be_unique_and_parents_first() {
    assert_eq!(
        complaint(&program("class A { } class A { }")),
        "there are two of class \"A\""
    );
    assert_eq!(
        complaint(&program("global A: i32 global A: i32")),
        "there are two of global \"A\""
    );
    assert_eq!(
        complaint(&program("fn f() { s: return } fn f() { s: return }")),
        "there are two of function \"f\""
    );
    assert_eq!(
        complaint(&program("selector f selector f")),
        "there are two of selector \"f\""
    );
    assert_eq!(
        complaint(&program("class A { field x: i32 field x: i32 }")),
        "there are two of field of A \"x\""
    );
    let late = "class B does not stand after all its supertypes";
    assert_eq!(
        complaint(&program("class B extends A { } class A { }")),
        late
    );
    assert_eq!(
        complaint(&program("class B implements A { } class A { }")),
        late
    );
    assert_eq!(complaint(&program("class B extends B { }")), late);
}

#[test]
fn methods_of_one_selector_must_have_one_type() {
    let text = "class A { method m = f } class B { method m = g }
        fn f(this: ref) { s: return } fn g(this: ref) -> i32 { s: return 1 }";
    assert_eq!(
        complaint(&program(text)),
        "fn1: method m differs in type from f"
    );
    assert_eq!(
        complaint(&program("class A { method m = f } fn f() { s: return }")),
        "fn0: method m takes no receiver"
    );
}

#[test]
fn functions_must_have_blocks_and_their_parameters() {
    assert_eq!(complaint(&program("fn f() { }")), "fn0: f has no block");
    assert_eq!(complaint(&program("fn f()")), "fn0: f has no code");
    let mut short = program("fn f() { s: return }");
    let ty = Type::Int(ir::IntType {
        bits: 7,
        signed: true,
    });
    first(&mut short).params.push(Local {
        name: "x".to_owned(),
        ty: Type::Bool,
    });
    assert_eq!(
        complaint(&short),
        "fn0: the first locals of f are not its parameters"
    );
    let mut wide = program("fn f() { s: return }");
    first(&mut wide).code.get_mut().unwrap().locals.push(Local {
        name: "x".to_owned(),
        ty,
    });
    assert_eq!(
        complaint(&wide),
        "fn0: f has a local of a width the ir does not know"
    );
    first(&mut wide).returns = Some(ty);
    assert_eq!(
        complaint(&wide),
        "fn0: f has a parameter or result of a width the ir does not know"
    );
}

fn first(program: &mut Program) -> &mut Function {
    program
        .functions
        .get_mut(FunctionId::from_index(0))
        .unwrap()
}

/// What the text form cannot even say.
#[test]
fn ids_must_be_in_range() {
    let text = "class C { field k: i32 } global G: i32 fn f(o: ref, n: i32) { s: return }";
    let wrong = [
        (
            "there is no block b7",
            Change::End(TerminatorKind::Goto(BlockId::from_index(7))),
        ),
        (
            "there is no local _7",
            Change::Step(StatementKind::Assign(base::Id::from_index(7), null())),
        ),
        (
            "there is no class7",
            Change::Step(StatementKind::New(
                base::Id::from_index(0),
                base::Id::from_index(7),
            )),
        ),
        (
            "there is no global7",
            Change::Step(StatementKind::StoreGlobal(base::Id::from_index(7), null())),
        ),
        (
            "there is no object @7",
            Change::End(TerminatorKind::Throw(Expr::Const(Const::Object(
                base::Id::from_index(7),
            )))),
        ),
        (
            "C has no field 7",
            Change::Step(StatementKind::Store(
                null(),
                ir::FieldRef {
                    class: base::Id::from_index(0),
                    index: 7,
                },
                null(),
            )),
        ),
        (
            "there is no fn7",
            Change::End(TerminatorKind::Call {
                dst: None,
                callee: ir::Callee::Direct(base::Id::from_index(7)),
                args: vec![],
                next: BlockId::from_index(0),
                unwind: None,
            }),
        ),
    ];
    for (message, change) in wrong {
        let mut program = program(text);
        let block = &mut first(&mut program).code.get_mut().unwrap().blocks[BlockId::from_index(0)];
        match change {
            Change::Step(kind) => block.statements.push(ir::Statement { kind, line: 0 }),
            Change::End(kind) => block.terminator.kind = kind,
        }
        assert_eq!(complaint(&program), format!("fn0 b0: {message}"));
    }
}

enum Change {
    Step(StatementKind),
    End(TerminatorKind),
}

fn null() -> Expr {
    Expr::Const(Const::Null)
}
