//! A function in C that is a filter, called as the verdict says that it is.

use front::c::{FilterArgument, FilterCall};

/// What there is around the call, in C.
pub(crate) struct Around<'a> {
    /// A pointer to the symbols to read.
    pub(crate) input: &'a str,
    /// How many these are.
    pub(crate) length: &'a str,
    /// The buffer to write to.
    pub(crate) buffer: &'a str,
    /// How many symbols fit into it.
    pub(crate) room: &'a str,
    /// The definition of `mores_put`, which takes a symbol that is written.
    pub(crate) put: &'a str,
}

/// The call.
pub(crate) struct Called {
    pub(crate) call: String,
    /// Functions that it needs.
    pub(crate) definitions: String,
    /// Variables that it needs: `mores_at_2` is the one whose address the parameter with number 2 is.
    pub(crate) variables: String,
}

impl Called {
    pub(crate) fn new(call: &FilterCall, around: &Around) -> Self {
        let mut called = Self {
            call: String::new(),
            definitions: String::new(),
            variables: String::new(),
        };
        let arguments = call.arguments.iter().enumerate();
        let arguments: Vec<String> = arguments
            .map(|(i, argument)| called.argument(i, argument, around))
            .collect();
        called.call = format!("{}({})", call.function, arguments.join(", "));
        called
    }

    fn argument(&mut self, at: usize, argument: &FilterArgument, around: &Around) -> String {
        let Around {
            input,
            length,
            buffer,
            room,
            put,
        } = around;
        match argument {
            FilterArgument::Input => (*input).to_owned(),
            // The caller looks at the buffer, and keeps its input.
            FilterArgument::Changed { terminated } => {
                let count = match terminated {
                    true => format!("({length} + 1)"),
                    false => (*length).to_owned(),
                };
                format!(
                    "(__builtin_memcpy({buffer}, {input}, {count} * sizeof *({input})), {buffer})"
                )
            }
            FilterArgument::InputEnd => format!("({input} + {length})"),
            FilterArgument::Length => (*length).to_owned(),
            FilterArgument::Output => (*buffer).to_owned(),
            FilterArgument::OutputEnd => format!("({buffer} + {room})"),
            FilterArgument::Number(value) => value.to_string(),
            FilterArgument::Null => "(void *)0".to_owned(),
            FilterArgument::Empty => "(void *)\"\"".to_owned(),
            FilterArgument::Stdin => "stdin".to_owned(),
            FilterArgument::Stdout => "stdout".to_owned(),
            FilterArgument::Emit(definition) => {
                self.definitions = format!("{put}{definition}");
                "mores_emit".to_owned()
            }
            FilterArgument::At(ty, argument) => {
                let value = self.argument(at, argument, around);
                self.variables += &format!("{ty} mores_at_{at} = ({ty})({value});\n    ");
                format!("&mores_at_{at}")
            }
        }
    }
}
