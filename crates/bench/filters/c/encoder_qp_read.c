// curl: quoted-printable, as a MIME part is read.
//: function wrapped
#include <stdbool.h>
#include <string.h>
//: cut curl lib/mime.h MAX_ENCODED_LINE_LENGTH
struct mime_encoder_state { size_t pos, bufbeg, bufend; const char *buf; };
typedef struct { struct mime_encoder_state encstate; } curl_mimepart;
//: cut curl lib/mime.c STOP_FILLING QP_OK QP_SP QP_CR QP_LF qp_class aschex qp_lookahead_eol encoder_qp_read
size_t wrapped(const char *text, size_t length, char *buffer, size_t size) {
    curl_mimepart part = {{0, 0, length, text}};
    return encoder_qp_read(buffer, size, true, &part);
}
