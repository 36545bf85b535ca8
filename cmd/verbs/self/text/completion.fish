# fish completion of corr, from: corr completion fish
function __corr_names
    set -l words (commandline -opc)
    set -l files
    for word in $words[3..-1]
        test -e "$word"; and set -a files $word
    end
    set -l typed (commandline -ct)
    set typed (string unescape -- "$typed"
        or string unescape -- "$typed\""
        or string unescape -- "$typed'"
        or echo "$typed")
    set typed (string replace -r '^--[a-z-]*=' '' -- "$typed[1]")
    command $words[1] completion --candidates $argv[1] --begin "$typed" -- $files 2>/dev/null
end
#@options
