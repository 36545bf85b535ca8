/*
 * terminal - detects properties of terminals; no other file does.
 *
 * The results go into a corr_style, the only thing that renderers look at.
 */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "corr_report.h"

enum { LEAST_WIDTH = 20, MOST_WIDTH = 10000, USUAL_WIDTH = 80 };

static const char *setting(const char *name) /* Returns NULL if the variable
                                                is unset or empty. */
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

static int clamp_width(int64_t width)
{
    if (width < LEAST_WIDTH)
        return LEAST_WIDTH;
    return width > MOST_WIDTH ? MOST_WIDTH : (int)width;
}

static int width_of(int fd)
{
    struct winsize size;
    const char *columns = setting("COLUMNS");
    int64_t n;

    if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return clamp_width(size.ws_col);
    if (columns && corr_str_i64(corr_str_of(columns), &n) && n > 0)
        return clamp_width(n);
    return USUAL_WIDTH;
}

bool corr_style_live(int fd)
{
    const char *term = setting("TERM");

    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

static bool wants_color(int fd, const char *color)
{
    if (color && strcmp(color, "always") == 0)
        return true;
    if (color && strcmp(color, "never") == 0)
        return false;
    return !setting("NO_COLOR") && corr_style_live(fd);
}

void corr_style_init(corr_style *style, int fd, int width, const char *color,
                     bool ascii, bool wide)
{
    *style = (corr_style){
        .width = width > 0 ? clamp_width(width) : width_of(fd),
        .color = wants_color(fd, color),
        .ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0,
        .wide = wide,
    };
}

/* A terminal in the window of an editor cannot page, and less would wait for a
 * key to report that. */
const char *corr_style_pager(int fd)
{
    const char *pager = getenv("CORR_PAGER");

    if (!isatty(fd) || (!pager && !corr_style_live(fd)))
        return NULL;
    if (!pager)
        pager = getenv("PAGER");
    if (!pager)
        pager = "less -FRX";
    return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}
