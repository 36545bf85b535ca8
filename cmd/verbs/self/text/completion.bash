# bash completion of corr, from: corr completion bash

# What stands before the cursor, split as the shell will: its words, the last
# of them as it was typed, and the quote that is open in it.
_corr_split() {
    local line=${COMP_LINE:0:COMP_POINT} word='' quote='' in='' c i
    _corr_words=() _corr_raw=''
    for ((i = 0; i < ${#line}; i++)); do
        c=${line:i:1}
        if [[ $quote$c == [[:space:]] ]]; then
            [[ -z $in ]] || _corr_words+=("$word")
            word='' in='' _corr_raw=''
            continue
        fi
        in=1 _corr_raw+=$c
        case $quote$c in
        \' | \") quote=$c ;;
        "''" | '""') quote='' ;;
        \\ | \"\\)
            c=${line:i+1:1} _corr_raw+=$c i=$((i + 1))
            [[ -n $quote && $c != [\"\\\$\`] ]] && word+=\\
            word+=$c ;;
        *) word+=$c ;;
        esac
    done
    _corr_words+=("$word") _corr_quote=$quote
}

# Offers the names of list $1 that begin with $2, quoted as what was typed is.
# Readline goes on behind its last word break, so that is where a name has to.
_corr_names() {
    local raw=$_corr_raw value=$_corr_raw stem='' name full c i
    local -a names
    mapfile -t names < <(command "${_corr_words[0]}" completion \
        --candidates "$1" --begin "$2" -- "${_corr_files[@]}" 2>/dev/null)
    [[ $raw != --*=* ]] || value=${raw#*=}
    for ((i = ${#raw}; i > 0; i--)); do
        c=${raw:i-1:1}
        if [[ $c == [:=@] && $COMP_WORDBREAKS == *"$c"* &&
            ${raw:i-2:1} != \\ ]]; then
            stem=${raw:0:i}
            [[ $c != @ ]] || stem=${raw:0:i-1} # a host's name holds its @
            break
        fi
    done
    for name in "${names[@]}"; do
        case $_corr_quote in
        \')
            [[ $name == *\'* || $value != \'* ]] || COMPREPLY+=("$name") ;;
        \")
            [[ $name == *!* || $value != \"* ]] && continue
            name=${name//\\/\\\\} name=${name//\"/\\\"}
            name=${name//\$/\\\$} name=${name//\`/\\\`}
            COMPREPLY+=("$name") ;;
        *)
            printf -v full %s%q "${raw%"$value"}" "$name"
            [[ $full != "$stem"* ]] || COMPREPLY+=("${full#"$stem"}") ;;
        esac
    done
}

_corr() {
    local -a _corr_words _corr_files=()
    local _corr_raw _corr_quote cur prev verb words='' list='' nofile='' n i
    local operands=0
    COMPREPLY=()
    _corr_split
    while [[ ${#_corr_words[@]} -gt 1 && ${_corr_words[0]} == [A-Za-z_]*=* ]]; do
        _corr_words=("${_corr_words[@]:1}")
    done
    n=$((${#_corr_words[@]} - 1))
    ((n > 0)) || return
    cur=${_corr_words[n]} prev=${_corr_words[n-1]} verb=${_corr_words[1]}
    if ((n == 1)); then
#@words
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    fi
    for ((i = 2; i < n; i++)); do
        case ${_corr_words[i]} in
#@valued
        -?*) ;;
        *)
            ((++operands))
            [[ ! -e ${_corr_words[i]} ]] || _corr_files+=("${_corr_words[i]}") ;;
        esac
    done
    for ((i = COMP_CWORD + 1; i < ${#COMP_WORDS[@]}; i++)); do
        [[ ! -e ${COMP_WORDS[i]} ]] || _corr_files+=("${COMP_WORDS[i]}")
    done
    if [[ $cur == --*=* ]]; then
        prev=${cur%%=*} cur=${cur#*=}
    fi
    case $verb,$prev in
#@values
    esac
    if [[ -n $nofile ]]; then
        compopt +o default
    fi
    if [[ -n $words || -n $nofile ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        return
    fi
    if [[ -n $list ]]; then
        compopt +o default
        _corr_names "$list" "$cur"
        [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace # KEY=, and a value
        return
    fi
    if [[ $cur != -* && $operands = 0 ]]; then
        case $verb in
#@operands
        esac
        [[ -z $list ]] || _corr_names "$list" "$cur"
    fi
    [[ $cur == -* ]] || return # the shell completes names of files
    case $verb in
#@options
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _corr corr
