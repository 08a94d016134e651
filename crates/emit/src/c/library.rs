//! Functions of the C library whose answers are inputs: what stands for them in a harness. They have parameters, and some give a
//! value by a pointer or keep what they gave, as those of the library do.

/// The input that says whether there is memory.
const MEMORY: &str = "malloc";

/// What the linker must be told where that is an input: whoever calls these functions calls ours.
const WRAPPED: &str = "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,--wrap=aligned_alloc,\
    --wrap=memalign,--wrap=posix_memalign,--wrap=strdup,--wrap=strndup,--wrap=asprintf,--wrap=vasprintf,\
    --wrap=getline,--wrap=getdelim";

/// What the linker must be told so that these inputs are given.
pub(super) fn linked<'n>(mut names: impl Iterator<Item = &'n str>) -> Option<&'static str> {
    names.any(|name| name == MEMORY).then_some(WRAPPED)
}

/// Functions that are written down together.
struct Group {
    /// The names of the inputs.
    names: &'static [&'static str],
    text: &'static str,
}

/// What gives memory comes first: the others need some that is not asked about.
const GROUPS: [Group; 7] = [
    Group {
        names: &[MEMORY],
        text: include_str!("library/memory.c"),
    },
    Group {
        names: &["time", "clock", "gettimeofday", "clock_gettime"],
        text: include_str!("library/clocks.c"),
    },
    Group {
        names: &[
            "rand_r",
            "mrand48",
            "drand48",
            "arc4random",
            "arc4random_uniform",
        ],
        text: include_str!("library/chance.c"),
    },
    Group {
        names: &[
            "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "isatty",
        ],
        text: include_str!("library/process.c"),
    },
    Group {
        names: &["getenv"],
        text: include_str!("library/environment.c"),
    },
    Group {
        names: &["fopen", "file"],
        text: include_str!("library/files.c"),
    },
    Group {
        names: &[
            "remove", "unlink", "rmdir", "chdir", "mkdir", "chmod", "access", "rename",
        ],
        text: include_str!("library/paths.c"),
    },
];

/// Whether an input of this name is the answer of such a function.
pub(super) fn knows(name: &str) -> bool {
    GROUPS.iter().any(|group| group.names.contains(&name))
}

/// The functions that give the inputs of these names; nothing where there is none.
pub(super) fn definitions<'n>(names: impl Iterator<Item = &'n str> + Clone) -> String {
    let needed = |group: &&Group| names.clone().any(|name| group.names.contains(&name));
    let mut needed = GROUPS.iter().filter(needed).peekable();
    let mut out = String::new();
    if needed.peek().is_some() {
        out.push_str(include_str!("library/within.c"));
    }
    needed.for_each(|group| out.push_str(group.text));
    out
}
