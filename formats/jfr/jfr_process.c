/*
 * Events that describe the process, and which chunks are of which process.
 *
 * Recordings that stand one after the other in a file may be of several
 * processes.  Then the process of a sample is not kept, and only ids tie the
 * sample to a request.
 */
#include "jfr/jfr.h"

#include <stdio.h>

/* ---- the process of a chunk ---------------------------------------------- */

/* Keys that name a process, on its command line, in its properties or in its
 * environment. The first key that is present counts. */
static const struct who_key {
    const char *key;
    jfr_who who;
} who_keys[] = {
    { "otel.service.name", WHO_SERVICE },
    { "OTEL_SERVICE_NAME", WHO_SERVICE },
    { "service.name", WHO_SERVICE },
    { "dd.service", WHO_SERVICE },
    { "DD_SERVICE", WHO_SERVICE },
    { "pyroscope.application.name", WHO_SERVICE },
    { "PYROSCOPE_APPLICATION_NAME", WHO_SERVICE },
    { "service.instance.id", WHO_INSTANCE },
    { "service.version", WHO_VERSION },
    { "dd.version", WHO_VERSION },
    { "DD_VERSION", WHO_VERSION },
    { "host.name", WHO_HOST },
    { "HOSTNAME", WHO_HOST },
};

enum { WHO_KEYS = sizeof who_keys / sizeof *who_keys };

void jfr_keep_name(char to[JFR_NAME], corr_str s)
{
    size_t n = s.n < JFR_NAME - 1 ? s.n : JFR_NAME - 1;

    while (n < s.n && n > 0 && ((uint8_t)s.p[n] & 0xc0) == 0x80)
        n--; /* not within a character */
    memcpy(to, s.p, n);
    to[n] = 0;
}

static void take_who(jfr_process *p, corr_str key, corr_str value);

/* "service.name=cart,service.instance.id=cart-1" */
static void take_list(jfr_process *p, corr_str list)
{
    corr_str pair, key, value;

    while (corr_str_next(&list, ',', &pair))
        if (corr_str_cut(pair, '=', &key, &value))
            take_who(p, corr_str_trim(key), corr_str_trim(value));
}

static void take_who(jfr_process *p, corr_str key, corr_str value)
{
    if (corr_str_is(key, "otel.resource.attributes") ||
        corr_str_is(key, "OTEL_RESOURCE_ATTRIBUTES")) {
        take_list(p, value);
        return;
    }
    for (unsigned i = 0; i < WHO_KEYS; i++) {
        uint8_t *rank = &p->rank[who_keys[i].who];
        if (!corr_str_is(key, who_keys[i].key) || !value.n ||
            (*rank && *rank <= i + 1))
            continue;
        *rank = (uint8_t)(i + 1);
        jfr_keep_name(p->who[who_keys[i].who], value);
    }
}

void jfr_take_property(jfr *j, const jfr_meaning *m)
{
    (void)m;
    take_who(&j->file->processes.now, jfr_word(j, F_KEY), jfr_word(j, F_VALUE));
}

/* The version in "OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64 ...". */
static corr_str version_in(corr_str s)
{
    corr_str rest = s, before, after, version;

    while (corr_str_cut(rest, '(', &before, &after)) {
        if (after.n && after.p[0] >= '0' && after.p[0] <= '9' &&
            corr_str_cut(after, ')', &version, &before))
            return version;
        rest = after; /* "(TM)" */
    }
    return s;
}

void jfr_take_jvm(jfr *j, const jfr_meaning *m)
{
    jfr_process *now = &j->file->processes.now;
    corr_str arguments = jfr_word(j, F_ARGUMENTS);
    const corr_str text = jfr_word(j, F_VERSION);
    const corr_str version = version_in(text);
    corr_str word, key, value;

    (void)m;
    while (corr_str_next(&arguments, ' ', &word))
        if (corr_str_starts(word, "-D") &&
            corr_str_cut((corr_str){ word.p + 2, word.n - 2 }, '=', &key,
                         &value))
            take_who(now, key, value);
    if (jfr_number(&j->record, F_PID, 0) > 0)
        now->pid = j->record.slot[F_PID].n;
    if (version.n < text.n) /* agents write when /proc knew of the process */
        now->start = jfr_when(j, F_JVM_START);
    if (!j->file->producer[0] && !j->k.is_async && version.n)
        snprintf(j->file->producer, sizeof j->file->producer, "JDK %.*s",
                 (int)(version.n < 60 ? version.n : 60), version.p);
}

