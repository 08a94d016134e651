#!/bin/sh
# Builds, checks and times generated filters on a GPU. Needs nvcc and a GPU, nothing else.
#   measure.sh FOLDER [NAME...]
# FOLDER holds files that `mores generate --as cuda` wrote; without names all of them are taken.
# ARCH (default: native) is what nvcc compiles for; MODE=check leaves out the times.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: measure.sh FOLDER [NAME...]}
shift
if [ $# -eq 0 ]; then
    for file in "$folder"/*.cu; do
        [ -e "$file" ] && set -- "$@" "$(basename "$file" .cu)"
    done
fi
[ $# -gt 0 ] || { echo "there are no .cu files in $folder" >&2; exit 1; }
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
failed=0
for name; do
    if nvcc -O3 -arch="${ARCH:-native}" -std=c++17 -Xptxas -v -I "$folder" -DFILTER_FILE="\"$name.cu\"" \
            "$here/bench.cu" -o "$built/$name" >"$built/$name.log" 2>&1; then
        # What the kernel needs: registers spilled to memory would be slow.
        grep -A3 'Compiling.*filter_kernel' "$built/$name.log" | grep -E 'registers|spill' | sed "s/^/$name: /" || true
        "$built/$name" ${MODE:+"$MODE"} || failed=1
    else
        cat "$built/$name.log"
        echo "$name: FAILED to build"
        failed=1
    fi
done
exit $failed
