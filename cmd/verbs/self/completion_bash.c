/*
 * completion_bash - the completion script of bash.
 *
 * `corr completion --candidates` provides option values and first operands that
 * are names.  Names come from files and go to a command line: the script quotes
 * them like the typed word, never evaluates them, and leaves out names that an
 * open quote cannot hold.
 */
#include "verbs/self/completion.h"

#include <string.h>

#include "verbs/self/candidates.h"

/* clang-format off */
static const char helpers[] =
    "# bash completion of corr, from: corr completion bash\n"
    "\n"
    "# What stands before the cursor, split as the shell will: its words, the last\n"
    "# of them as it was typed, and the quote that is open in it.\n"
    "_corr_split() {\n"
    "    local line=${COMP_LINE:0:COMP_POINT} word='' quote='' in='' c i\n"
    "    _corr_words=() _corr_raw=''\n"
    "    for ((i = 0; i < ${#line}; i++)); do\n"
    "        c=${line:i:1}\n"
    "        if [[ $quote$c == [[:space:]] ]]; then\n"
    "            [[ -z $in ]] || _corr_words+=(\"$word\")\n"
    "            word='' in='' _corr_raw=''\n"
    "            continue\n"
    "        fi\n"
    "        in=1 _corr_raw+=$c\n"
    "        case $quote$c in\n"
    "        \\' | \\\") quote=$c ;;\n"
    "        \"''\" | '\"\"') quote='' ;;\n"
    "        \\\\ | \\\"\\\\)\n"
    "            c=${line:i+1:1} _corr_raw+=$c i=$((i + 1))\n"
    "            [[ -n $quote && $c != [\\\"\\\\\\$\\`] ]] && word+=\\\\\n"
    "            word+=$c ;;\n"
    "        *) word+=$c ;;\n"
    "        esac\n"
    "    done\n"
    "    _corr_words+=(\"$word\") _corr_quote=$quote\n"
    "}\n"
    "\n"
    "# Offers the names of list $1 that begin with $2, quoted as what was typed is.\n"
    "# Readline goes on behind its last word break, so that is where a name has to.\n"
    "_corr_names() {\n"
    "    local raw=$_corr_raw value=$_corr_raw stem='' name full c i\n"
    "    local -a names\n"
    "    mapfile -t names < <(command \"${_corr_words[0]}\" completion \\\n"
    "        --candidates \"$1\" --begin \"$2\" -- \"${_corr_files[@]}\" 2>/dev/null)\n"
    "    [[ $raw != --*=* ]] || value=${raw#*=}\n"
    "    for ((i = ${#raw}; i > 0; i--)); do\n"
    "        c=${raw:i-1:1}\n"
    "        if [[ $c == [:=@] && $COMP_WORDBREAKS == *\"$c\"* &&\n"
    "            ${raw:i-2:1} != \\\\ ]]; then\n"
    "            stem=${raw:0:i}\n"
    "            [[ $c != @ ]] || stem=${raw:0:i-1} # a host's name holds its @\n"
    "            break\n"
    "        fi\n"
    "    done\n"
    "    for name in \"${names[@]}\"; do\n"
    "        case $_corr_quote in\n"
    "        \\')\n"
    "            [[ $name == *\\'* || $value != \\'* ]] || COMPREPLY+=(\"$name\") ;;\n"
    "        \\\")\n"
    "            [[ $name == *!* || $value != \\\"* ]] && continue\n"
    "            name=${name//\\\\/\\\\\\\\} name=${name//\\\"/\\\\\\\"}\n"
    "            name=${name//\\$/\\\\\\$} name=${name//\\`/\\\\\\`}\n"
    "            COMPREPLY+=(\"$name\") ;;\n"
    "        *)\n"
    "            printf -v full %s%q \"${raw%\"$value\"}\" \"$name\"\n"
    "            [[ $full != \"$stem\"* ]] || COMPREPLY+=(\"${full#\"$stem\"}\") ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "\n";
static const char begin[] =
    "_corr() {\n"
    "    local -a _corr_words _corr_files=()\n"
    "    local _corr_raw _corr_quote cur prev verb words='' list='' operands=0 n i\n"
    "    COMPREPLY=()\n"
    "    _corr_split\n"
    "    while [[ ${#_corr_words[@]} -gt 1 && ${_corr_words[0]} == [A-Za-z_]*=* ]]; do\n"
    "        _corr_words=(\"${_corr_words[@]:1}\")\n"
    "    done\n"
    "    n=$((${#_corr_words[@]} - 1))\n"
    "    ((n > 0)) || return\n"
    "    cur=${_corr_words[n]} prev=${_corr_words[n-1]} verb=${_corr_words[1]}\n"
    "    if ((n == 1)); then\n";
