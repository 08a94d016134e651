// dovecot: takes backslashes away, where they stand.
//: cut dovecot src/lib/strescape.c str_unescape
