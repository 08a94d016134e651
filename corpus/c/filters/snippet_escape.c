/* Escapes a snippet of text for HTML but lets a few harmless tags and entities through. <b>, <i> and <em> that are
 * still open at the end are closed there, the innermost first; one that is open already and a closing tag without its
 * opening one are dropped. Whatever turns out not to be one of the allowed words is escaped like other text. */
#include <stdio.h>
#include <string.h>

#define CLOSABLE 3

static const char *const opening[CLOSABLE] = { "<b>", "<i>", "<em>" };
static const char *const closing[CLOSABLE] = { "</b>", "</i>", "</em>" };

static const char *const passing[] = {
    "<br>", "<br/>", "<br />", "<wbr>", "<span dir=ltr>", "<span dir=rtl>", "</span>",
    "&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&nbsp;", "&copy;", "&reg;", "&mdash;", "&middot;", "&hellip;",
};

static int open_tags[CLOSABLE];
static int open_count;
static char word[20];
static size_t length;

static void put_escaped(char c)
{
    switch (c) {
    case '&': fputs("&amp;", stdout); break;
    case '<': fputs("&lt;", stdout); break;
    case '>': fputs("&gt;", stdout); break;
    case '"': fputs("&quot;", stdout); break;
    case '\'': fputs("&#39;", stdout); break;
    case '\t': case '\n': case '\v': case '\f': case '\r': c = ' '; /* fall through */
    default: putchar(c);
    }
}

static void flush_word(void)
{
    for (size_t i = 0; i < length; i++)
        put_escaped(word[i]);
    length = 0;
}

static int begins(const char *allowed)
{
    return strncmp(allowed, word, length) == 0;
}

static int is_prefix(void)
{
    size_t i;

    for (i = 0; i < CLOSABLE; i++)
        if (begins(opening[i]) || begins(closing[i]))
            return 1;
    for (i = 0; i < sizeof passing / sizeof passing[0]; i++)
        if (begins(passing[i]))
            return 1;
    return 0;
}

/* Where a tag stands in the list of open ones, or -1. */
static int position(int tag)
{
    for (int i = 0; i < open_count; i++)
        if (open_tags[i] == tag)
            return i;
    return -1;
}

static void open_tag(int tag)
{
    if (position(tag) >= 0)
        return;
    open_tags[open_count++] = tag;
    fputs(opening[tag], stdout);
}

static void close_tag(int tag)
{
    int at = position(tag);

    if (at < 0)
        return;
    for (open_count--; at < open_count; at++)
        open_tags[at] = open_tags[at + 1];
    fputs(closing[tag], stdout);
}

static void accept_word(void)
{
    int tag;

    word[length] = '\0';
    for (tag = 0; tag < CLOSABLE; tag++) {
        if (strcmp(word, opening[tag]) == 0)
            break;
        if (strcmp(word, closing[tag]) == 0)
            break;
    }
    if (tag == CLOSABLE)
        fputs(word, stdout);
    else if (word[1] == '/')
        close_tag(tag);
    else
        open_tag(tag);
    length = 0;
}

static void take(char c)
{
    if (length > 0) {
        word[length++] = c;
        if (!is_prefix()) {
            length--;
            flush_word();
        } else if (c == '>' || c == ';') {
            accept_word();
            return;
        } else {
            return;
        }
    }
    if (c == '<' || c == '&')
        word[length++] = c;
    else
        put_escaped(c);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        take((char)c);
    flush_word();
    while (open_count > 0)
        fputs(closing[open_tags[--open_count]], stdout);
    return 0;
}
