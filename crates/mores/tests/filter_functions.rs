//! Functions in C as libraries have them: what their parameters are for, output that is allocated, counted, changed, and buffers that grow. The
//! compiled function is the judge.

use std::time::Duration;

use mores::report::VerdictKind;
use mores::{Budget, FilterRequest, NoProgress};

/// Counted work for one function, so that the same is found on every machine, however busy.
const WORK: Duration = Duration::from_secs(60);

/// A filter that is called `filter`, and what its program is.
fn learn(name: &str, program: &str) -> (VerdictKind, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("{name}.c"));
    std::fs::write(&path, program).expect("a program");
    let request = FilterRequest {
        function: Some("filter".to_owned()),
        replay: true,
        ..FilterRequest::new(path)
    };
    let found = mores::filter(&request, &Budget::steady(WORK), &NoProgress)
        .unwrap_or_else(|error| panic!("{name}: {error}"))
        .report;
    assert!(
        !found.replay.contradicted,
        "{name}: {:?}",
        found.verdict.reason
    );
    (found.verdict.kind, found.replay.runs as usize)
}

const PROVED: [(&str, &str); 13] = [
    (
        "room before the input",
        "#include <stddef.h>\nvoid filter(char *out, size_t room, const char *in, size_t length) { \
         for (size_t i = 0; i < length; i++) { out[2 * i] = in[i]; out[2 * i + 1] = '.'; } }",
    ),
    (
        "input that is not constant",
        "void filter(char *out, char *in) { while (*in) *out++ = *in++ | 1; *out = 0; }",
    ),
    (
        "where input ends, and how much was written",
        "#include <stddef.h>\nint filter(const char *in, const char *end, char *out, size_t *count) { char *first = out; \
         while (in < end) { if (*in != 'x') *out++ = *in; in++; } *count = out - first; return 0; }",
    ),
    (
        "pointers that are moved",
        "#include <stddef.h>\nvoid filter(char **out, const char **in, size_t length) { \
         while (length--) { *(*out)++ = **in ^ 1; (*in)++; } }",
    ),
    (
        "a stream",
        "#include <stdio.h>\nvoid filter(const char *in, FILE *to) { for (; *in; in++) { if (*in == '\"') putc('\\\\', to); putc(*in, to); } }",
    ),
    (
        "a zero behind each symbol",
        "#include <stddef.h>\nvoid filter(char *out, const char *in) { size_t n = 0; out[0] = 0; \
         while (*in) { out[n++] = *in; out[n] = 0; if (*in == '#') return; in++; } }",
    ),
    (
        "memory that is allocated",
        "#include <stdlib.h>\n#include <string.h>\nchar *filter(const char *in) { char *made = malloc(2 * strlen(in) + 1), *to = made; \
         for (; *in; in++) { if (*in == '\\'') *to++ = '\\\\'; *to++ = *in; } *to = 0; return made; }",
    ),
    (
        "a buffer that grows",
        "#include <stdlib.h>\nchar *filter(const char *in) { size_t room = 16, n = 0; char *made = malloc(room); if (!made) return 0; \
         while (*in) { if (n + 2 >= room) { room *= 2; char *more = realloc(made, room); if (!more) { free(made); return 0; } made = more; } \
         if (*in == '\\'') made[n++] = '\\\\'; made[n++] = *in++; } made[n] = 0; return made; }",
    ),
    (
        "two at a time, the second first",
        "#include <stddef.h>\nvoid filter(char *out, const unsigned char *in, size_t length) { \
         for (size_t i = 0; i < length; i++) { out[2 * i + 1] = \"0123456789abcdef\"[in[i] & 15]; out[2 * i] = \"0123456789abcdef\"[in[i] >> 4]; } }",
    ),
    (
        "three at a time",
        "#include <stddef.h>\nvoid filter(char *out, const unsigned char *in, size_t length) { size_t i = 0; \
         for (; i + 2 < length; i += 3) { unsigned v = in[i] << 16 | in[i + 1] << 8 | in[i + 2]; \
         for (int s = 18; s >= 0; s -= 6) *out++ = (v >> s & 63) + 48; } \
         if (i < length) { *out++ = '='; *out++ = in[i] | 1; } *out = 0; }",
    ),
    (
        "what was kept of the pointer is returned, and the program may end",
        "#include <stdlib.h>\nchar *filter(char *out, const char *in) { char *first = out; \
         while (*in) { if (*in == '\\\\' && !*++in) exit(1); *out++ = *in++; } *out = 0; return first; }",
    ),
    (
        "pointers in a record, by way of a function that gives one back",
        "struct cursor { const char *at; char *to; }; static char *copy(struct cursor *c, char *first) { \
         while (*c->at) { if (*c->at != ' ') *c->to++ = *c->at; c->at++; } *c->to = 0; return first; } \
         char *filter(char *out, const char *in) { struct cursor c = { in, out }; return copy(&c, out); }",
    ),
    (
        "memory for as many as there are, with something before them, or a string of its own",
        "#include <stdlib.h>\n#include <string.h>\nchar *filter(const char *in) { if (!*in) return \"''\"; \
         char *made = malloc(strlen(in) + 3), *to = made; *to++ = '\\''; while (*in) *to++ = *in++; \
         *to++ = '\\''; *to = 0; return made; }",
    ),
];

