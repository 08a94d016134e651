//! Functions and statements as C.

use base::Id;

use super::Printing;
use crate::c::tree::*;
use crate::c::types::TypeId;

impl Printing<'_> {
    pub(super) fn function(&mut self, id: FunctionId) -> String {
        let function = &self.unit.functions[id];
        let Some(body) = &function.body else {
            return String::new();
        };
        self.function = Some(id);
        let storage = if function.linkage == Linkage::Internal {
            "static "
        } else {
            ""
        };
        let head = self.head(id);
        let body = match body {
            Body::Code(body) => self.stmt(*body),
            Body::Unsupported(what) => format!("{{ __builtin_trap(); /* {} */ }}\n", what.what),
        };
        self.function = None;
        match function.name.as_str() {
            "main" => format!("{head}\n{{ mores_init();\n{body}}}\n"),
            _ => format!("{storage}{head}\n{body}"),
        }
    }

    fn head(&self, id: FunctionId) -> String {
        let function = &self.unit.functions[id];
        let Some(ty) = self.unit.types.function(function.ty) else {
            return String::new();
        };
        let name = self.function_name(id);
        let parameters = || {
            function
                .parameters
                .iter()
                .map(|local| (self.local(*local), &function.locals[*local]))
        };
        if ty.parameters.is_none() {
            let names: Vec<String> = parameters().map(|(name, _)| name).collect();
            let types: String = parameters()
                .map(|(name, l)| format!("{};", self.declare(l.ty.id, &name)))
                .collect();
            return format!(
                "{} {types}",
                self.declare(ty.result, &format!("{name}({})", names.join(", ")))
            );
        }
        let mut list: Vec<String> = parameters()
            .map(|(name, local)| self.declare(local.ty.id, &name))
            .collect();
        list.extend(ty.variadic.then(|| "...".to_owned()));
        let list = if list.is_empty() {
            "void".to_owned()
        } else {
            list.join(", ")
        };
        self.declare(ty.result, &format!("{name}({list})"))
    }

    pub(super) fn local_type(&self, id: LocalId) -> TypeId {
        let function = self.function.expect("locals stand in functions only");
        self.unit.functions[function].locals[id].ty.id
    }

    fn declaration(&mut self, id: LocalId) -> String {
        let (name, function) = (self.local(id), self.function);
        let bytes = function.and_then(|function| self.unit.functions[function].locals[id].bytes);
        match bytes {
            Some(bytes) => {
                let bytes = self.expr(bytes);
                format!("char {name}[{bytes}] __attribute__((aligned(16)));\n")
            }
            None => format!("{};\n", self.declare(self.local_type(id), &name)),
        }
    }

    /// The declarations and statements of a block, without its braces.
    pub(super) fn block(&mut self, locals: &[LocalId], body: &[StmtId]) -> String {
        let declared = locals.iter().map(|local| self.declaration(*local));
        let mut text: String = declared.collect();
        for statement in body {
            text.push_str(&self.stmt(*statement));
        }
        text
    }

    fn computed_goto(&mut self, target: ExprId) -> String {
        let (held, target) = (self.temporary(), self.expr(target));
        let mut text = format!("{{\nvoid *{held} = {target};\n");
        let unit = self.unit;
        let function = self.function.map(|function| &unit.functions[function]);
        let addressed = function.map(|function| &function.addressed);
        for (label, object) in addressed.into_iter().flatten() {
            let (object, label) = (self.global(*object), self.label(*label));
            text.push_str(&format!("if ({held} == (void *)&{object}) goto {label};\n"));
        }
        text + "}\n"
    }

    fn stmt(&mut self, id: StmtId) -> String {
        let unit = self.unit;
        match &unit.stmts[id].kind {
            StmtKind::Block { locals, body } => format!("{{\n{}}}\n", self.block(locals, body)),
            StmtKind::Declare {
                local,
                init: Some(init),
            } => {
                let (name, ty) = (self.local(*local), self.local_type(*local));
                self.initialise(&name, ty, init)
            }
            StmtKind::Declare { init: None, .. } | StmtKind::Measure { .. } | StmtKind::Empty => {
                ";\n".to_owned()
            }
            StmtKind::Expr(expr) => format!("{};\n", self.expr(*expr)),
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. } => self.control(&unit.stmts[id].kind),
            StmtKind::Switch {
                value,
                cases,
                default,
                body,
            } => self.switch(*value, cases, *default, *body),
            StmtKind::Labelled { label, body } => {
                let name = self.cases.get(label).cloned();
                let name = name.unwrap_or_else(|| self.label(*label));
                format!("{name}: {}", self.stmt(*body))
            }
            StmtKind::Goto(label) => format!("goto {};\n", self.label(*label)),
            StmtKind::ComputedGoto(target) => self.computed_goto(*target),
            StmtKind::Break => "break;\n".to_owned(),
            StmtKind::Continue => "continue;\n".to_owned(),
            StmtKind::Return(value) => format!("return {};\n", self.maybe(*value)),
            StmtKind::Unsupported(what) => format!("__builtin_trap(); /* {what} */\n"),
        }
    }

    fn control(&mut self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let otherwise = otherwise
                    .map(|s| format!("else {{ {} }}", self.stmt(s)))
                    .unwrap_or_default();
                let (condition, then) = (self.expr(*condition), self.stmt(*then));
                format!("if ({condition}) {{ {then} }} {otherwise}\n")
            }
            StmtKind::While { condition, body } => {
                let (condition, body) = (self.expr(*condition), self.stmt(*body));
                format!("while ({condition}) {{ {body} }}\n")
            }
            StmtKind::DoWhile { body, condition } => {
                let (body, condition) = (self.stmt(*body), self.expr(*condition));
                format!("do {{ {body} }} while ({condition});\n")
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let [init, condition, step] = [init, condition, step].map(|part| self.maybe(*part));
                let body = self.stmt(*body);
                format!("for ({init}; {condition}; {step}) {{ {body} }}\n")
            }
            _ => unreachable!("no other statement has a condition"),
        }
    }

    /// An expression that may be missing.
    fn maybe(&mut self, expr: Option<ExprId>) -> String {
        expr.map(|expr| self.expr(expr)).unwrap_or_default()
    }

    fn label(&self, label: LabelId) -> String {
        format!("label{}", label.index())
    }

    fn switch(
        &mut self,
        value: ExprId,
        cases: &[Case],
        default: Option<LabelId>,
        body: StmtId,
    ) -> String {
        let ty = self.ty(self.unit.exprs[value].ty.id);
        for case in cases {
            let (low, high) = (case.low as u64, case.high as u64);
            self.cases.insert(
                case.label,
                format!("case ({ty}){low:#x}ull ... ({ty}){high:#x}ull"),
            );
        }
        if let Some(label) = default {
            self.cases.insert(label, "default".to_owned());
        }
        let text = format!("switch ({}) {{ {} }}\n", self.expr(value), self.stmt(body));
        for label in cases.iter().map(|case| case.label).chain(default) {
            self.cases.remove(&label);
        }
        text
    }

    /// Statements that give an object its first value.
    pub(super) fn initialise(&mut self, name: &str, ty: TypeId, init: &Initializer) -> String {
        let mut text = String::new();
        if init.zero {
            text.push_str(&format!(
                "__builtin_memset(&{name}, 0, {});\n",
                self.size(ty)
            ));
        }
        for entry in &init.entries {
            let at = format!("((char *)&{name} + {})", entry.offset);
            text.push_str(&match entry.value {
                EntryValue::Expr(value) => {
                    let value = self.expr(value);
                    self.store(&at, entry.ty, entry.bits, &value)
                }
                EntryValue::Characters(string) => self.copy(&at, entry.ty, string),
            });
        }
        text
    }
}
