# corr - build, test, install.  `make help` lists the targets.
#
#   make                    build/corr, for work: links in a second
#   make check M=join       the tests of one folder or module
#   make release            build/release/corr, optimised as a whole
#   make BUILD=asan check   the tests in build/asan, with sanitizers
#   make O=/tmp/x           build somewhere else

PREFIX     ?= /usr/local
BUILD      ?= $(if $(filter release install bench deb,$(MAKECMDGOALS)),release,dev)
PKG_CONFIG ?= pkg-config
PROVE      ?= prove
JOBS       ?= $(shell nproc 2>/dev/null || echo 2)
PKGS       := zlib libcjson libprotobuf-c libpcre2-8
# Linked where they are; WITH_ISAL=0 WITH_ZSTD=0 WITH_LZ4=0 do without, and so
# does WITH_READLINE=0.
WANTED     := libisal libzstd liblz4

# Two goals are builds of their own.
ifneq ($(filter cover,$(MAKECMDGOALS)),)
BUILD := cover
else ifneq ($(filter fuzz fuzzers,$(MAKECMDGOALS)),)
BUILD := fuzz
CC    := clang
endif
ifneq ($(filter static,$(MAKECMDGOALS)),)
BUILD := static
endif
O := $(if $(filter dev,$(BUILD)),build,build/$(BUILD))

CSTD := -std=c17 -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=700
WARN := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow \
        -Wvla -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
        -Wcast-qual -Wwrite-strings -Wundef -Wformat=2 \
        -Wimplicit-fallthrough -Wswitch-enum
ifneq ($(filter true,$(CI))$(filter 1,$(WERROR)),)
WARN += -Werror
endif
# What makes a fault in a program that is installed harder to use; flags that the
# compiler does not have are left out.
SHIPPED  := $(filter dev release static,$(BUILD))
HARDENED := -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
            $(if $(SHIPPED),$(shell for f in -fstack-clash-protection \
              -fcf-protection; do echo 'int x;' | $(CC) -Werror $$f -x c -c \
              -o /dev/null - 2>/dev/null && echo $$f; done))
SEAL     := -Wl,-z,relro -Wl,-z,now
FLAGS.dev     := -O2 -g $(HARDENED)
FLAGS.release := -O3 -g $(HARDENED)
# The hot loops call across files.  In a release gcc sees the whole program when
# it links corr, which takes a minute.  Archives and tests hold ordinary code as
# well, and use that.
ifneq ($(shell $(CC) --version | grep 'Free Software'),)
FLAGS.release += -flto=auto -ffat-lto-objects
NO_LTO := $(if $(filter release static,$(BUILD)),-fno-lto)
endif
# One file without libraries: what Debian has no archive of is left out, except
# cJSON, which scripts/static-cjson makes of Debian's source.
FLAGS.static  := $(FLAGS.release)
FLAGS.debug   := -O1 -g
FLAGS.asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS.tsan    := -O1 -g -fsanitize=thread
FLAGS.cover   := -O0 -g --coverage
FLAGS.fuzz    := $(FLAGS.asan) -fsanitize=fuzzer-no-link
BFLAGS := $(or $(FLAGS.$(BUILD)),$(error BUILD=$(BUILD): dev, release, static, debug, asan or tsan))
ifeq ($(SHIPPED),)
BFLAGS += -DCORR_DEBUG_BUILD=1
endif

# What must be installed.  Not asked where nothing is compiled.
DEB.zlib           := zlib1g-dev
DEB.libcjson       := libcjson-dev
DEB.libprotobuf-c  := libprotobuf-c-dev
DEB.libpcre2-8     := libpcre2-dev
NAME.libisal       := ISAL
NAME.libzstd       := ZSTD
NAME.liblz4        := LZ4
ifeq ($(BUILD),static)
WITH_ISAL := 0
WITH_READLINE := 0
WITH_CURL := 0
PKG_STATIC := --static
endif
ifneq ($(filter-out clean help format dist uninstall,$(or $(MAKECMDGOALS),all)),)
ifeq ($(shell command -v $(PKG_CONFIG)),)
$(error $(PKG_CONFIG) is missing: apt-get install pkg-config, or run scripts/setup)
endif
missing := $(shell for p in $(PKGS); do $(PKG_CONFIG) --exists $$p || echo $$p; done)
ifneq ($(missing),)
$(error missing: $(missing).  apt-get install $(foreach p,$(missing),$(DEB.$p)), or run scripts/setup)
endif
ifeq ($(shell command -v protoc-c),)
$(error protoc-c is missing: apt-get install protobuf-c-compiler, or run scripts/setup)
endif
found := $(foreach p,$(WANTED),$(if $(filter 0,$(WITH_$(NAME.$p))),,\
           $(shell $(PKG_CONFIG) --exists $p && echo $p)))
