/* scrub_public - names that everybody knows. */
#include "scrub/scrub_public.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

/* clang-format off */
/* Packages and namespaces.  One that ends in a letter is a whole segment. */
static const char *const packages[] = {
    /* Java, Kotlin, Scala */
    "java.", "javax.", "jakarta.", "jdk.", "sun.", "com.sun.", "oracle.",
    "kotlin.", "kotlinx.", "scala.", "groovy.", "clojure.", "akka.", "zio.",
    "cats.", "play.api.", "android.", "androidx.", "dalvik.",
    "org.springframework.", "org.apache.", "org.hibernate.", "org.eclipse.",
    "org.jboss.", "org.wildfly.", "org.slf4j.", "org.aspectj.", "org.junit.",
    "org.postgresql.", "org.mariadb.", "org.h2.", "org.xnio.", "org.joda.",
    "org.codehaus.", "org.glassfish.", "org.jetbrains.", "org.openjdk.",
    "org.reactivestreams.", "org.threeten.", "org.yaml.", "org.xml.",
    "org.w3c.", "org.ietf.", "org.bouncycastle.", "org.mockito.", "org.jctools.",
    "org.elasticsearch.", "org.mongodb.", "org.redisson.", "org.graalvm.",
    "org.thymeleaf.", "org.antlr.", "org.objectweb.", "org.json.",
    "com.google.", "com.fasterxml.", "com.zaxxer.", "com.mysql.", "com.mongodb.",
    "com.oracle.", "com.ibm.", "com.microsoft.", "com.amazonaws.", "com.netflix.",
    "com.squareup.", "com.github.benmanes.", "com.datastax.", "com.hazelcast.",
    "com.lmax.", "com.alibaba.", "com.codahale.", "com.ctc.", "com.typesafe.",
    "ch.qos.", "io.netty.", "io.grpc.", "io.undertow.", "io.vertx.",
    "io.quarkus.", "io.micronaut.", "io.micrometer.", "io.opentelemetry.",
    "io.opentracing.", "io.prometheus.", "io.reactivex.", "io.lettuce.",
    "io.r2dbc.", "io.jaegertracing.", "io.smallrye.", "io.pyroscope.",
    "io.quarkiverse.", "io.helidon.", "io.projectreactor.", "reactor.",
    "redis.clients.", "software.amazon.", "okhttp3.", "okio.", "retrofit2.",
    "rx.", "net.bytebuddy.", "net.sf.cglib.", "net.jpountz.", "zipkin2.", "brave.",
    "one.profiler.", "datadog.", "co.elastic.",
    /* Go */
    "runtime.", "runtime/", "net.", "net/", "fmt.", "os.", "os/", "io.", "io/",
    "sync.", "sync/", "time.", "bytes.", "strings.", "strconv.", "sort.", "slices.",
    "maps.", "math.", "math/", "reflect.", "regexp.", "regexp/", "encoding/",
    "encoding.", "crypto.", "crypto/", "compress/", "container/", "context.", "database/",
    "errors.", "bufio.", "hash/", "hash.", "html/", "html.", "image/", "image.",
    "internal/", "log.", "log/", "mime.", "mime/", "path.", "path/", "syscall.",
    "testing.", "testing/", "text/", "unicode.", "unicode/", "unique.", "iter.",
    "go/", "debug/", "embed.", "expvar.", "flag.", "plugin.", "vendor/golang.org/",
    "golang.org/", "google.golang.org/", "go.opentelemetry.io/", "go.uber.org/",
    "go.etcd.io/", "k8s.io/", "sigs.k8s.io/", "gopkg.in/", "cloud.google.com/",
    "github.com/prometheus/", "github.com/grafana/", "github.com/golang/",
    "github.com/gorilla/", "github.com/gin-gonic/", "github.com/klauspost/",
    "github.com/spf13/", "github.com/stretchr/", "github.com/jackc/",
    "github.com/go-sql-driver/", "github.com/lib/pq", "github.com/redis/",
    "github.com/aws/", "github.com/google/", "github.com/hashicorp/",
    "github.com/labstack/", "github.com/valyala/", "github.com/DataDog/",
    /* C++ and Rust */
    "std::", "core::", "alloc::", "boost::", "__gnu_cxx::", "__cxxabiv1::", "absl::",
    "folly::", "google::protobuf::", "grpc::", "fmt::", "tbb::", "Eigen::",
    "tokio::", "hyper::", "serde::", "serde_json::", "tracing::", "futures::",
    "futures_util::", "rayon::", "rayon_core::", "crossbeam", "parking_lot",
    "hashbrown::", "regex::", "regex_automata::", "reqwest::", "axum::", "tower::",
    "rustls::", "ring::", "h2::", "bytes::", "mio::", "v8::", "node::", "llvm::",
    "JVM_", "JavaThread::", "JavaCalls::", "Unsafe_", "SharedRuntime::",
    "CompileBroker::", "C2Compiler::", "PhaseIdealLoop::", "G1", "ObjectMonitor::",
    /* .NET, Python, Ruby, Node, PHP */
    "System.", "Microsoft.", "mscorlib", "asyncio.", "threading.", "concurrent.futures.",
    "urllib3.", "requests.", "django.", "flask.", "sqlalchemy.", "numpy.", "pandas.",
    "werkzeug.", "gunicorn.", "uvicorn.", "starlette.", "fastapi.", "importlib.",
    "ActiveRecord::", "ActiveSupport::", "ActionController::", "ActionDispatch::",
    "Rack::", "Puma::", "node:", "internal/", "Symfony\\", "Illuminate\\", "Doctrine\\",
};

