//! Small changes to code: what a slip of the hand does to a program.

use base::{Id, Random};
use ir::{
    BinaryOp, BlockId, Callee, Code, Component, Const, Expr, FunctionId, IntType, StatementKind,
    TerminatorKind, Type, UnaryOp,
};

/// Changes one place of the component's own code, and says what kind of change it was; `None` if nothing can be changed
/// without leaving the language.
pub fn mutate(component: &mut Component, random: &mut Random) -> Option<(&'static str, String)> {
    let functions = own_functions(component);
    for _ in 0..20 {
        let function = *random.pick(&functions);
        let mut code = component.program.code(function).clone();
        if !is_plain(&code) {
            continue;
        }
        let head = component.program.functions[function].clone();
        let Some((kind, at)) = change(&mut code, head.returns, random) else {
            continue;
        };
        if code == *component.program.code(function)
            || ir::validate_code(&component.program, &head, &code).is_err()
        {
            continue;
        }
        let described = format!("{kind} in {} at {at}", head.name);
        let head = component
            .program
            .functions
            .get_mut(function)
            .expect("it was found in the program");
        head.code = std::cell::OnceCell::from(code);
        return Some((kind, described));
    }
    None
}

/// What a client may call, and what that calls of the same class.
fn own_functions(component: &Component) -> Vec<FunctionId> {
    let program = &component.program;
    let mut found: Vec<FunctionId> = component
        .constructors
        .iter()
        .chain(&component.methods)
        .map(|entry| entry.function)
        .collect();
    let own = format!("{}.", component.name);
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        next += 1;
        for block in program.code(function).blocks.values() {
            if let TerminatorKind::Call {
                callee: Callee::Direct(callee),
                ..
            } = &block.terminator.kind
                && program.functions[*callee].name.starts_with(&own)
                && !found.contains(callee)
            {
                found.push(*callee);
            }
        }
    }
    found
}

/// Whether no instruction rests on a test before it that a change could take away: no array, no divisor that may be
/// zero, no field of another object than the receiver.
fn is_plain(code: &Code) -> bool {
    let statement = |kind: &StatementKind| match kind {
        StatementKind::Load(_, object, _) | StatementKind::Store(object, ..) => is_receiver(object),
        StatementKind::Assign(..)
        | StatementKind::LoadGlobal(..)
        | StatementKind::StoreGlobal(..) => true,
        StatementKind::New(..) => true,
        StatementKind::NewArray(..)
        | StatementKind::Length(..)
        | StatementKind::LoadElement(..)
        | StatementKind::StoreElement(..)
        | StatementKind::CopyElements(_)
        | StatementKind::Duplicate(..)
        | StatementKind::ClassOf(..)
        | StatementKind::LoadSlot(..)
        | StatementKind::StoreSlot(..)
        | StatementKind::Memory(_)
        | StatementKind::World(_) => false,
    };
    let operands = |block: &ir::Block| {
        let mut all: Vec<Expr> = block
            .terminator
            .kind
            .operands()
            .into_iter()
            .cloned()
            .collect();
        all.extend(
            block
                .statements
                .iter()
                .flat_map(|s| s.kind.operands())
                .cloned(),
        );
        all
    };
    code.blocks.values().all(|block| {
        block.statements.iter().all(|s| statement(&s.kind))
            && operands(block).iter().all(|e| !may_divide_by_zero(e))
    })
}

fn is_receiver(object: &Expr) -> bool {
    matches!(object, Expr::Local(local) if local.index() == 0)
}

fn may_divide_by_zero(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Local(_) => false,
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::InstanceOf(a, _) => may_divide_by_zero(a),
        // A constant divisor stays one; it is never changed to zero.
        Expr::Binary(BinaryOp::Div | BinaryOp::Rem, a, b) => {
            !matches!(**b, Expr::Const(_)) || may_divide_by_zero(a)
        }
        Expr::Binary(_, a, b) | Expr::Takes(a, b) => may_divide_by_zero(a) || may_divide_by_zero(b),
    }
}

fn change(
    code: &mut Code,
    returns: Option<Type>,
    random: &mut Random,
) -> Option<(&'static str, String)> {
    let block = BlockId::from_index(random.below(code.blocks.len()));
    let kind = match random.below(6) {
        0 => negate(code, block)?,
        1 => swap_ending(code, block, returns)?,
        2 => drop_store(code, block, random)?,
        3 => nudge(code, block, random)?,
        _ => compare_otherwise(code, block, random)?,
    };
    Some((kind, format!("{block}")))
}

fn negate(code: &mut Code, block: BlockId) -> Option<&'static str> {
    let plain = |cond: &Expr| !speaks_of_references(cond, code);
    match &code.blocks[block].terminator.kind {
        TerminatorKind::Branch { cond, .. } if plain(cond) => {}
        _ => return None,
    }
    if let TerminatorKind::Branch { cond, .. } = &mut code.blocks[block].terminator.kind {
        *cond = Expr::Unary(UnaryOp::Not, Box::new(cond.clone()));
    }
    Some("a branch negated")
}

fn speaks_of_references(expr: &Expr, code: &Code) -> bool {
    match expr {
        Expr::Const(constant) => constant.ty() == Type::Ref,
        Expr::Local(local) => code.locals[*local].ty == Type::Ref,
        Expr::InstanceOf(..) | Expr::Takes(..) => true,
        Expr::Unary(_, a) | Expr::Cast(_, a) => speaks_of_references(a, code),
        Expr::Binary(_, a, b) => speaks_of_references(a, code) || speaks_of_references(b, code),
    }
}

