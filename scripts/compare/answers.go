// answers is the server of scripts/compare/fetch: it holds the bodies of a
// folder in memory and sends them as fast as it can, so that the client is what
// a measurement shows.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// usage: answers DIR N [CERT KEY]: N answers at /0, /1, ...; with a
// certificate by TLS, as HTTP/2 or HTTP/1.1.  Prints its port.
func main() {
	count, err := strconv.Atoi(os.Args[2])
	bodies := read(os.Args[1])
	if err != nil || len(bodies) == 0 {
		fail(fmt.Errorf("%s has no NAME.response.body", os.Args[1]))
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	fail(err)
	fmt.Println(l.Addr().(*net.TCPAddr).Port)
	if len(os.Args) > 4 {
		fail(http.ServeTLS(l, sender(bodies), os.Args[3], os.Args[4]))
	}
	whole := make([][]byte, count)
	for i := range whole {
		b := bodies[i%len(bodies)]
		whole[i] = append([]byte(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: "+
			"application/octet-stream\r\nContent-Length: %d\r\n\r\n", len(b))), b...)
	}
	for {
		c, err := l.Accept()
		fail(err)
		go serve(c, whole)
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		os.Exit(1)
	}
}

// read returns the bodies below a folder, in the order of their names.
func read(dir string) (bodies [][]byte) {
	var names []string
	filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && strings.Contains(name, ".response.body") {
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	for _, name := range names {
		f, err := os.Open(name)
		fail(err)
		var in io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			in, err = gzip.NewReader(f)
			fail(err)
		}
		b, err := io.ReadAll(in)
		fail(err)
		f.Close()
		bodies = append(bodies, b)
	}
	return bodies
}

// serve answers the requests of one connection.
func serve(c net.Conn, whole [][]byte) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		words := bytes.Fields(line)
		n := -1
		if len(words) > 1 {
			n, _ = strconv.Atoi(string(words[1][1:]))
		}
		for len(bytes.TrimSpace(line)) > 0 {
			if line, err = in.ReadSlice('\n'); err != nil {
				return
			}
		}
		if n < 0 || n >= len(whole) {
			return
		}
		if _, err = c.Write(whole[n]); err != nil {
			return
		}
	}
}

// sender answers by net/http, compressed for those who ask for it.
func sender(bodies [][]byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil || n < 0 {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		b := bodies[n%len(bodies)]
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			pack := gzip.NewWriter(w)
			pack.Write(b)
			pack.Close()
			return
		}
		w.Write(b)
	}
}