/* ---- whose chunks they are ----------------------------------------------- */

static bool names_differ(const jfr_process *a, const jfr_process *b,
                         jfr_who who)
{
    return a->rank[who] && a->rank[who] == b->rank[who] &&
           strcmp(a->who[who], b->who[who]) != 0;
}

/* Whether both may be the same process, as far as they are described. */
static bool may_be_one(const jfr_process *a, const jfr_process *b)
{
    if ((a->pid && b->pid && a->pid != b->pid) ||
        names_differ(a, b, WHO_INSTANCE) || names_differ(a, b, WHO_HOST))
        return false;
    return a->start == CORR_NO_TIME || b->start == CORR_NO_TIME ||
           jfr_is_near(a->start, b->start);
}

static void learn_process(jfr_process *p, const jfr_process *now)
{
    for (unsigned i = 0; i < WHO_COUNT; i++)
        if (now->rank[i] && (!p->rank[i] || now->rank[i] < p->rank[i])) {
            p->rank[i] = now->rank[i];
            memcpy(p->who[i], now->who[i], JFR_NAME);
        }
    p->pid = p->pid ? p->pid : now->pid;
    p->start = p->start != CORR_NO_TIME ? p->start : now->start;
}

/* A chunk that does not describe its process continues the process of the chunk
 * before it. */
void jfr_end_process(jfr *j)
{
    jfr_file *f = j->file;
    const bool is_known =
        f->processes.now.pid || f->processes.now.start != CORR_NO_TIME;
    uint32_t i = is_known ? 0 : f->processes.at;

    while (i < f->processes.n &&
           !may_be_one(&f->processes.row[i], &f->processes.now))
        i++;
    if (i == JFR_PROCESSES)
        i--;
    if (i == f->processes.n) {
        f->processes.row[i] = (jfr_process){ .start = CORR_NO_TIME,
                                             .proc = corr_later_proc(j->b) };
        f->processes.n++;
    }
    f->processes.at = i;
    learn_process(&f->processes.row[i], &f->processes.now);
}

corr_proc jfr_owner(const jfr *j)
{
    return j->file->processes.row[j->file->processes.at].proc;
}

static void settle_process(jfr *j, const jfr_process *p)
{
    static const char *const keys[WHO_COUNT] = {
        [WHO_SERVICE] = "service.name",
        [WHO_INSTANCE] = "service.instance.id",
        [WHO_VERSION] = "service.version",
        [WHO_HOST] = "host.name",
    };

    corr_begin_labels(j->b);
    for (unsigned i = 0; i < WHO_COUNT; i++)
        if (p->who[i][0])
            corr_push_label(j->b, corr_str_of(keys[i]), corr_str_of(p->who[i]));
    if (p->pid)
        corr_push_int(j->b, CORR_STR("process.pid"), p->pid,
                      (corr_str){ "", 0 });
    corr_set_proc(j->b, p->proc, corr_end_labels(j->b));
}

void jfr_settle_processes(jfr *j)
{
    const jfr_file *f = j->file;

    for (uint32_t i = 0; i < f->processes.n; i++)
        settle_process(j, &f->processes.row[i]);
    if (f->processes.n == 1) {
        corr_set_owner(j->b, f->processes.row[0].proc);
        if (f->processes.row[0].start != CORR_NO_TIME)
            corr_set_started(j->b, f->processes.row[0].start);
    } else if (f->processes.n > 1) {
        corr_set_several(j->b);
        corr_note(j->b, "PROCESSES",
                  "chunks of %s%u processes; only ids tie samples to spans "
                  "(jfr disassemble)",
                  f->processes.n == JFR_PROCESSES ? "at least " : "",
                  f->processes.n);
    }
}
