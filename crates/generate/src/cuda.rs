//! CUDA: one file that stands alone, and a header.
//!
//! The file is the same for all filters but for its tables ([`tables`]) and the names of its functions. How it works is said
//! on top of it (`cuda/filter.cu.in`). A compiler that is not CUDA's sees everything but the kernel: tests run the same
//! blocks as loops.

mod tables;

use self::tables::Tables;
use crate::plan::{Dense, Plan};
use crate::words::{comment, guarded, top};
use crate::{Generated, Refusal, Request};

const FILTER: &str = include_str!("cuda/filter.cu.in");
const MAIN: &str = include_str!("cuda/main.cu.in");
const DECLARATIONS: &str = include_str!("cuda/header.h.in");

/// The file and its header.
pub(crate) fn file(request: &Request<'_>, plan: &Plan<'_>) -> Result<Generated, Refusal> {
    let name = request.name;
    if plan.longest > tables::TEXT_ROOM {
        return Err(too_long(plan.longest));
    }
    let dense = plan.dense.as_ref().ok_or_else(not_dense)?;
    let start = plan.start().ok_or_else(|| {
        Refusal::new("on a GPU only filters run that start in the same way on every input")
    })?;
    let tables = Tables::new(dense, start)?;
    let (means, declared) = (means(dense), declarations(name));
    let mut code = comment(&top(request, &means));
    code += &FILTER
        .replace("NAME_cuda", &format!("{name}_cuda"))
        .replace("#TABLES\n", &tables.text(name))
        .replace("#DECLARATIONS\n", &declared);
    if request.main {
        code += &MAIN.replace("NAME", name);
    }
    let header = format!(
        "#include <stddef.h>\n#include <stdint.h>\n#include <cuda_runtime_api.h>\n\n{declared}"
    );
    Ok(Generated {
        files: vec![
            (format!("{name}.cu"), code),
            (format!("{name}_cuda.h"), header),
        ],
        means,
        streams: false,
    })
}

fn too_long(longest: usize) -> Refusal {
    let most = tables::TEXT_ROOM;
    Refusal::new(format!(
        "it writes up to {longest} symbols for one; on a GPU at most {most} are possible"
    ))
}

/// Why a machine has no tables.
fn not_dense() -> Refusal {
    Refusal::new(
        "on a GPU only filters of bytes run that look at the byte alone and are defined on every input",
    )
}

/// How it gets fast, in a sentence.
fn means(dense: &Dense) -> String {
    let state = match dense.states() {
        1 => "",
        _ => ", find the state from the bytes before them",
    };
    format!("threads of a GPU take 32 bytes each{state} and write from tables")
}

/// What the header declares, also for C.
fn declarations(name: &str) -> String {
    let declared = format!(
        "#ifdef __cplusplus\nextern \"C\" {{\n#endif\n{}#ifdef __cplusplus\n}}\n#endif\n",
        DECLARATIONS.replace("NAME", name)
    );
    guarded(&format!("{name}_cuda"), &declared)
}