/* Beginnings of names of functions of C. */
static const char *const functions[] = {
    "__libc_", "__GI_", "_IO_", "__pthread_", "pthread_", "__nss_", "_nss_", "nss_",
    "__x64_sys_", "__arm64_sys_", "__do_sys_", "__se_sys_", "do_syscall", "entry_SYSCALL",
    "entry_", "ret_from_fork", "el0", "el1", "asm_", "sysvec_", "do_sys", "ksys_",
    "vfs_", "tcp_", "__tcp_", "udp_", "inet_", "ip_", "__ip_", "ipv6_", "sock_", "__sock_",
    "skb_", "__skb_", "net_rx", "__netif_", "netif_", "napi_", "dev_", "__dev_", "nf_",
    "ext4_", "__ext4_", "xfs_", "btrfs_", "jbd2_", "blk_", "__blk_", "bio_", "nvme_",
    "futex_", "do_futex", "schedule", "__schedule", "finish_task_switch", "ep_", "do_epoll",
    "page_", "__page_", "alloc_pages", "__alloc_pages", "kmem_", "__kmem_", "kmalloc",
    "__kmalloc", "kfree", "slab_", "__slab_", "rcu_", "__rcu_", "_raw_spin", "__raw_spin",
    "mutex_", "__mutex_", "rwsem_", "down_", "up_", "wake_", "__wake_", "try_to_wake",
    "hrtimer_", "__hrtimer_", "tick_", "perf_", "__perf_", "bpf_", "__bpf_", "trace_",
    "copy_user", "copy_from_user", "copy_to_user", "_copy_", "clear_page", "get_page_",
    "handle_mm_fault", "__handle_mm_fault", "do_anonymous_page", "exc_page_fault",
    "do_user_addr_fault", "native_", "x86_", "intel_", "cpu", "arch_", "default_idle",
    "acpi_", "start_secondary", "secondary_startup", "pin_user_pages", "unpin_user_page",
    "pin_user_", "unpin_user_", "internal_get_user_pages", "i915_", "match_token",
    "getpw", "fgetpwent", "putpwent", "passwd2des", "keyctl_", "key_", "__key_", "security_",
    "selinux_", "apparmor_", "cap_", "audit_", "crypto_", "SSL_", "ssl_", "tls_", "EVP_", "PEM_",
    "d2i_", "i2d_", "RSA_", "EC_", "BIO_", "X509_", "CRYPTO_", "OPENSSL_", "ossl_", "gnutls_",
    "malloc", "free", "calloc", "realloc", "_int_malloc", "_int_free", "cfree", "je_",
    "tc_", "mem", "__mem", "str", "__str", "_start", "start_thread", "clone", "__clone",
    "epoll_", "poll", "__poll", "select", "read", "__read", "write", "__write", "recv",
    "__recv", "send", "__send", "open", "__open", "close", "__close", "nanosleep",
    "clock_", "__clock_", "gettimeofday", "usleep", "accept", "__accept", "connect",
    "__vdso_", "__kernel_", "dl_", "_dl_", "ld_", "inflate", "deflate", "crc32", "ZSTD_", "LZ4_",
    "PyEval_", "_PyEval_", "PyObject_", "_PyObject_", "_Py", "Py", "rb_", "zend_", "php_", "uv_",
    "sqlite3", "PQ", "mysql_", "curl_", "Curl_", "xml", "gc_", "GC_", "JNI_", "Java_java_",
};

