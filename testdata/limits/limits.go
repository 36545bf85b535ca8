// limits - a real service with three limits that its traces do not name.
//
//	go run limits.go >limits.otlp.jsonl
//
// It answers requests for about seven seconds.  Each request makes one query,
// through database/sql with SetMaxOpenConns(4), and gets one price by HTTP, with
// a client whose Timeout is 500 ms.  A price that fails is asked for again after
// time.Sleep(100 ms), at most twice.  Every ninth price hangs for 2 s, and every
// fifth is refused at once.  Nothing is simulated but the work: the driver and
// the server of prices sleep.  Spans are written by hand, as OTLP in JSON lines.
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"math/rand"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const requests = 420

type attribute struct {
	Key   string            `json:"key"`
	Value map[string]string `json:"value"`
}

type span struct {
	TraceID    string         `json:"traceId"`
	SpanID     string         `json:"spanId"`
	ParentID   string         `json:"parentSpanId,omitempty"`
	Name       string         `json:"name"`
	Kind       int            `json:"kind"`
	Start      string         `json:"startTimeUnixNano"`
	End        string         `json:"endTimeUnixNano"`
	Attributes []attribute    `json:"attributes,omitempty"`
	Status     map[string]int `json:"status,omitempty"`
}

var (
	mu    sync.Mutex
	all   []span
	ids   atomic.Uint64
	price atomic.Int64
)

func id(n uint64) string { return fmt.Sprintf("%016x", n*0x9e3779b97f4a7c15) }

func attrs(pairs ...string) (list []attribute) {
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, attribute{pairs[i], map[string]string{"stringValue": pairs[i+1]}})
	}
	return
}

func start(parent *span, name string, kind int, list []attribute) *span {
	s := &span{SpanID: id(ids.Add(1)), Name: name, Kind: kind, Attributes: list}
	s.TraceID = s.SpanID + s.SpanID
	if parent != nil {
		s.TraceID, s.ParentID = parent.TraceID, parent.SpanID
	}
	s.Start = fmt.Sprint(time.Now().UnixNano())
	return s
}

func (s *span) end(err error) {
	s.End = fmt.Sprint(time.Now().UnixNano())
	if err != nil {
		s.Status = map[string]int{"code": 2}
	}
	mu.Lock()
	all = append(all, *s)
	mu.Unlock()
}

// ---- a database that takes 20 to 60 ms ------------------------------------------

type parentKey struct{}
type fake struct{}
type conn struct{}
type rows struct{}

func (fake) Open(string) (driver.Conn, error)    { return conn{}, nil }
func (conn) Prepare(string) (driver.Stmt, error) { return nil, driver.ErrSkip }
func (conn) Close() error                        { return nil }
func (conn) Begin() (driver.Tx, error)           { return nil, driver.ErrSkip }
func (rows) Columns() []string                   { return []string{"n"} }
func (rows) Close() error                        { return nil }
func (rows) Next([]driver.Value) error           { return fmt.Errorf("no rows") }
func (conn) QueryContext(ctx context.Context, q string, _ []driver.NamedValue) (driver.Rows, error) {
	parent, _ := ctx.Value(parentKey{}).(*span)
	s := start(parent, "SELECT items", 3, attrs("db.system", "postgresql", "server.address", "db", "db.query.text", q))
	time.Sleep(time.Duration(20+rand.Intn(40)) * time.Millisecond)
	s.end(nil)
	return rows{}, nil
}

// ---- prices -------------------------------------------------------------------------

func answer(w http.ResponseWriter, r *http.Request) {
	switch n := price.Add(1); {
	case n%9 == 0:
		select {
		case <-r.Context().Done():
		case <-time.After(2 * time.Second):
		}
	case n%5 == 0:
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		time.Sleep(time.Duration(5+rand.Intn(60)) * time.Millisecond)
	}
}

func getPrice(client *http.Client, address string, parent *span) error {
	s := start(parent, "GET /price", 3, attrs("http.request.method", "GET", "server.address", "price"))
	res, err := client.Get("http://" + address + "/price")
	if err == nil {
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s", res.Status)
		}
	}
	s.end(err)
	return err
}

// ---- requests -------------------------------------------------------------------------

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go http.Serve(listener, http.HandlerFunc(answer))
	client := &http.Client{Timeout: 500 * time.Millisecond}
	sql.Register("fake", fake{})
	db, _ := sql.Open("fake", "")
	db.SetMaxOpenConns(4)

	var wait sync.WaitGroup
	for i := 0; i < requests; i++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			root := start(nil, "GET /cart", 2, attrs("http.route", "/cart"))
			ctx := context.WithValue(context.Background(), parentKey{}, root)
			if r, err := db.QueryContext(ctx, "SELECT * FROM items WHERE cart = $1"); err == nil {
				r.Close()
			}
			err := getPrice(client, listener.Addr().String(), root)
			for again := 0; err != nil && again < 2; again++ {
				time.Sleep(100 * time.Millisecond)
				err = getPrice(client, listener.Addr().String(), root)
			}
			root.end(err)
		}()
		// busy and quiet seconds: the pool is full in some of them only
		pause := 4 + rand.Intn(8)
		if i/60%2 == 1 {
			pause *= 4
		}
		time.Sleep(time.Duration(pause) * time.Millisecond)
	}
	wait.Wait()

	out := json.NewEncoder(os.Stdout)
	resource := map[string]any{"attributes": attrs("service.name", "cart", "host.name", "h1", "service.instance.id", "cart-1")}
	for from := 0; from < len(all); from += 100 {
		to := min(from+100, len(all))
		out.Encode(map[string]any{"resourceSpans": []any{map[string]any{
			"resource":   resource,
			"scopeSpans": []any{map[string]any{"spans": all[from:to]}},
		}}})
	}
}
