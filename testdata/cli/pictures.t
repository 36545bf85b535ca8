Pages and pictures say what the screen says.

    $ cp $DATA/incident/* .

A page has every sentence of the screen, whatever the verb.

    $ said() {
    >     corr "$@" --width 500 2>messages | tr -s ' ' >screen; corr "$@" --html >page.html 2>>messages
    >     sed 's/<script>.*//; s/<[^>]*>/ /g; s/&nbsp;/ /g; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' page.html | tr -s ' \n' '  ' >page.txt
    >     grep -E '^[A-Za-z0-9].* .* .* ' screen | grep -vE '^(next|also|try|total%|self%|s[0-9])' | LC_ALL=C grep -v "$(printf '\342\226')" | while read -r line; do
    >         grep -qF -- "$line" page.txt || echo "missing: $line"
    >     done
    > }
    $ said tree; said top; said peek main.mix; said info; said when; said spans; said span 1605eca9; said trace
    $ said diff $DATA/deploys/v1 $DATA/deploys/v2

One file, which asks for nothing.

    $ corr tree -q --html -o page.html; head -n 1 page.html; grep -c '<script' page.html; grep -cE ' (src|href|style|on[a-z]+)=' page.html; grep -oE "default-src 'none'|(style|script)-src 'sha256-.{43}='" page.html | cut -d- -f1,2
    <!DOCTYPE html>
    1
    0
    default-src 'none'
    style-src 'sha256
    script-src 'sha256
    $ grep -c '<svg class="fig flame"' page.html; test $(wc -c <page.html) -lt 1000000 && echo small
    1
    small

The page names its inputs by their digests.  Files of more than 256 MiB together
have none without -v, the largest first, nor has a pipe; a document has them
with -v.

    $ digests() { sed -n 's/.*<td>\([0-9a-f]\{64\}\)$/\1/p'; }
    $ sha256sum *.pb.gz *.folded *.jsonl.gz | cut -c1-64 | sort >files; corr tree -q --html | digests | sort | cmp - files && echo same
    same
    $ truncate -s 300M large.folded && printf 'main;a 1\n' >>large.folded
    $ for v in -q -qv; do corr top $v --html large.folded reco.threads.folded 2>messages | digests | wc -l; done; rm large.folded
    1
    2
    $ corr top -q --html - <reco.threads.folded | digests
    $ corr top -q --json reco.threads.folded | grep -o 'sha256.*'
    sha256": null}
    $ test "$(corr top -qv --json reco.threads.folded | grep -o '[0-9a-f]\{64\}')" = "$(sha256sum <reco.threads.folded | cut -c1-64)" && echo same
    same

The policy has the digest of what is there.

    $ for part in style script; do
    >     sed -n "s/.*$part-src 'sha256-\([^']*\)'.*/\1/p" page.html >policy
    >     perl -MDigest::SHA=sha256_base64 -0777 -ne "print sha256_base64(\$1), qq(=\n) if m{<$part>(.*?)</$part>}s" page.html | cmp - policy && echo same $part
    > done
    same style
    same script

Boxes add up: what they have themselves is the whole.

    $ perl -ne 'while (/aria-level="(\d+)" data-t="(\d+)"/g) { my ($l, $t) = ($1, $2); $all //= $t; $self += $t; $self -= $t if $l > 1 } END { print $self == $all ? "the whole\n" : "$self of $all\n" }' page.html
    the whole

A name is text.

    $ printf 'main;</script><img src=x onerror="alert(1)">;w\033[31m 5\nmain;a&b 3\n' >odd.folded
    $ corr tree -q --html odd.folded >page.html; grep -c '<img' page.html; grep -c 'lt;/script&gt;&lt;img' page.html
    0
    5
    $ corr tree -q --svg odd.folded | grep -o '<title>[^<]*img[^<]*<'
    <title>&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;, 62.5%, 5<

