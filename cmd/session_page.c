/*
 * session_page - corr open: an answer as a page in a file, whose path is printed.
 *
 * Without -o the file is in a new folder that only its owner can read: a page has
 * names and times of the inputs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/temp_folder.h"
#include "cli/verbs.h"
#include "session.h"

/* "/tmp/corr-x8Yf2a/span.html" */
static corr_code make_page_path(session *s, const char *form)
{
    const char *verb = s->ctx.cmd == &open_cmd ? "span" : s->ctx.cmd->name;
    const char *dir = temp_folder_make(
        "corr-", "-o FILE writes the page elsewhere", &s->arena, &s->err);

    if (!dir)
        return s->err.code;
    s->made = dir;
    s->output.file = corr_arena_print(&s->arena, "%s/%s.%s", dir, verb, form);
    return s->output.file ? CORR_OK : corr_no_memory(&s->err);
}

corr_code session_page(session *s)
{
    const char *form = s->output.target;

    if (!s->output.target && s->ctx.cmd->is_page)
        s->output.target = "html";
    if (!s->opens)
        return CORR_OK;
    if (form && strcmp(form, "html") != 0 && strcmp(form, "svg") != 0) {
        corr_hint(&s->err, "corr %s --%s", s->ctx.cmd->name, form);
        return corr_fail(&s->err, CORR_EUSAGE,
                         "corr open writes a page, not --%s", form);
    }
    s->output.target = form ? form : "html";
    if (s->output.file && strcmp(s->output.file, "-") == 0) {
        corr_hint(&s->err, "corr span ID --html");
        return corr_fail(&s->err, CORR_EUSAGE,
                         "corr open writes a file, not standard output");
    }
    return CORR_OK;
}

corr_code session_page_file(session *s)
{
    return !s->opens || s->output.file ? CORR_OK
                                       : make_page_path(s, s->output.target);
}

/* Whether there is a screen for pages. */
static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");

    return (x && *x) || (wayland && *wayland);
}

/* Shows a page with the program of the desktop.  If that fails, its path was
 * printed. */
static void show_page(const char *path)
{
    const pid_t pid = fork();

    if (pid == 0) {
        if (!freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr))
            _exit(127);
        execlp("xdg-open", "xdg-open", path, (char *)NULL);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

corr_code session_page_tell(session *s)
{
    sink to;
    corr_code code = sink_open(&to, NULL, false, NULL, &s->err);

    if (code)
        return code;
    corr_printf(to.out, "%s\n", s->output.file);
    code = sink_close(&to, true, &s->err);
    if (!code && has_display())
        show_page(s->output.file);
    return code;
}
