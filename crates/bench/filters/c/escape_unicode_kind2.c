// markupsafe: text for HTML, in Python's strings of 16-bit characters.
//: function wrapped
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef ptrdiff_t Py_ssize_t;
typedef uint16_t Py_UCS2;
typedef struct { Py_ssize_t length; Py_UCS2 *data; } PyObject, PyUnicodeObject;
#define PyUnicode_2BYTE_DATA(text) ((text)->data)
#define PyUnicode_GET_LENGTH(text) ((text)->length)
#define Py_INCREF(what)
static PyObject *PyUnicode_New(Py_ssize_t length, unsigned largest) {
    PyObject *text = malloc(sizeof *text);
    text->length = length;
    text->data = malloc((length + 1) * sizeof *text->data);
    text->data[length] = 0;
    return text;
}
//: cut markupsafe src/markupsafe/_speedups.c GET_DELTA DO_ESCAPE escape_unicode_kind2
Py_UCS2 *wrapped(const Py_UCS2 *text, Py_ssize_t length) {
    PyUnicodeObject in = {length, (Py_UCS2 *)text};
    return escape_unicode_kind2(&in)->data;
}
