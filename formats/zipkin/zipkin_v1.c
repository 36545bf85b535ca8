/*
 * zipkin_v1 - records of the first version.
 *
 * Annotations record the sides of a call: a client sent (cs) and received (cr),
 * a server received (sr) and sent (ss), a message was sent (ms) or received
 * (mr); each has the endpoint that reports it.  Addresses of the other side are
 * binary annotations: ca, sa, ma.
 */
#include "zipkin/zipkin.h"

typedef enum core {
    CORE_CS,
    CORE_CR,
    CORE_SR,
    CORE_SS,
    CORE_MS,
    CORE_MR,
    CORE_COUNT
} core;

static const char *const core_word[CORE_COUNT] = {
    [CORE_CS] = "cs", [CORE_CR] = "cr", [CORE_SR] = "sr",
    [CORE_SS] = "ss", [CORE_MS] = "ms", [CORE_MR] = "mr",
};

static core core_of(corr_str value)
{
    int i = 0;

    while (i < CORE_COUNT && !corr_str_is(value, core_word[i]))
        i++;
    return (core)i;
}

bool zipkin_v1_is_core(corr_str value)
{
    return core_of(value) < CORE_COUNT;
}

const json_name zipkin_note_name[JSON_COUNT(zipkin_note)] = {
    JSON_NAME("timestamp"),
    JSON_NAME("value"),
    JSON_NAME("endpoint"),
};

const json_name zipkin_binary_name[JSON_COUNT(zipkin_binary)] = {
    JSON_NAME("key"),
    JSON_NAME("value"),
    JSON_NAME("endpoint"),
};

/* Facts in the annotations of one record. */
typedef struct story {
    int64_t time[CORE_COUNT]; /* ns, 0 none */
    json_val by[CORE_COUNT];  /* endpoints */
    bool has[CORE_COUNT];
    json_val any;            /* an endpoint of a process that reported */
    json_val client, server; /* addresses */
} story;

static void read_annotations(zipkin *z, story *s, const json_val *list)
{
    json j = json_list(&z->t.j, list);
    zipkin_note note;

    while (JSON_TAKE_ELEMENT(&j, zipkin_note_name, &note)) {
        const core c = core_of(note.value.text);

        if (s->any.type == JSON_NONE)
            s->any = note.endpoint;
        if (c == CORE_COUNT)
            continue;
        s->has[c] = true;
        s->by[c] = note.endpoint;
        export_micros(&z->t, &note.time, &s->time[c]);
    }
}

static void read_addresses(zipkin *z, story *s, const json_val *list)
{
    json j = json_list(&z->t.j, list);
    zipkin_binary binary;

    while (JSON_TAKE_ELEMENT(&j, zipkin_binary_name, &binary)) {
        const corr_str key = binary.key.text;

        if (corr_str_is(key, "ca"))
            s->client = binary.endpoint;
        else if (corr_str_is(key, "sa") || corr_str_is(key, "ma"))
            s->server = binary.endpoint;
        else if (s->any.type == JSON_NONE)
            s->any = binary.endpoint;
    }
}

/* Sets the times of a piece: those of the record, or else those of
 * annotations. */
static void set_piece_times(zipkin_piece *p, const story *s, core from, core to)
{
    if (!p->start)
        p->start = s->time[from];
    if (p->duration < 0 && s->time[from] && s->time[to] >= s->time[from])
        p->duration = s->time[to] - s->time[from];
}

static const json_val *first_present(const json_val *a, const json_val *b,
                                     const json_val *c)
{
    if (a->type == JSON_OBJECT)
        return a;
    return b->type == JSON_OBJECT ? b : c;
}

static void be_client(zipkin_piece *p, const story *s)
{
    p->kind = CORR_SPAN_CLIENT;
    p->is_shared = false;
    p->local = *first_present(&s->by[CORE_CS], &s->by[CORE_CR], &s->any);
    p->remote = s->server;
    set_piece_times(p, s, CORE_CS, CORE_CR);
}

/* Makes the piece a server's.  A record without times of its own joined a span
 * that a client began. */
static void be_server(zipkin_piece *p, const story *s)
{
    p->kind = CORR_SPAN_SERVER;
    p->is_shared = p->start == 0;
    p->local = *first_present(&s->by[CORE_SR], &s->by[CORE_SS], &s->any);
    p->remote = s->client;
    set_piece_times(p, s, CORE_SR, CORE_SS);
}

static void be_other(zipkin_piece *p, const story *s)
{
    p->kind = s->has[CORE_MS]   ? CORR_SPAN_PRODUCER
              : s->has[CORE_MR] ? CORR_SPAN_CONSUMER
                                : CORR_SPAN_UNSPECIFIED;
    p->local = *first_present(&s->by[CORE_MS], &s->by[CORE_MR], &s->any);
    p->remote = *first_present(&s->server, &s->client, &s->client);
    if (!p->start)
        p->start = s->time[s->has[CORE_MS] ? CORE_MS : CORE_MR];
}

size_t zipkin_v1(zipkin *z, zipkin_piece piece[2])
{
    story s = { 0 };

    piece->is_v1 = true;
    read_annotations(z, &s, &piece->annotations);
    read_addresses(z, &s, &piece->binary);
    const bool is_client = s.has[CORE_CS] || s.has[CORE_CR];
    const bool is_server = s.has[CORE_SR] || s.has[CORE_SS];
    piece[1] = piece[0];
    if (!is_client && !is_server)
        be_other(piece, &s);
    else if (!is_client)
        be_server(piece, &s);
    else
        be_client(piece, &s);
    if (!is_client || !is_server)
        return 1;
    piece[1].start = 0;
    piece[1].duration = -1;
    be_server(&piece[1], &s);
    for (int i = 0; i < 2; i++) {
        piece[i].is_half = true;
        piece[i].other = piece[1 - i].local;
    }
    return 2;
}

/* An annotation without an endpoint, or of a service on both sides, belongs to
 * the client. */
bool zipkin_v1_is_of(zipkin *z, const zipkin_piece *p, const json_val *endpoint)
{
    if (!p->is_half)
        return true;
    const bool is_server = p->kind == CORR_SPAN_SERVER;
    const corr_str by = zipkin_service(z, endpoint);
    const corr_str server =
        zipkin_service(z, is_server ? &p->local : &p->other);
    const corr_str client =
        zipkin_service(z, is_server ? &p->other : &p->local);

    return is_server ==
           (corr_str_eq(by, server) && !corr_str_eq(client, server));
}