#[test]
fn functions_of_libraries_are_taken_as_they_are() {
    for (name, program) in PROVED {
        let (kind, runs) = learn(name, program);
        assert_eq!(kind, VerdictKind::Proved, "{name}");
        assert!(runs >= 2, "{name}: {runs} runs");
    }
}

const IN_PLACE: [(&str, &str); 10] = [
    (
        "the first symbol is spread over all",
        "#include <stddef.h>
void filter(char *s, size_t n) { for (size_t i = 0; i < n; i++) { s[i] |= 1; if (i + 1 < n) s[i + 1] = s[i]; } }",
    ),
    (
        "a pointer that may be null is a choice",
        "#include <string.h>\nchar *filter(char *s, const char *set) { if (set == NULL) set = \"_-\"; \
         for (char *c = s; *c; c++) if (strchr(set, *c)) *c = ' '; return s; }",
    ),
    (
        "a zero in the middle ends what was there",
        "void filter(char *s) { for (; *s; s++) *s ^= 'a'; }",
    ),
    (
        "small letters become large",
        "void filter(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }",
    ),
    (
        "the line ends where it is broken",
        "char *filter(char *s) { char *t = s; while (*t && *t != '\\n') t++; *t = 0; return s; }",
    ),
    (
        "what is dropped is closed up",
        "void filter(char *s) { char *to = s; for (; *s; s++) if (*s != '\\r') *to++ = *s; *to = 0; }",
    ),
    (
        "how much is left is returned",
        "#include <stddef.h>
size_t filter(char *s, size_t n) { size_t left = 0;          for (size_t i = 0; i < n; i++) if (s[i] != '\\r') s[left++] = s[i]; return left; }",
    ),
    (
        "a symbol is known by the one before, as that was",
        "#include <stddef.h>
void filter(unsigned char *s, size_t n) { unsigned char last = 0;          for (size_t i = 0; i < n; i++) { unsigned char c = s[i]; s[i] = c ^ last; last = c; } }",
    ),
    (
        "the rest stays as it is",
        "void filter(char *s) { for (; *s; s++) { if (*s == '#') return; *s |= 1; } }",
    ),
    (
        "three symbols are one",
        "static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }
         void filter(char *s) { char *to = s; while (*s) {          if (*s == '%' && digit(s[1]) >= 0 && digit(s[2]) >= 0) { *to++ = (char)(16 * digit(s[1]) + digit(s[2])); s += 3; }          else *to++ = *s++; } *to = 0; }",
    ),
];

#[test]
fn what_is_changed_in_place_is_what_is_left_there() {
    for (name, program) in IN_PLACE {
        let (kind, runs) = learn(name, program);
        assert_eq!(kind, VerdictKind::Proved, "{name}");
        assert!(runs >= 2, "{name}: {runs} runs");
    }
}

/// What these write lies over what they have yet to read, or what is left behind their output is not known.
const OVERTAKING: [(&str, &str); 2] = [
    (
        "what is doubled lies over what follows",
        "void filter(char *s) { for (char *to = s; *s; s++) { *to++ = *s; if (*s == 'x') *to++ = '-'; } }",
    ),
    (
        "no zero behind what is left",
        "void filter(char *s) { char *to = s; for (; *s; s++) if (*s != '\\r') *to++ = *s; }",
    ),
];

#[test]
fn what_is_written_over_its_own_input_is_not_said_of_all_inputs() {
    for (name, program) in OVERTAKING {
        let (kind, _) = learn(name, program);
        assert_ne!(kind, VerdictKind::Proved, "{name}");
    }
}

/// What these write depends on how much room there is, so nothing may be said of all inputs.
const DEPENDS_ON_ROOM: [(&str, &str); 3] = [
    (
        "what does not fit is left out",
        "#include <stdlib.h>\nchar *filter(const char *in) { size_t room = 400, n = 0; char *made = malloc(room); \
         while (*in) { if (n + 1 >= room) break; made[n++] = *in++; } made[n] = 0; return made; }",
    ),
    (
        "a symbol is lost when the buffer grows",
        "#include <stdlib.h>\nchar *filter(const char *in) { size_t room = 16, n = 0; char *made = malloc(room); \
         while (*in) { if (n + 1 >= room) { room *= 2; made = realloc(made, room); in++; if (!*in) break; } made[n++] = *in++; } made[n] = 0; return made; }",
    ),
    (
        "once it is large something else is written",
        "#include <stdlib.h>\nchar *filter(const char *in) { size_t room = 16, n = 0; char *made = malloc(room); \
         while (*in) { if (n + 1 >= room) { room += 16; made = realloc(made, room); } made[n++] = room > 600 ? '#' : *in; in++; } made[n] = 0; return made; }",
    ),
];

#[test]
fn room_that_makes_a_difference_is_not_left_out() {
    for (name, program) in DEPENDS_ON_ROOM {
        let (kind, _) = learn(name, program);
        assert_ne!(kind, VerdictKind::Proved, "{name}");
    }
}
