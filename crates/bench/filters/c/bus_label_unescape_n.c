// systemd: the name back from an object path of D-Bus.
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#define assert_return(e, r) do { if (!(e)) return (r); } while (0)
#define new(t, n) ((t *) malloc(sizeof(t) * (n)))
//: cut systemd src/basic/hexdecoct.c unhexchar
//: cut systemd src/basic/bus-label.c bus_label_unescape_n
