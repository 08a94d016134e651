// markupsafe: text for HTML, in Python's strings of bytes.
//: function wrapped
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef ptrdiff_t Py_ssize_t;
typedef uint8_t Py_UCS1;
typedef struct { Py_ssize_t length; Py_UCS1 *data; } PyObject, PyUnicodeObject;
#define PyUnicode_1BYTE_DATA(text) ((text)->data)
#define PyUnicode_GET_LENGTH(text) ((text)->length)
#define PyUnicode_IS_ASCII(text) 0
#define Py_INCREF(what)
static PyObject *PyUnicode_New(Py_ssize_t length, unsigned largest) {
    PyObject *text = malloc(sizeof *text);
    text->length = length;
    text->data = malloc((length + 1) * sizeof *text->data);
    text->data[length] = 0;
    return text;
}
//: cut markupsafe src/markupsafe/_speedups.c GET_DELTA DO_ESCAPE escape_unicode_kind1
Py_UCS1 *wrapped(const Py_UCS1 *text, Py_ssize_t length) {
    PyUnicodeObject in = {length, (Py_UCS1 *)text};
    return escape_unicode_kind1(&in)->data;
}