PKGS += $(found)
# A program of its own needs readline: corr does not map it.
READLINE := $(if $(filter 0,$(WITH_READLINE)),,\
              $(shell $(PKG_CONFIG) --exists readline && echo readline))
# So does a program that asks servers, libcurl.
CURL := $(if $(filter 0,$(WITH_CURL)),,\
          $(shell $(PKG_CONFIG) --exists libcurl && echo libcurl))
CURL_LIBS := $(if $(CURL),$(shell $(PKG_CONFIG) --libs $(CURL)))
WITH := $(foreach p,$(found),-DCORR_WITH_$(NAME.$p)=1)
READLINE_LIBS := $(if $(READLINE),$(shell $(PKG_CONFIG) --libs readline))
PKG_CFLAGS := $(WITH) $(shell $(PKG_CONFIG) --cflags $(PKGS))
PKG_LIBS   := $(shell $(PKG_CONFIG) $(PKG_STATIC) --libs $(PKGS))
endif

ALLCFLAGS = $(CSTD) $(WARN) $(BFLAGS) -fPIC -fvisibility=hidden \
            -Ilibcorr/include $(PKG_CFLAGS) $(CPPFLAGS) $(CFLAGS)
ALLLIBS   = $(PKG_LIBS) -lpthread -lm $(LDLIBS)
LINK      = $(CC) $(BFLAGS) $(if $(filter $O/corr $O/corr-shell $O/corr-static,$@),,$(NO_LTO)) \
            -Wl,--as-needed $(if $(SHIPPED),$(SEAL)) $(LDFLAGS) -o $@

