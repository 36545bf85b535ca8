// The shop of testdata/insight: a gateway and a shop in one process, with a
// pool of connections, a function that is quadratic in the items of a cart, and
// a caller that gives up.  Usage: shop POOL SECONDS TRACES CPUPROFILE
package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"time"
)

type attr struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

type span struct {
	TraceID string `json:"traceId"`
	SpanID  string `json:"spanId"`
	Parent  string `json:"parentSpanId,omitempty"`
	Name    string `json:"name"`
	Kind    int    `json:"kind"`
	Start   string `json:"startTimeUnixNano"`
	End     string `json:"endTimeUnixNano"`
	Attrs   []attr `json:"attributes,omitempty"`
	Status  struct {
		Code int `json:"code,omitempty"`
	} `json:"status"`
}

var (
	mu    sync.Mutex
	spans = map[string][]*span{}
)

func id(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

func text(k, v string) attr { return attr{k, map[string]any{"stringValue": v}} }
func number(k string, v int) attr {
	return attr{k, map[string]any{"intValue": strconv.Itoa(v)}}
}

func begin(up *span, name string, kind int, attrs ...attr) *span {
	s := &span{SpanID: id(8), Name: name, Kind: kind, Attrs: attrs,
		Start: strconv.FormatInt(time.Now().UnixNano(), 10)}
	if up == nil {
		s.TraceID = id(16)
	} else {
		s.TraceID, s.Parent = up.TraceID, up.SpanID
	}
	return s
}

func end(service string, s *span, failed bool) {
	s.End = strconv.FormatInt(time.Now().UnixNano(), 10)
	if failed {
		s.Status.Code = 2
	}
	mu.Lock()
	spans[service] = append(spans[service], s)
	mu.Unlock()
}

// ---- a database that is far away

type spanKey struct{}
type drv struct{}
type conn struct{}
type rows struct{}

func (drv) Open(string) (driver.Conn, error)          { return conn{}, nil }
func (conn) Prepare(string) (driver.Stmt, error)      { return nil, driver.ErrSkip }
func (conn) Close() error                             { return nil }
func (conn) Begin() (driver.Tx, error)                { return nil, driver.ErrSkip }
func (rows) Columns() []string                        { return []string{"id"} }
func (rows) Close() error                             { return nil }
func (rows) Next([]driver.Value) error                { return io.EOF }
func (conn) QueryContext(ctx context.Context, q string, _ []driver.NamedValue) (driver.Rows, error) {
	s := begin(ctx.Value(spanKey{}).(*span), "SELECT items", 3, text("db.system", "fake"),
		text("server.address", "db"), text("db.statement", q))
	time.Sleep(time.Duration(10+rand.Intn(25)) * time.Millisecond)
	end("shop", s, false)
	return rows{}, nil
}

// ---- work

var sink uint64

//go:noinline
func work(units int) {
	x := uint64(units) | 1
	for i := 0; i < units*400; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink += x
}

//go:noinline
func readBody() { work(300) }

//go:noinline
func priceItems(n int) {
	for i := 0; i < n; i++ {
		work(12)
	}
}

//go:noinline
func findDuplicates(n int) {
	for i := 0; i < n; i++ {
		for k := 0; k < n; k++ {
			same(i, k)
		}
	}
}

//go:noinline
func same(i, k int) bool { work(1); return i == k }

func cart(db *sql.DB, caller *span, items int) {
	s := begin(caller, "POST /cart", 2, number("cart.items", items),
		number("user.age", 18+rand.Intn(70)), number("http.request.body.size", 400+60*items+rand.Intn(4000)))
	defer end("shop", s, false)
	pprof.Do(context.WithValue(context.Background(), spanKey{}, s),
		pprof.Labels("trace_id", s.TraceID, "span_id", s.SpanID), func(ctx context.Context) {
			readBody()
			if r, err := db.QueryContext(ctx, "select id from items where cart = ?"); err == nil {
				r.Close()
			}
			priceItems(items)
			findDuplicates(items)
		})
}

func main() {
	pool, _ := strconv.Atoi(os.Args[1])
	seconds, _ := strconv.Atoi(os.Args[2])
	sql.Register("far", drv{})
	db, _ := sql.Open("far", "")
	db.SetMaxOpenConns(pool)
	db.SetMaxIdleConns(100)
	runtime.SetCPUProfileRate(250)
	f, err := os.Create(os.Args[4])
	if err != nil {
		panic(err)
	}
	pprof.StartCPUProfile(f)
	var wg sync.WaitGroup
	stop := time.Now().Add(time.Duration(seconds) * time.Second)
	for time.Now().Before(stop) {
		rate := 60.0 // calls a second; a burst in each second third
		if time.Now().UnixMilli()%3000 > 2000 {
			rate = 480
		}
		time.Sleep(time.Duration(rand.ExpFloat64() * float64(time.Second) / rate))
		wg.Add(1)
		go func() {
			defer wg.Done()
			items := int(math.Exp(math.Log(3) + rand.Float64()*math.Log(40)))
			c := begin(nil, "POST", 3, text("server.address", "shop"))
			done := make(chan bool, 1)
			go func() { cart(db, c, items); done <- true }()
			select {
			case <-done:
				end("gateway", c, false)
			case <-time.After(400 * time.Millisecond):
				end("gateway", c, true)
				<-done
			}
		}()
	}
	wg.Wait()
	pprof.StopCPUProfile()
	f.Close()
	out, err := os.Create(os.Args[3])
	if err != nil {
		panic(err)
	}
	for _, service := range []string{"gateway", "shop"} {
		json.NewEncoder(out).Encode(map[string]any{"resourceSpans": []any{map[string]any{
			"resource": map[string]any{"attributes": []attr{text("service.name", service),
				text("host.name", "lab"), number("process.pid", map[string]int{"gateway": 7, "shop": 8}[service])}},
			"scopeSpans": []any{map[string]any{"scope": map[string]any{"name": "shop"}, "spans": spans[service]}}}}})
	}
	out.Close()
	fmt.Println(len(spans["shop"]), sink&1)
}