/// An error becomes a return, or a return goes on to where something is thrown.
fn swap_ending(code: &mut Code, block: BlockId, returns: Option<Type>) -> Option<&'static str> {
    let throws = |b: &ir::Block| matches!(b.terminator.kind, TerminatorKind::Throw(_));
    let thrower = code
        .blocks
        .iter()
        .find(|(_, b)| throws(b))
        .map(|(id, _)| id);
    let kind = &mut code.blocks[block].terminator.kind;
    match (&*kind, thrower) {
        (TerminatorKind::Throw(_), _) if returns.is_none() => *kind = TerminatorKind::Return(None),
        (TerminatorKind::Return(_), Some(thrower)) => *kind = TerminatorKind::Goto(thrower),
        _ => return None,
    }
    Some("an ending swapped")
}

fn drop_store(code: &mut Code, block: BlockId, random: &mut Random) -> Option<&'static str> {
    let statements = &mut code.blocks[block].statements;
    let is_store = |kind: &StatementKind| {
        matches!(
            kind,
            StatementKind::Store(..) | StatementKind::StoreGlobal(..)
        )
    };
    let stores: Vec<usize> = (0..statements.len())
        .filter(|&i| is_store(&statements[i].kind))
        .collect();
    if stores.is_empty() {
        return None;
    }
    statements.remove(*random.pick(&stores));
    Some("a store dropped")
}

fn nudge(code: &mut Code, block: BlockId, random: &mut Random) -> Option<&'static str> {
    let by = if random.chance(1, 2) { 1 } else { -1 };
    let shift = |expr: &mut Expr| match expr {
        Expr::Const(Const::Int(ty, value)) => match moved(*ty, *value, by) {
            Some(new) => {
                *value = new;
                true
            }
            None => false,
        },
        _ => false,
    };
    at_one(code, block, random, &shift).then_some("a constant changed by one")
}

/// Never to zero: the constant may be a divisor.
fn moved(ty: IntType, value: i64, by: i64) -> Option<i64> {
    value
        .checked_add(by)
        .filter(|&new| new != 0 && ty.contains(new))
}

fn compare_otherwise(code: &mut Code, block: BlockId, random: &mut Random) -> Option<&'static str> {
    let choice = random.below(2);
    let locals = code.locals.clone();
    let is_reference = move |expr: &Expr| match expr {
        Expr::Const(constant) => constant.ty() == Type::Ref,
        Expr::Local(local) => locals[*local].ty == Type::Ref,
        _ => false,
    };
    let other = |expr: &mut Expr| match expr {
        Expr::Binary(op, a, b) if !is_reference(a) && !is_reference(b) => {
            let new = match op {
                BinaryOp::Lt => [BinaryOp::Le, BinaryOp::Ge],
                BinaryOp::Le => [BinaryOp::Lt, BinaryOp::Gt],
                BinaryOp::Gt => [BinaryOp::Ge, BinaryOp::Le],
                BinaryOp::Ge => [BinaryOp::Gt, BinaryOp::Lt],
                BinaryOp::Eq => [BinaryOp::Ne, BinaryOp::Ne],
                BinaryOp::Ne => [BinaryOp::Eq, BinaryOp::Eq],
                BinaryOp::Add => [BinaryOp::Sub, BinaryOp::Sub],
                BinaryOp::Sub => [BinaryOp::Add, BinaryOp::Add],
                BinaryOp::And => [BinaryOp::Or, BinaryOp::Or],
                BinaryOp::Or => [BinaryOp::And, BinaryOp::And],
                BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Xor => return false,
                BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => return false,
            };
            *op = new[choice];
            true
        }
        _ => false,
    };
    at_one(code, block, random, &other).then_some("an operator replaced")
}

/// Changes one of the expressions of a block, chosen at random among those that can be changed.
fn at_one(
    code: &mut Code,
    block: BlockId,
    random: &mut Random,
    change: &dyn Fn(&mut Expr) -> bool,
) -> bool {
    let mut count = 0;
    each(&mut code.blocks[block].clone(), &mut |e| {
        count += usize::from(change(e))
    });
    if count == 0 {
        return false;
    }
    let (chosen, mut seen) = (random.below(count), 0);
    each(&mut code.blocks[block], &mut |e| {
        if change(&mut e.clone()) {
            if seen == chosen {
                change(e);
            }
            seen += 1;
        }
    });
    true
}

fn each(block: &mut ir::Block, visit: &mut dyn FnMut(&mut Expr)) {
    for statement in &mut block.statements {
        match &mut statement.kind {
            StatementKind::Assign(_, value)
            | StatementKind::StoreGlobal(_, value)
            | StatementKind::Store(_, _, value) => {
                within(value, visit);
            }
            // What the others look at are references and positions.
            _ => {}
        }
    }
    match &mut block.terminator.kind {
        TerminatorKind::Branch { cond: value, .. } | TerminatorKind::Return(Some(value)) => {
            within(value, visit)
        }
        _ => {}
    }
}

fn within(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    match expr {
        Expr::Const(_) | Expr::Local(_) => {}
        Expr::Unary(_, a) | Expr::Cast(_, a) | Expr::InstanceOf(a, _) => within(a, visit),
        Expr::Binary(_, a, b) | Expr::Takes(a, b) => {
            within(a, visit);
            within(b, visit);
        }
    }
}