all-c    := $(sort $(shell find libcorr formats cmd -name '*.c'))
all-h    := $(sort $(shell find libcorr formats cmd -name '*.h'))
tests    := $(filter-out $(if $(CURL),,cmd/fetch/%),$(filter %_test.c,$(all-c)))
fuzzers  := $(filter-out $(if $(CURL),,cmd/fetch/%),$(filter %_fuzz.c,$(all-c)))
code     := $(filter-out %_test.c %_fuzz.c,$(all-c))
protos   := $(wildcard formats/pprof/*.proto)
gen-h    := $(patsubst formats/pprof/%.proto,$O/gen/%.pb-c.h,$(protos))
lib-o    := $(patsubst %.c,$O/obj/%.o,$(filter libcorr/% formats/%,$(code))) \
            $(patsubst formats/pprof/%.proto,$O/obj/gen/%.pb-c.o,$(protos)) \
            $(patsubst libcorr/findings/lists/%.txt,$O/obj/gen/lists/%.o,\
              $(wildcard libcorr/findings/lists/*.txt)) \
            $(patsubst libcorr/report/html/%,$O/obj/gen/html/%.o,$(wildcard libcorr/report/html/page.*))
texts    := $(patsubst cmd/verbs/self/text/%,$O/gen/text/%.c,$(wildcard cmd/verbs/self/text/*))
# corr-shell and corr-fetch are programs of their own: their folders are no part
# of corr.
shell-o  := $(patsubst %.c,$O/obj/%.o,$(filter cmd/shell/%,$(code)))
# The program corr-fetch besides what corr is.
fetch-main := cmd/corr_fetch.c cmd/fetch_first.c
cmd-o    := $(patsubst %.c,$O/obj/%.o,$(filter-out cmd/shell/% cmd/fetch/% $(fetch-main),\
              $(filter cmd/%,$(code)))) \
            $(patsubst $O/%.c,$O/obj/%.o,$(texts))
fetch-o  := $(patsubst %.c,$O/obj/%.o,$(filter cmd/fetch/%,$(code)))
programs := $O/corr $O/corr-shell $(if $(CURL),$O/corr-fetch)
test-exe := $(patsubst %.c,$O/test/%,$(tests))
# M=join: the tests of a folder, or of one module.
of-m     := $(if $M,$(foreach t,$(test-exe),\
              $(if $(findstring /$M/,$t)$(findstring /$(M)_test,$t),$t)))
fuzz-exe := $(patsubst %.c,$O/fuzz/%,$(notdir $(fuzzers)))
public   := $(wildcard libcorr/include/*.h)
VERSION  := $(or $(shell sed -n 's/^.define CORR_VERSION "\(.*\)"/\1/p' \
              $(public) /dev/null),0.1.0)

all: $(programs)                ## build corr, corr-shell and corr-fetch (default)
release: $(programs)            ## build/release/corr, optimised as a whole

$O/corr: $(cmd-o) $O/obj/libcorr.a
	$(LINK) $^ $(ALLLIBS)
$O/corr-shell: $(filter-out %/main.o,$(cmd-o)) $(shell-o) $O/obj/libcorr.a
	$(LINK) $^ $(ALLLIBS) $(READLINE_LIBS)

$O/corr-fetch: $(filter-out %/main.o,$(cmd-o)) $(fetch-o) $(fetch-main:%.c=$O/obj/%.o) \
               $O/obj/libcorr.a
	$(LINK) $^ $(ALLLIBS) $(CURL_LIBS)

$O/obj/libcorr.a: $(lib-o)
	rm -f $@ && $(AR) rcsT $@ $^

# The library sees its private headers, nobody else does.  Tests may.
$O/obj/libcorr/%.o: ALLCFLAGS += -Ilibcorr
$O/obj/formats/%.o: ALLCFLAGS += -Iformats -I$O/gen
$O/obj/cmd/%.o:     ALLCFLAGS += -Icmd
$O/obj/%_test.o:    ALLCFLAGS += -Ilibcorr -Iformats
$O/obj/%_fuzz.o:    ALLCFLAGS += -Ilibcorr -Iformats -Icmd -Iscripts/fuzz
$O/obj/cmd/verbs/self/help.o $O/obj/cmd/verbs/self/version.o: ALLCFLAGS += \
        -DCORR_BUILD='"$(BUILD)"' -DCORR_FLAGS='"$(strip $(BFLAGS) $(CFLAGS))"'

$O/obj/cmd/verbs/self/version.o $O/obj/cmd/shell/edit.o: ALLCFLAGS += \
        $(if $(READLINE),-DCORR_WITH_READLINE=1) $(if $(CURL),-DCORR_WITH_CURL=1)

$O/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(ALLCFLAGS) -MMD -MP -c -o $@ $<

# What is compiled differently once a wanted library comes or goes.
$(patsubst %,$O/obj/libcorr/source/codec_%.o,isal zstd lz4) \
$O/obj/libcorr/source/encoder.o $O/obj/libcorr/source/test/codec_test.o $O/obj/cmd/verbs/self/version.o \
$O/obj/cmd/shell/edit.o: $O/with
$O/with: always
	@mkdir -p $O && echo '$(WITH) $(READLINE) $(CURL)' | cmp -s - $@ || \
	    echo '$(WITH) $(READLINE) $(CURL)' >$@

# Messages that protobuf-c decodes; the code is generated, not ours to warn of.
$O/gen/%.pb-c.c $O/gen/%.pb-c.h &: formats/pprof/%.proto
	@mkdir -p $(@D)
	protoc-c --proto_path=formats/pprof --c_out=$O/gen $<
# Texts that the program carries: text/labels.txt is the array text_labels, and
# lists/gc.txt list_gc.
define carry
@mkdir -p $(@D)
@{ echo 'extern const char $(name)[]; const char $(name)[] = {' && \
    od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g' && echo '0};'; } >$@
endef
$O/gen/text/%.c: cmd/verbs/self/text/% Makefile
	$(carry)
$O/gen/text/%.c: name = text_$(subst .,_,$(*:.txt=))
$O/gen/lists/%.c: libcorr/findings/lists/%.txt Makefile
	$(carry)
$O/gen/lists/%.c: name = list_$*
# Style and script of a page, each with its SHA-256 for the policy of the page.
$O/gen/html/%.c: libcorr/report/html/% Makefile
	@mkdir -p $(@D)
	@{ echo 'extern const char $(name)[], $(name)_sha256[];' && \
	    echo 'const char $(name)[] = {' && \
	    od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g' && echo '0};' && \
	    sha256sum $< | sed 's/^\([0-9a-f]*\).*/const char $(name)_sha256[] = "\1";/'; } >$@
$O/gen/html/%.c: name = html_$(subst .,_,$*)
$O/obj/gen/%.o: $O/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(BFLAGS) -w -fPIC -fvisibility=hidden $(PKG_CFLAGS) \
	    $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
$(patsubst %.c,$O/obj/%.o,$(filter formats/%,$(all-c))): | $(gen-h)

# Tests: one program each.  It takes from one archive what it calls: with all of
# corr in each, those with sanitizers filled 17 GB instead of 4.
$O/obj/tested.a: $(filter-out %/main.o,$(cmd-o)) $(shell-o) \
                 $(if $(CURL),$(fetch-o)) $(lib-o)
	rm -f $@ && $(AR) rcsT $@ $^
TESTED_LIBS = $(ALLLIBS) $(CURL_LIBS) $(READLINE_LIBS)
$(test-exe): $O/test/%: $O/obj/%.o $O/obj/tested.a
	@mkdir -p $(@D)
	$(LINK) $^ $(TESTED_LIBS) -lcmocka

# A library to preload, which lets calls of the system fail.
$O/faults.so: scripts/faults/faults.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARN) -O1 -g -fPIC -shared -o $@ $< -ldl