static const char count_operands[] =
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
    "        return\n"
    "    fi\n"
    "    for ((i = 2; i < n; i++)); do\n"
    "        case ${_corr_words[i]} in\n";
static const char see_option[] =
    "        -?*) ;;\n"
    "        *)\n"
    "            ((++operands))\n"
    "            [[ ! -e ${_corr_words[i]} ]] || _corr_files+=(\"${_corr_words[i]}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    for ((i = COMP_CWORD + 1; i < ${#COMP_WORDS[@]}; i++)); do\n"
    "        [[ ! -e ${COMP_WORDS[i]} ]] || _corr_files+=(\"${COMP_WORDS[i]}\")\n"
    "    done\n"
    "    if [[ $cur == --*=* ]]; then\n"
    "        prev=${cur%%=*} cur=${cur#*=}\n"
    "    fi\n"
    "    case $verb,$prev in\n";
static const char offer_values[] =
    "    esac\n"
    "    if [[ -n $words ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
    "        return\n"
    "    fi\n"
    "    if [[ -n $list ]]; then\n"
    "        compopt +o default\n"
    "        _corr_names \"$list\" \"$cur\"\n"
    "        return\n"
    "    fi\n"
    "    if [[ $cur != -* && $operands = 0 ]]; then\n"
    "        case $verb in\n";
static const char offer_operand[] =
    "        esac\n"
    "        [[ -z $list ]] || _corr_names \"$list\" \"$cur\"\n"
    "    fi\n"
    "    [[ $cur == -* ]] || return # the shell completes names of files\n"
    "    case $verb in\n";
static const char end[] =
    "    esac\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
    "}\n"
    "complete -o default -F _corr corr\n";
/* clang-format on */

static void bash_value(const cmd *c, const opt *o, corr_out *out)
{
    completion_value(c, o, &(completion_branch){ "    ", "words='", "'" }, out);
}

/* The shared tables, each once. */
static const opt *const shared[] = { select_options, of_options, inputs_options,
                                     output_options };

enum { NSHARED = sizeof shared / sizeof shared[0] };

static bool has(const opt *options, const char *name)
{
    for (const opt *o = options; o && o->kind != OPT_END; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* Whether a shared option, or one of a command before this, has the name. */
static bool is_known(const cmd *const *c, const char *name)
{
    for (size_t i = 0; i < NSHARED; i++)
        if (has(shared[i], name))
            return true;
    for (const cmd *const *before = cmds; before < c; before++)
        if (has((*before)->options, name))
            return true;
    return false;
}

static void put_valued(const opt *o, const char * or, corr_out *out)
{
    corr_printf(out, "%s--%s", or, o->name);
    if (o->key)
        corr_printf(out, " | -%c", o->key);
}

/* The options whose value is the next word, as a pattern. */
static void put_all_valued(corr_out *out)
{
    const char * or = "        ";

    for (size_t i = 0; i < NSHARED; i++)
        for (const opt *o = shared[i]; o->kind != OPT_END; o++)
            if (completion_has_value(o)) {
                put_valued(o, or, out);
                or = " | ";
            }
    for (const cmd *const *c = cmds; *c; c++)
        for (const opt *o = (*c)->options; o && o->kind != OPT_END; o++)
            if (completion_has_value(o) && !is_known(c, o->name))
                put_valued(o, or, out);
}

static void bash_operand(const cmd *c, corr_out *out)
{
    const char *list = candidates_of_operand(c);

    if (list)
        corr_printf(out, "        %s) list=%s ;;\n", c->name, list);
}

static void bash_option(const cmd *c, const opt *o, corr_out *out)
{
    (void)c;
    corr_printf(out, " --%s", o->name);
}

void completion_bash(corr_out *out)
{
    corr_puts(out, helpers);
    corr_puts(out, begin);
    corr_puts(out, "        words='");
    for (const cmd *const *c = cmds; *c; c++)
        corr_printf(out, "%s%s", c == cmds ? "" : " ", (*c)->name);
    corr_puts(out, "'\n");
    corr_puts(out, count_operands);
    put_all_valued(out);
    corr_puts(out, ") ((++i)) ;;\n");
    corr_puts(out, see_option);
    for (const cmd *const *c = cmds; *c; c++)
        completion_each(*c, bash_value, out);
    corr_puts(out, offer_values);
    for (const cmd *const *c = cmds; *c; c++)
        bash_operand(*c, out);
    corr_puts(out, offer_operand);
    for (const cmd *const *c = cmds; *c; c++) {
        corr_printf(out, "    %s) words='", (*c)->name);
        completion_each(*c, bash_option, out);
        corr_puts(out, "' ;;\n");
    }
    corr_puts(out, end);
}
