// shop is the service of scripts/compare/live: it serves its profiles and
// metrics, burns CPU when it is told to, and keeps what is posted to /hook.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"strconv"
	"syscall"
	"time"
)

//go:noinline
func fraudScore(n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += i * i % 7
	}
	return sum
}

func burn(until time.Time) {
	for time.Now().Before(until) {
		fraudScore(100000)
	}
}

func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// usage: shop FILE, which gets the bodies posted to /hook, one a line.
// Prints its port.
func main() {
	http.HandleFunc("/metrics", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "# TYPE process_cpu_seconds_total counter\n"+
			"process_cpu_seconds_total %g\n", cpuSeconds())
	})
	http.HandleFunc("/spike", func(w http.ResponseWriter, r *http.Request) {
		seconds, _ := strconv.Atoi(r.FormValue("seconds"))
		go burn(time.Now().Add(time.Duration(min(seconds, 60)) * time.Second))
	})
	http.HandleFunc("/hook", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if f, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			f.Write(append(body, '\n'))
			f.Close()
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil || len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "shop FILE:", err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	time.AfterFunc(2*time.Minute, func() { os.Exit(0) })
	http.Serve(listener, nil)
}
