// systemd: a name for an object path of D-Bus.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#define assert_return(e, r) do { if (!(e)) return (r); } while (0)
#define new(t, n) ((t *) malloc(sizeof(t) * (n)))
static int ascii_isdigit(char c) { return c >= '0' && c <= '9'; }
static int ascii_isalpha(char c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
//: cut systemd src/basic/hexdecoct.c hexchar
//: cut systemd src/basic/bus-label.c bus_label_escape