# Fuzz targets: a driver that replays files, or clang's fuzzer.
fuzz-main := $(patsubst %.c,$O/obj/%.o,scripts/fuzz/fuzz_one.c scripts/fuzz/mutate.c \
             $(if $(filter fuzz,$(BUILD)),,scripts/fuzz/fuzz_main.c))
$(fuzz-main): ALLCFLAGS += -Ilibcorr -Iscripts/fuzz
define fuzz-rule
$O/fuzz/$(basename $(notdir $1)): $O/obj/$(1:.c=.o) $(fuzz-main) $O/obj/tested.a
	@mkdir -p $$(@D)
	$$(LINK) $(if $(filter fuzz,$(BUILD)),-fsanitize=fuzzer) $$^ $$(TESTED_LIBS)
endef
$(foreach f,$(fuzzers),$(eval $(call fuzz-rule,$f)))
fuzzers: $(fuzz-exe)

# One call of prove for everything, so that there is one summary.  A name may
# begin with a setting: CORR_JOBS=1:testdata/cli/top.t
# Without libcurl there is no corr-fetch to ask.
no-curl := $(if $(CURL),,testdata/cli/fetch.t man/corr-fetch.1.in)
cli     := $(filter-out $(no-curl),$(wildcard testdata/cli/*.t))
man-in  := $(wildcard man/*.in)
t-unit  := $(test-exe)
t-cli   := $(cli) $(if $(UPDATE)$(ONCE),,$(cli:%=CORR_WANT=all:%) $(cli:%=CORR_JOBS=1:%))
t-fuzz  := $(fuzz-exe)
t-docs  := scripts/check-docs $(filter-out $(no-curl),$(man-in))
t-shells := scripts/check-completion scripts/check-completion-shells scripts/check-shell
t-schema := scripts/check-schema
t-faults := scripts/check-faults scripts/check-system scripts/check-opens
prove   = @O=$O CORR=$(abspath $O/corr) CC='$(CC)' BUILD=$(BUILD) \
          CMOCKA_MESSAGE_OUTPUT=TAP $(PROVE) -j$(JOBS) -e scripts/run-test

ifdef M
check: $(of-m)
	$(if $(of-m),$(prove) $(of-m),$(error M=$M: no folder or module of this name has tests))
else
check: $(test-exe) $(fuzz-exe) $(programs) $O/faults.so lib  ## every test; M=join: those of one module
	$(prove) $(t-unit) $(t-fuzz) scripts/check-layers $(t-docs) \
	    scripts/check-install $(t-shells) scripts/check-runbook $(t-schema) \
	    scripts/check-servers scripts/check-page $(t-faults) scripts/compare/salvage \
	    scripts/compare/canary $(t-cli)
endif
check-unit: $(test-exe)         ## unit tests
	$(prove) $(t-unit)
check-cli: $(programs)          ## transcripts; UPDATE=1 rewrites them
	$(if $(cli),$(prove) $(t-cli),@echo 'no transcripts in testdata/cli')
check-layers:                   ## includes point downward
	$(prove) scripts/check-layers
check-docs: $(programs)         ## manual pages, their examples, headers
	$(prove) $(t-docs)
check-install: $(programs) lib  ## install, then build a program against it
	$(prove) scripts/check-install
check-completion: $(programs)   ## what bash, zsh and fish offer, and corr shell
	$(prove) $(t-shells)
check-runbook:                  ## the scripts of scripts/runbook are plain sh
	$(prove) scripts/check-runbook
check-servers: $(programs)      ## the servers of the tests: replay, hostile
	$(prove) scripts/check-servers
check-live: $O/corr             ## an alert fires in real servers; 15 s
	$(prove) scripts/compare/live
check-page:                     ## style and script of pages
	$(prove) scripts/check-page
check-browser: $O/corr          ## pages in headless Chromium; 20 s
	$(prove) scripts/compare/browser
check-schema: $O/corr           ## JSON Schemas, and documents against them
	$(prove) $(t-schema)
schema: $O/corr                 ## write man/schema and the tables of corr-json(7)
	CORR=$(abspath $O/corr) JOBS=$(JOBS) scripts/schema
check-faults: $(programs) $O/faults.so  ## calls of the system fail, files change; FULL=1: each call
	$(prove) $(t-faults)
check-fuzz: $(fuzz-exe)         ## replay the seeds of every fuzz target
	$(if $(fuzz-exe),$(prove) $(t-fuzz),@echo 'no fuzz targets')

demo: $O/corr                   ## the main job on the bundled incident
	@CORR=$O/corr scripts/demo --built

fuzz: $(fuzz-exe)               ## clang's fuzzer: F=pprof T=600, no F: all; or N=2000
	@O=$O scripts/fuzz/run $(if $(N),--runs $(N),'$(F)' '$(or $(T),60)')
bench: $O/corr                  ## speed beside peers: ROWS="P1 C1" QUICK=1
	@O=$O CC='$(CC)' scripts/bench $(ROWS)
cover: $(test-exe) $(programs)  ## line coverage of the tests, by file
	$(prove) -Q $(t-unit) $(t-cli)
	@scripts/cover $O $(filter-out $O/obj/gen/%,$(lib-o) $(cmd-o))

LINT := $(all-c) $(all-h)
lint: $(gen-h)                  ## format, clang-tidy, cppcheck, shellcheck: LINT="a.c b.h"
	@CFLAGS='$(CSTD) -Ilibcorr/include -Ilibcorr -Iformats -Icmd -Iscripts/fuzz \
	    -I$O/gen $(PKG_CFLAGS)' scripts/lint $(LINT)
format:                         ## let clang-format have its way
	clang-format -i $(LINT) $(wildcard scripts/fuzz/*.[ch] testdata/gen/*.c)

# What is installed: one shared object and one archive, in which only the
# names of the public headers can be seen.
soname := libcorr.so.$(firstword $(subst ., ,$(VERSION)))
lib: $O/$(soname) $O/libcorr.a
$O/$(soname): $(lib-o)
	$(LINK) -shared -Wl,-soname,$(soname) $^ $(ALLLIBS)
$O/libcorr.a: $(lib-o)
	rm -f $@ && $(LD) -r -o $O/obj/libcorr.o $^
	objcopy --localize-hidden -w -R '.gnu.lto_*' -R '.gnu.debuglto_*' \
	    -N '__gnu_lto_*' $O/obj/libcorr.o
	$(AR) rcs $@ $O/obj/libcorr.o

# One file that runs where nothing is installed.
static: $O/corr-static          ## build/static/corr-static, without libraries
$O/lib/libcjson.a: scripts/static-cjson
	CC='$(CC)' scripts/static-cjson $@
$O/corr-static: $(cmd-o) $O/obj/libcorr.a $O/lib/libcjson.a
	$(LINK) -static-pie -s $(filter-out $O/lib/%,$^) -L$O/lib $(ALLLIBS)

deb:                            ## Debian packages in build/release/deb
	scripts/deb $O $(VERSION)

man     := $(patsubst man/%.in,%,$(man-in)) $(notdir $(wildcard man/*.[17]))
bin     := $(PREFIX)/bin
lib.d   := $(or $(LIBDIR),$(PREFIX)/lib)
share   := $(PREFIX)/share
bash.d  := $(share)/bash-completion/completions
zsh.d   := $(share)/zsh/site-functions
fish.d  := $(share)/fish/vendor_completions.d
runbook.d := $(share)/corr/runbook
runbook := $(wildcard scripts/runbook/*)
fleet.d := $(share)/corr/fleet
fleet   := $(wildcard scripts/fleet/*)
schema.d := $(share)/corr/schema

install: $(programs) lib        ## program, pages, completion, library; DESTDIR= PREFIX=
	install -d $(addprefix $(DESTDIR),$(bin) $(lib.d)/pkgconfig \
	    $(PREFIX)/include/corr $(share)/man/man1 $(share)/man/man7 \
	    $(bash.d) $(zsh.d) $(fish.d) $(runbook.d) $(fleet.d) $(schema.d))
	install -m 755 $(runbook) $(DESTDIR)$(runbook.d)
	install -m 644 $(fleet) $(DESTDIR)$(fleet.d)
	install -m 644 $(wildcard man/schema/*.json) $(DESTDIR)$(schema.d)
	install -m 755 $(programs) $(DESTDIR)$(bin)
	$O/corr completion bash >$(DESTDIR)$(bash.d)/corr
	$O/corr completion zsh >$(DESTDIR)$(zsh.d)/_corr
	$O/corr completion fish >$(DESTDIR)$(fish.d)/corr.fish
	CORR=$O/corr VERSION=$(VERSION) scripts/mkman $(DESTDIR)$(share)/man $(man)
	install -m 755 $O/$(soname) $(DESTDIR)$(lib.d)/libcorr.so.$(VERSION)
	ln -sf libcorr.so.$(VERSION) $(DESTDIR)$(lib.d)/$(soname)
	ln -sf $(soname) $(DESTDIR)$(lib.d)/libcorr.so
	install -m 644 $O/libcorr.a $(DESTDIR)$(lib.d)/libcorr.a
	install -m 644 $(public) $(DESTDIR)$(PREFIX)/include/corr
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(lib.d))|; s|@VERSION@|$(VERSION)|; s|@PKGS@|$(PKGS)|' \
	    scripts/corr.pc.in >$(DESTDIR)$(lib.d)/pkgconfig/corr.pc

uninstall:                      ## remove what install put there
	rm -f $(addprefix $(DESTDIR),$(bin)/corr $(bin)/corr-shell $(bin)/corr-fetch $(bash.d)/corr $(zsh.d)/_corr \
	    $(fish.d)/corr.fish $(lib.d)/libcorr.* \
	    $(lib.d)/pkgconfig/corr.pc $(foreach m,$(man), \
	    $(share)/man/man$(lastword $(subst ., ,$m))/$m))
	rm -rf $(DESTDIR)$(PREFIX)/include/corr $(DESTDIR)$(runbook.d) \
	    $(DESTDIR)$(fleet.d) $(DESTDIR)$(schema.d)

dist:                           ## a source archive of HEAD
	@mkdir -p $O
	git archive --prefix=corr-$(VERSION)/ -o $O/corr-$(VERSION).tar.gz HEAD

clean:                          ## remove what was built
	rm -rf $O

help:                           ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 16
	@echo 'BUILD=$(BUILD) (dev release debug asan tsan), O=$O, PREFIX=$(PREFIX)'

.PHONY: all release check check-faults check-unit check-cli check-layers check-docs check-install \
        check-completion check-runbook check-servers check-live check-page check-browser check-schema schema check-fuzz demo fuzz fuzzers bench cover lint format \
        lib install uninstall static deb dist clean help always
.DELETE_ON_ERROR:
.SECONDARY:

-include $(patsubst %.c,$O/obj/%.d,$(all-c) scripts/fuzz/fuzz_main.c scripts/fuzz/fuzz_one.c scripts/fuzz/mutate.c)
