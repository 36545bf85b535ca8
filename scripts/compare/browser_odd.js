// compare/browser_odd.js DIRECTORY - files in which each name that a page may show
// is markup.  Used by compare/browser.
"use strict";
const fs = require("fs");
const path = require("path");

const dir = process.argv[2];
const odd = function (name) {
  return "</script></title></style><img src=x onerror=\"document.title=1\">" + name + "\"'&amp;`";
};
const write = function (name, text) {
  fs.writeFileSync(path.join(dir, name), typeof text === "string" ? text : JSON.stringify(text));
};
const begin = 1795281700;
const ns = function (seconds) { return String(BigInt(Math.round(seconds * 1e6)) * 1000n); };
const hex = function (n, digits) { return n.toString(16).padStart(digits, "0"); };
const attributes = function (k) {
  return [odd("key" + k), "thread.name", "http.route"].map(function (key) {
    return { key: key, value: { stringValue: odd("value" + k) } };
  });
};

const spans = [];
for (let i = 0; i < 60; i++) {
  const at = begin + i, trace = hex(0xabc000 + i, 32), root = hex(4 * i + 1, 16);
  spans.push({ traceId: trace, spanId: root, name: odd("operation"), kind: 2,
    startTimeUnixNano: ns(at), endTimeUnixNano: ns(at + 0.3 + i / 100), attributes: attributes(1),
    status: { code: 2, message: odd("failed") },
    events: [{ timeUnixNano: ns(at + 0.1), name: odd("event"), attributes: attributes(2) }] });
  for (let k = 0; k < 12; k++) {
    spans.push({ traceId: trace, spanId: hex(0x10000 + 16 * i + k, 16), parentSpanId: root,
      name: odd("SELECT"), kind: 3, startTimeUnixNano: ns(at + 0.01 + k / 50),
      endTimeUnixNano: ns(at + 0.025 + k / 50), attributes: attributes(3) });
  }
}
write("t<img src=x>.json", { resourceSpans: [{
  resource: { attributes: ["service.name", "service.version", "host.name"].map(function (key) {
    return { key: key, value: { stringValue: odd(key) } };
  }) },
  scopeSpans: [{ scope: { name: odd("scope") }, spans: spans }] }] });

const stacks = [];
for (let i = 0; i < 40; i++) stacks.push([odd("main"), odd("step" + i % 5), odd("leaf" + i)].join(";") + " " + (10 + i));
write("p<img src=x>.folded", stacks.join("\n") + "\n");

const values = [];
for (let i = 0; i < 60; i++) values.push([begin + i, String(i < 30 ? 1 : 5)]);
write("m<img src=x>.json", { status: "success", data: { resultType: "matrix",
  result: [{ metric: { __name__: "cpu", job: odd("job"), instance: odd("instance") }, values: values }] } });

write("a<img src=x>.json", { version: "4", status: "firing", receiver: odd("receiver"), alerts: [{
  status: "firing", labels: { alertname: odd("Alert"), severity: odd("page"), service: odd("service.name") },
  annotations: { summary: odd("summary") }, startsAt: new Date(1000 * (begin + 30)).toISOString(),
  endsAt: "0001-01-01T00:00:00Z", generatorURL: "http://host/" + odd("graph") }] });
