#compdef corr
# zsh completion of corr, from: corr completion zsh
local -a verbs opts values files found
local list='' nofile='' word before=$words[CURRENT-1] joined=''
verbs=(
#@commands
)
if (( CURRENT == 2 )); then
    _describe command verbs
    return
fi
case $words[2] in
#@options
esac
if [[ $PREFIX == --*=* ]]; then
    before=${PREFIX%%=*} joined=1
    compset -P "$before="
fi
case $words[2],$before in
#@values
esac
if (( $#values )) || [[ -n $nofile ]]; then
    compadd -a values
    return
fi
if [[ -n $list && ( -n $joined || $PREFIX != -* ) ]]; then
    for word in ${words[3,CURRENT-1]}; do
        [[ -e ${(Q)word} ]] && files+=("${(Q)word}")
    done
    found=(${(f)"$(command $words[1] completion \
        --candidates $list --begin "${(Q)PREFIX}" -- $files 2>/dev/null)"})
    (( $#found )) && compadd -a found && return
fi
if [[ $PREFIX == -* ]]; then
    _describe -o option opts
else
    _files
fi
