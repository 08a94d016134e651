//! From a saved report back to a transducer. A file may say anything: everything in it is read again and checked.

use emit::transducer as report;
use model::transducer::{
    Acceptor, AcceptorState, End, Failure, Register, Start, State, Step, SymbolType,
    SymbolicTransducer, seen,
};
use smt::syntax::{Scope, SyntaxError, Type, parse, parse_value};
use smt::{Term, Terms};

use super::texts::{symbol, type_of};

/// The transducer that a report holds; why there is none otherwise.
pub(super) fn transducer(saved: &report::Transducer) -> Result<SymbolicTransducer, String> {
    let reader = Reader::new(saved)?;
    let model = SymbolicTransducer {
        input: symbol_type(saved.input),
        output: symbol_type(saved.output),
        alphabet: reader.guard(&saved.alphabet, "the alphabet")?,
        lookback: usize::try_from(saved.lookback)
            .map_err(|_| "the window is too long".to_owned())?,
        starts: saved
            .starts
            .iter()
            .map(|start| reader.start(start))
            .collect::<Result<_, _>>()?,
        states: reader.states()?,
        registers: reader.registers,
        terms: reader.terms,
    };
    model.check().map_err(|fault| fault.to_string())?;
    Ok(model)
}

fn symbol_type(symbols: report::Symbols) -> SymbolType {
    SymbolType {
        bits: symbols.bits,
        signed: symbols.signed,
    }
}

struct Reader<'r> {
    saved: &'r report::Transducer,
    terms: Terms,
    scope: Scope,
    registers: Vec<Register>,
}

impl<'r> Reader<'r> {
    fn new(saved: &'r report::Transducer) -> Result<Self, String> {
        let (terms, mut scope) = (Terms::new(), Scope::new());
        let input = symbol_type(saved.input);
        for back in 0..=usize::try_from(saved.lookback.max(1))
            .map_err(|_| "the window is too long".to_owned())?
        {
            let name = if back == 0 {
                "x".to_owned()
            } else {
                format!("x{back}")
            };
            scope.declare(&name, seen(&terms, input, back), symbol(input));
        }
        let registers = saved
            .registers
            .iter()
            .map(|r| register(&terms, r))
            .collect::<Result<Vec<_>, _>>()?;
        for register in &registers {
            scope.declare(
                &register.name,
                register.variable,
                type_of(terms.sort(register.variable)),
            );
        }
        Ok(Self {
            saved,
            terms,
            scope,
            registers,
        })
    }

    fn guard(&self, text: &str, whose: &str) -> Result<Term, String> {
        parse(&self.terms, text, &self.scope).map_err(|e| wrong(whose, text, &e))
    }

    fn value(&self, text: &str, ty: Type, whose: &str) -> Result<Term, String> {
        parse_value(&self.terms, text, &self.scope, ty).map_err(|e| wrong(whose, text, &e))
    }

    fn writes(&self, texts: &[String], whose: &str) -> Result<Vec<Term>, String> {
        let ty = symbol(symbol_type(self.saved.output));
        texts
            .iter()
            .map(|text| self.value(text, ty, whose))
            .collect()
    }

    /// The position of a state; the reader of reports has looked whether there is one.
    fn state(&self, id: u64) -> Result<usize, String> {
        position(self.saved.states.iter().map(|state| state.id), id)
    }

    fn states(&self) -> Result<Vec<State>, String> {
        let failure = |state: &report::State| State {
            failure: state.failure.as_ref().map(|failure| match failure {
                report::Failure::Fails(how) => Failure::Fails(how.clone()),
                report::Failure::NotKnown => Failure::NotKnown,
            }),
            ..State::default()
        };
        let mut states: Vec<State> = self.saved.states.iter().map(failure).collect();
        for step in &self.saved.transitions {
            states[self.state(step.from)?].steps.push(self.step(step)?);
        }
        for end in &self.saved.ends {
            let whose = format!("the end in state {}", end.state);
            let read = End {
                guard: self.guard(&end.guard, &whose)?,
                writes: self.writes(&end.writes, &whose)?,
            };
            states[self.state(end.state)?].ends.push(read);
        }
        Ok(states)
    }

    fn step(&self, step: &report::Step) -> Result<Step, String> {
        let whose = format!("a transition of state {}", step.from);
        let updates = self.registers.iter().zip(&step.updates);
        let update = |(register, text): (&Register, &String)| {
            self.value(text, type_of(self.terms.sort(register.variable)), &whose)
        };
        Ok(Step {
            guard: self.guard(&step.guard, &whose)?,
            writes: self.writes(&step.writes, &whose)?,
            updates: updates.map(update).collect::<Result<_, _>>()?,
            to: self.state(step.to)?,
        })
    }

    fn start(&self, start: &report::Start) -> Result<Start, String> {
        let when = start
            .when
            .as_ref()
            .map(|acceptor| self.acceptor(acceptor))
            .transpose()?;
        Ok(Start {
            when,
            state: self.state(start.state)?,
        })
    }

    fn acceptor(&self, acceptor: &report::Acceptor) -> Result<Acceptor, String> {
        let state = |id: u64| position(acceptor.states.iter().map(|state| state.id), id);
        let fresh = |s: &report::AcceptorState| AcceptorState {
            accepting: s.accepting,
            edges: Vec::new(),
        };
        let mut states: Vec<AcceptorState> = acceptor.states.iter().map(fresh).collect();
        for edge in &acceptor.transitions {
            let guard = self.guard(
                &edge.guard,
                &format!("a look-ahead transition of state {}", edge.from),
            )?;
            states[state(edge.from)?]
                .edges
                .push((guard, state(edge.to)?));
        }
        Ok(Acceptor { states })
    }
}

fn position(mut ids: impl Iterator<Item = u64>, id: u64) -> Result<usize, String> {
    ids.position(|known| known == id)
        .ok_or_else(|| format!("there is no state {id}"))
}

fn wrong(whose: &str, text: &str, error: &SyntaxError) -> String {
    format!("{whose}, `{text}`: {error}")
}

fn register(terms: &Terms, saved: &report::Register) -> Result<Register, String> {
    let whose = format!("register {}", saved.name);
    let ty = register_type(&saved.ty)
        .ok_or_else(|| format!("{whose}: there is no type `{}`", saved.ty))?;
    let initial = parse_value(terms, &saved.initial, &Scope::new(), ty)
        .map_err(|e| wrong(&whose, &saved.initial, &e))?;
    let initial = terms
        .value(initial)
        .cloned()
        .ok_or_else(|| format!("{whose}: `{}` is no value", saved.initial))?;
    // A name that no symbol of the window can have.
    let variable = terms.var(&format!("register {}", saved.name), ty.sort());
    Ok(Register {
        name: saved.name.clone(),
        variable,
        initial,
    })
}

/// The types that registers have in reports.
fn register_type(name: &str) -> Option<Type> {
    match name {
        "boolean" => Some(Type::Bool),
        "integer" => Some(Type::Int),
        "byte" => Some(Type::signed(8)),
        "short" => Some(Type::signed(16)),
        "int" => Some(Type::signed(32)),
        "long" => Some(Type::signed(64)),
        _ => {
            let width = name.strip_prefix('i')?.parse().ok()?;
            (1..=64).contains(&width).then(|| Type::signed(width))
        }
    }
}
