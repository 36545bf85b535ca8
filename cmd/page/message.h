/*
 * message - a message on standard error, in the one shape that all have:
 *
 *     corr: prod.pb.gz: sample 1204 names location 77, at byte 259745
 *           Sample.location_id (pprof)
 *           hint: the file may be cut short
 *
 * On a terminal lines end at words.
 */
#ifndef CORR_CMD_TALKER_H
#define CORR_CMD_TALKER_H

#include "page/message_fold.h"

typedef struct talker {
    corr_out *out;
    bool ascii;
    unsigned width; /* of the terminal, 0: not one */
} talker;

/* False: standard error cannot be written. */
bool talker_open(talker *t, bool ascii);
void talker_close(talker *t);

/* Prints text from files, made safe. */
void talker_put(const talker *t, const char *text);
void talker_say(const talker *t, const talk_message *m);

#endif