static const char *const words[] = {
    "access", "all", "amd64", "anonymous", "arm64", "array", "async", "await",
    "bool", "boolean", "bridge", "byte", "call", "char", "class", "clinit", "clone", "closure", "cls", "collapsed",
    "connect", "const", "cpuprofile", "csv", "delete", "dll", "double", "error",
    "float", "fn", "folded", "for", "func", "function", "get", "go", "gz", "head", "html",
    "idle", "impl", "init", "int", "java", "jfr", "js", "json", "jsonl", "lambda",
    "lib", "log", "long", "main", "md", "metrics", "mjs", "module", "native", "new",
    "null", "object", "op", "options", "other", "otlp", "patch", "pb", "post",
    "pprof", "profile", "profiles", "program", "prom", "proxy", "put", "py",
    "root", "rs", "run", "self", "short", "so", "static", "string", "super", "svg",
    "test", "this", "total", "trace", "traces", "true", "txt", "type",
    "unknown", "unsigned", "usr", "value", "var", "void", "zst",
};

/* Names of the JDK that stand alone in recordings, and have sensitive words. */
static const char *const jdk_names[] = {
    "tryToAcquireReentrancyToken", "releaseReentrancyToken",
    "PrivateKeyUsageExtension", "PinAllInstructions", "SecretKeySpec", "SecretKey",
    "PasswordCallback", "PasswordProtection", "PrivateKey", "PrivateKeyInfo",
    "getPassword", "getSecret", "getToken", "setToken", "CredentialsProvider",
    "AccessControlContext", "CallerSensitive", "getPrivateKey", "pinVirtualThread",
    "VirtualThreadPinned", "getTokenName", "tokenType", "tokenPos", "PBEWithMD5",
    "SecretMap", "isPinned", "pinned", "TokenType", "HeaderToken",
};

/* Values of users and hosts that are no one's. */
static const char *const values[] = {
    "admin", "administrator", "alpine", "amd64", "android", "anonymous", "app",
    "application", "arm64", "aws", "azure", "build", "builder", "cache",
    "centos", "changeit", "changeme", "circleci", "client", "cluster",
    "collector", "container", "daemon", "database", "debian", "default", "demo",
    "dev", "development", "docker", "empty", "example", "false", "fedora",
    "frontend", "gateway", "github", "gitlab", "google", "gradle", "guest",
    "home", "host", "http", "https", "internal", "java", "javaapp", "jenkins",
    "jetty", "kafka", "kernel", "kubernetes", "linux", "local", "localdomain",
    "localhost", "main", "maven", "memcached", "mongo", "mongodb", "mysql",
    "n/a", "name", "netty", "nginx", "nobody", "node", "none", "null",
    "opentelemetry", "oracle", "password", "postgres", "postgresql", "private",
    "prod", "production", "prometheus", "proxy", "public", "python", "rabbitmq",
    "redis", "remote", "root", "ruby", "runner", "secret", "server", "service",
    "spring", "staging", "svc", "system", "target", "test", "tester", "testing",
    "tomcat", "true", "ubuntu", "undefined", "unknown", "user", "username",
    "vagrant", "web", "windows", "worker", "www-data",
};

