// counts - writes what Go counts from the start of its process: counts OUT
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

var kept [][]byte

//go:noinline
func render(n int) int {
	var b bytes.Buffer
	for i := 0; i < n; i++ {
		fmt.Fprintf(&b, "<li>%d</li>", i)
	}
	return b.Len()
}

//go:noinline
func warm(n int) { kept = append(kept, make([]byte, n)) }

//go:noinline
func keep(n int) { kept = append(kept, make([]byte, n)) }

//go:noinline
func update(mu *sync.Mutex, hold time.Duration) {
	mu.Lock()
	time.Sleep(hold)
	mu.Unlock()
}

func contend(times int, hold time.Duration) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := 0; i < times; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); update(&mu, hold) }()
	}
	wg.Wait()
}

func save(dir, kind string, n int) {
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s.%d.pb.gz", kind, n)))
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if err := pprof.Lookup(kind).WriteTo(f, 0); err != nil {
		panic(err)
	}
}

func main() {
	runtime.MemProfileRate = 1024
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	warm(1 << 20)
	for round := 1; round <= 3; round++ {
		contend(4*round, 5*time.Millisecond)
		render(2000 * round)
		keep(100000 * round)
		runtime.GC()
		runtime.GC()
		for _, kind := range []string{"heap", "allocs", "block", "mutex"} {
			save(os.Args[1], kind, round)
		}
		time.Sleep(10 * time.Second)
	}
}
