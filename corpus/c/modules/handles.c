/*
 * A table of handles. A handle is the number of an entry and, above it, which
 * use of the entry it belongs to: a handle that was closed is never taken for
 * one that was opened later.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#define ENTRIES 2u
#define USES 2u
#define NONE 0u

enum kind { KIND_FILE = 1, KIND_SOCKET = 2 };

struct entry {
    bool open;
    unsigned use;
    enum kind kind;
    unsigned references;
};

static struct entry table[ENTRIES];

static unsigned handle_of(unsigned at)
{
    return (table[at].use << 4) | (at + 1);
}

static struct entry *entry_of(unsigned handle)
{
    unsigned at = (handle & 0xfu) - 1;

    if (at >= ENTRIES || !table[at].open || table[at].use != handle >> 4)
        return NULL;
    return &table[at];
}

/* A new handle, or none if the table is full. */
unsigned handle_open(enum kind kind)
{
    unsigned at;

    assert(kind == KIND_FILE || kind == KIND_SOCKET);
    for (at = 0; at < ENTRIES; at++) {
        if (!table[at].open) {
            table[at].open = true;
            table[at].kind = kind;
            table[at].references = 1;
            return handle_of(at);
        }
    }
    return NONE;
}

bool handle_is_open(unsigned handle)
{
    return entry_of(handle) != NULL;
}

enum kind handle_kind(unsigned handle)
{
    const struct entry *entry = entry_of(handle);

    assert(entry != NULL);
    return entry->kind;
}

/* One more holds it: at most two do. */
void handle_share(unsigned handle)
{
    struct entry *entry = entry_of(handle);

    assert(entry != NULL);
    assert(entry->references < 2);
    entry->references++;
}

/* Who holds it lets it go; the last one closes it. */
void handle_close(unsigned handle)
{
    struct entry *entry = entry_of(handle);

    assert(entry != NULL);
    entry->references--;
    if (entry->references == 0) {
        entry->open = false;
        entry->use = (entry->use + 1) % USES;
    }
}
