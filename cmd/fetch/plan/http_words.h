/*
 * http_words - addresses, headers and times of HTTP, as texts.
 *
 * No function here sees the network.  Results live in the arena of the caller;
 * NULL: memory is out.
 */
#ifndef CORR_FETCH_HTTP_WORDS_H
#define CORR_FETCH_HTTP_WORDS_H

#include "corr_bytes.h"

/* Refuses an address that is not http:// or https:// with a host, that holds a
 * user or password, or a character that no address has.  what: the option that
 * named it.  The sentence does not repeat a secret. */
corr_code http_check_address(const char *url, const char *what,
                             corr_err *err) CORR_CHECK;

/* Joins with exactly one slash between both; path is "" or begins with one. */
char *http_join(corr_arena *a, const char *base, const char *path);
/* The address without final slashes. */
char *http_base(corr_arena *a, const char *url);
/* The address as people and files may see it: without user, password and
 * fragment, and with *** for values of parameters that are secrets. */
char *http_shown(corr_arena *a, const char *url);

/* Whether a redirect may be followed: never to another scheme, and with
 * credentials never to another host or port. */
bool http_may_follow(const char *from, const char *to, bool has_secret);

/* Whether a line is a header "Name: value" that can be sent as it is. */
bool http_is_header(corr_str line);

/* Seconds until the time that Retry-After names, in seconds or as a date; now:
 * Unix seconds.  -1: no such time. */
int64_t http_retry_after(const char *value, int64_t now);

/* The media type: lower case, without parameters; into to. */
const char *http_media_type(char *to, size_t size, const char *type);

/* A word that a POSIX shell reads as this text. */
char *http_sh_word(corr_arena *a, const char *text);
/* The same for n bytes, as the format of printf(1). */
char *http_sh_format(corr_arena *a, const char *bytes, size_t n);

#endif
