/*
 * session - one question: what was typed, what was loaded, what is answered.
 *
 * session_run.c walks through it.  session_words.c reads the command line,
 * session_names.c explains words that are no file, session_load.c reads the
 * inputs.  It owns the arena, the store and the report.  One thread uses it.
 *
 * A process answers one question: its end closes standard output, and options
 * change its environment.  corr shell starts a process for each question.
 */
#ifndef CORR_CMD_SESSION_H
#define CORR_CMD_SESSION_H

#include "cli/cmd.h"
#include "cli/fetch_opts.h"
#include "cli/find_inputs.h"
#include "gate/verdict.h"
#include "page/messages.h"
#include "page/sides_args.h"

/* The inputs that another question has loaded. */
typedef struct session_kept {
    corr_store *store;
    const char *deeper; /* the folder that was read as well, or NULL */
    bool found, whole;  /* as in the session */
} session_kept;

/* The words that decide which inputs are loaded, and how.  Two questions with
 * the same words get the same store.  A store of more serves a question that
 * needs less. */
typedef struct session_key {
    const char *text; /* NULL: the inputs can be read only once, or are none */
    unsigned needs;   /* corr_need flags; 0: all */
    corr_rows rows;
    const char *kind, *id; /* or NULL */
} session_key;

typedef struct session {
    corr_arena arena;
    inputs_opts inputs;
    select_opts select;
    of_opts of;
    sides_opts compare;
    rescale_opts rescale;
    verdict_opts verdict;
    fetch_opts servers;
    output_opts output;
    common_opts common;
    discovery found;
    cmd_sides sides;
    corr_began began;
    cmd_export export;
    expect_list expects;
    cmd_ctx ctx;
    corr_report *report;
    uint64_t written; /* bytes of a slice */
    talk_clock clock;
    bool whole;       /* traces are read whole, although one id is asked for */
    bool ascii;       /* on standard error */
    corr_code failed; /* how session_ask ended */
    char **argv;      /* as typed */
    const char *made; /* the new folder of such a page, or NULL */
    bool opens; /* corr open: the answer is a page whose path is printed */
    const char *redirect;     /* the file of a redirection, or NULL */
    const session_kept *kept; /* NULL: the session reads the inputs */
    bool reads_nothing;       /* names in files explain no word */
    corr_err err;
} session;

/* Prepares the process: memory, signals, locale, standard files. */
void session_process(void);

/* A question is asked and then told; session_tell returns the exit status.  The
 * session is zeroed before, but for the members redirect, kept and
 * output.{spelling,adds}. */
void session_ask(session *s, int argc, char **argv);
int session_tell(session *s);
/* The last part of session_ask, for a command that this process answers although
 * its record names a program: checks the words, reads the inputs. */
corr_code session_inputs(session *s) CORR_CHECK;
void session_end(session *s);

/* The form of the answer: "text" where no option names one. */
const char *session_target(const session *s);

/* From the words of the command line to a command with its options: fills
 * s->ctx.  session_operands then takes the id or the name off the operands. */
corr_code session_words(session *s, int argc, char **argv) CORR_CHECK;
corr_code session_operands(session *s) CORR_CHECK;
/* The same without a look at words that are no file. */
corr_code session_take(session *s) CORR_CHECK;

/* Whether a word that is no file names something in the inputs: a request, a
 * service, an operation, a function.  Then s->err has a hint of the command
 * that was meant.  c: the command that was typed, or NULL. */
bool session_names(session *s, const cmd *c, const char *word);

/* corr open (session_page.c).  session_page chooses the form of a page, after the
 * options are read; session_page_file makes a file for an answer;
 * session_page_tell prints its path, and shows it if there is a display. */
corr_code session_page(session *s) CORR_CHECK;
corr_code session_page_file(session *s) CORR_CHECK;
corr_code session_page_tell(session *s) CORR_CHECK;

/* Finds and reads the inputs that the command takes, into ctx.store; a command
 * without inputs gets an empty store. */
corr_code session_load(session *s) CORR_CHECK;

/* The parts of session_load that read no input: session_find fills found or
 * sides, began and the needs; session_load_opts has how files are read.  dir:
 * CACHE_PATH bytes that the options borrow, as they do progress. */
corr_code session_find(session *s) CORR_CHECK;
corr_load_opts session_load_opts(const session *s, talk_progress *progress,
                                 char *dir);

/* What the session would load, after session_take.  The texts live in its
 * arena.  It looks at the names, sizes and times of the inputs, and reads
 * nothing. */
corr_code session_key_of(session *s, session_key *key) CORR_CHECK;

#endif