/* Segments that begin keys of conventions. */
static const char *const keys[] = {
    "android", "aws", "azure", "browser", "client", "cloud", "code",
    "container", "cpu", "db", "deployment", "device", "disk", "dns", "enduser",
    "env", "error", "event", "exception", "faas", "feature", "file", "gc",
    "gcp", "gen", "go", "graphql", "heroku", "host", "http", "instance",
    "internal", "ios", "job", "jvm", "k8s", "kind", "le", "level", "log",
    "memory", "message", "messaging", "method", "net", "network", "nodejs",
    "oci", "opentracing", "operation", "os", "otel", "otlp", "peer", "pid",
    "pool", "pprof", "process", "quantile", "region", "rpc", "sampler",
    "server", "service", "session", "signalr", "source", "span", "sql", "state",
    "status", "system", "telemetry", "thread", "tid", "tls", "trace", "url",
    "user", "vcs", "webengine",
};
/* clang-format on */

static bool has_prefix(corr_str name, const char *const *prefix, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (prefix[i][0] == (name.n ? name.p[0] : '\0') &&
            corr_str_starts(name, prefix[i]))
            return true;
    return false;
}

/* "java.*", "java." and "java" keep the same names. */
static bool is_kept(corr_str name, const char *prefix)
{
    size_t n = strlen(prefix);

    while (n && strchr(".*/:", prefix[n - 1]))
        n--;
    return n && name.n >= n && memcmp(name.p, prefix, n) == 0 &&
           (name.n == n || !word_has(name.p[n]));
}

/* Paths of sources and modules, as in "java.base/java.lang" and "/usr/lib/". */
static bool public_path(corr_str name)
{
    static const char *const paths[] = { "java.base/",
                                         "java.",
                                         "jdk.",
                                         "/usr/lib",
                                         "/lib/",
                                         "/lib64/",
                                         "/usr/local/go/src/",
                                         "/usr/include/",
                                         "/rustc/",
                                         "[kernel",
                                         "[vdso]",
                                         "[unknown]",
                                         "node:internal/" };

    return has_prefix(name, paths, countof(paths));
}

bool public_name(corr_str name, const public_keep *keep)
{
    for (size_t i = 0; keep && i < keep->n; i++)
        if (is_kept(name, keep->item[i]))
            return true;
    while (name.n && strchr("(*&<L[", name.p[0]) && name.p[0])
        name = corr_str_from(name, 1);
    return has_prefix(name, packages, countof(packages)) || public_path(name);
}

bool public_function(corr_str name)
{
    for (size_t i = 0; i < countof(jdk_names); i++)
        if (corr_str_is(name, jdk_names[i]))
            return true;
    for (size_t i = 0; i < name.n; i++)
        if (!word_has(name.p[i]) && name.p[i] != '_' && name.p[i] != '@' &&
            name.p[i] != '.')
            return false;
    return has_prefix(name, functions, countof(functions));
}

bool public_word(corr_str word)
{
    return word_is_one(word, words, countof(words));
}

bool public_value(corr_str value)
{
    return word_is_one(value, values, countof(values)) || public_word(value);
}

bool public_key(corr_str key)
{
    corr_str rest = key, word;

    if (key.n && key.p[0] == '_')
        return true;
    return word_next(&rest, &word) &&
           (word_is_one(word, keys, countof(keys)) || public_word(word));
}

bool public_home(corr_str name)
{
    return public_value(name);
}
