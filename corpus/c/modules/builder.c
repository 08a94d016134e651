/*
 * A builder of short texts on the heap. Room grows by doubling, up to a limit.
 * When a text is finished nobody can add to it any more.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 2u
#define MOST_ROOM 4u

struct builder {
    char *text;
    size_t length;
    size_t room;
    bool finished;
};

struct builder *builder_new(void)
{
    struct builder *builder = malloc(sizeof *builder);

    if (builder == NULL)
        return NULL;
    builder->text = malloc(FIRST_ROOM);
    if (builder->text == NULL) {
        free(builder);
        return NULL;
    }
    builder->length = 0;
    builder->room = FIRST_ROOM;
    builder->finished = false;
    return builder;
}

static bool grow(struct builder *builder)
{
    size_t room = builder->room * 2;
    char *text;

    if (room > MOST_ROOM)
        return false;
    text = malloc(room);
    if (text == NULL)
        return false;
    memcpy(text, builder->text, builder->length);
    free(builder->text);
    builder->text = text;
    builder->room = room;
    return true;
}

/* Whether there was room. The last byte is kept for the end of the text. */
bool builder_add(struct builder *builder, char c)
{
    assert(!builder->finished);
    assert(c != '\0');
    if (builder->length + 1 == builder->room && !grow(builder))
        return false;
    builder->text[builder->length] = c;
    builder->length++;
    return true;
}

/* Takes the last characters away. */
void builder_cut(struct builder *builder, size_t count)
{
    assert(!builder->finished);
    assert(count <= builder->length);
    builder->length -= count;
}

size_t builder_length(const struct builder *builder)
{
    return builder->length;
}

/* The text, which is the builder's. */
const char *builder_finish(struct builder *builder)
{
    assert(!builder->finished);
    builder->text[builder->length] = '\0';
    builder->finished = true;
    return builder->text;
}

char builder_at(const struct builder *builder, size_t at)
{
    assert(builder->finished);
    assert(at < builder->length);
    return builder->text[at];
}

void builder_free(struct builder *builder)
{
    free(builder->text);
    free(builder);
}