Nothing to draw is a sentence, and the status says so.

    $ corr tree -q --service nowhere --svg | grep '<text' | head -n 1
    <text x="10" y="18" font-weight="bold">no service is called &quot;nowhere&quot;</text>
    $ corr tree -q --service nowhere --html -o none.html
    [5]
    $ corr top --svg
    corr: top has no option --svg
          hint: corr tree --svg draws the stacks
    [2]
    $ corr convert --to html
    corr: --to cannot be "html"
          hint: corr tree --html makes a page
    [2]
    $ corr tree --to folded --html
    corr: --to and --html are two kinds of output
    [2]

Only what certainly changed has a colour.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --svg >diff.svg
    $ grep 'fill="url' diff.svg | grep -o '<text x="3"[^/]*'
    <text x="3" y="12">+1.8 main.containsRule<
    $ grep -oE '<title>[^<]*(new|gone|more|less), ' diff.svg
    <title>main.containsRule, +1.8 ms/request (17.2..) new, 
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v1 --svg | grep -cE 'fill="(url|#ff9d45|#7fb2ff)'
    0
    [1]

A frame has the change of all that it calls, with its interval where it was
judged; with one file a side none is.

    $ grep -oE '<title>main.mergeRules, [^<]*' diff.svg
    <title>main.mergeRules, +1.38 ms/request ×1.41 (1.09..1.82) not certain, 35.1%, 4.779 ms/request
    <title>main.mergeRules, +1.38 ms/request ×1.41 (1.09..1.82) not certain, 25.8%, 3.398 ms/request
    $ corr diff -q $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/deploys/v2/pricing.cpu.00.pb.gz --svg | grep -oE 'v2.*(colour|noise)[^<]*'
    v2, without colours, as one file a side shows no noise: 80.99 ms/second
    $ corr diff -q -t $DATA/deploys/v1 $DATA/deploys/v2 --json | jq -c '.nodes[] | select(.frame.function | . and test("mergeRules|containsRule")) | [.class, .total_class, (.ratio_lo != null)]'
    ["same","same",true]
    ["new","new",true]

Slow spans have the boxes of their code, two traces both waterfalls; durations by
operation have no picture, and the picture says so.

    $ corr diff -q --slow p75 --op 'GET /price' $DATA/incident --svg | grep -oE '>(slow|usual) spans, [^<]*'
    >slow spans, what changed for certain has a colour: 15.194 ms/span
    >usual spans, with what is not in slow spans: 12.463 ms/span
    $ corr diff -q --slow p75 --op 'GET /price' $DATA/incident --html -o slow.html; grep -o '<figure id="[^"]*"' slow.html
    <figure id="flame"
    <figure id="flame-base"
    $ corr diff -q 9de1 1605 $DATA/incident --svg | grep -oE '>(base|new): [^<]*'
    >base: GET /api/checkout, 684 ms, 24 spans: what the time of each was
    >new: GET /api/quote, 86.9 ms, 8 spans: what the time of each was
    $ corr diff -q 9de1 1605 $DATA/incident --html -o two.html; grep -o '<figure id="[^"]*"' two.html; grep -o ' id="[^"]*"' two.html | sort | uniq -d
    <figure id="spans-base"
    <figure id="spans-new"
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --svg | grep -o '>this answer[^<]*'
    >this answer has no picture; --html makes a page of it

A column of bars says what its width is.

    $ corr trace -q 1605 $DATA/incident --html | grep -oE 'in time[^<]*'
    in time, 0 to 86.92 ms

CPU by operation is CPU by the spans of the samples: the same height as by
function.

    $ corr when -q $DATA/incident --html -o when.html; grep -o '<figure id="[^"]*"' when.html
    <figure id="load"
    <figure id="load-operations"
    $ corr when -q $DATA/incident --by operation --svg | grep -oE 'CPU by [^<;]*|pricing: GET /price|other operations|main[.]mix'
    CPU by operation
    pricing: GET /price
    pricing: GET /price
    other operations
    other operations
    $ corr when -q $DATA/incident --by thread
    corr: --by wants one of function|operation, not "thread"
    [2]
