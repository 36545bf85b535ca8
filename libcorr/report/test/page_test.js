// page_test - the trees of page.js, without a browser: node --test.
"use strict";
const test = require("node:test");
const assert = require("node:assert");
const page = require("../html/page.js");

// main calls a (which calls itself and c) and b; c is under both.
function rows() {
  return page.link([
    { name: "all", level: 1, total: 100 },
    { name: "a", level: 2, total: 60 },
    { name: "a", level: 3, total: 20 },
    { name: "c", level: 4, total: 5 },
    { name: "c", level: 3, total: 30 },
    { name: "b", level: 2, total: 30 },
    { name: "c", level: 3, total: 30 }]);
}

test("rows get their parents and their ends", function () {
  assert.deepStrictEqual(rows().map(function (r) { return [r.parent, r.end]; }),
    [[-1, 7], [0, 5], [1, 4], [2, 4], [1, 5], [0, 7], [5, 7]]);
});

test("boxes stand one after the other inside the one above", function () {
  assert.deepStrictEqual(page.layout(rows()).map(function (r) { return [r.x, r.value]; }),
    [[0, 100], [0, 60], [0, 20], [0, 5], [20, 30], [60, 30], [60, 30]]);
});

test("what is hidden is taken from everything above it, once", function () {
  const r = page.layout(rows(), new Set(["c"]));
  assert.deepStrictEqual(r.map(function (x) { return x.value; }), [35, 25, 15, 0, 0, 0, 0]);
  const both = page.layout(rows(), new Set(["a", "c"]));
  assert.deepStrictEqual(both.map(function (x) { return x.value; }), [10, 0, 0, 0, 0, 0, 0]);
  assert.strictEqual(page.layout(r).map(function (x) { return x.value; })[0], 100);
});

test("a search counts recursion once", function () {
  const m = page.matched(page.layout(rows()), page.tester("A"));
  assert.deepStrictEqual(m, { sum: 100, hits: [0, 1, 2] });
  assert.strictEqual(page.matched(rows(), page.tester("^a$")).sum, 60);
  assert.strictEqual(page.matched(rows(), page.tester("^[bc]$")).sum, 65);
});

test("a search of no regular expression is one of text", function () {
  const r = page.link([{ name: "f(", level: 1, total: 1 }, { name: "*", level: 2, total: 1 }]);
  assert.deepStrictEqual(page.matched(r, page.tester("f(")).hits, [0]);
  assert.deepStrictEqual(page.matched(r, page.tester("*")).hits, [1]);
});

test("callers and callees of a function have all of its time", function () {
  const s = page.sandwich(page.layout(rows()), "c");
  assert.strictEqual(s.up.total, 65);
  assert.strictEqual(s.down.total, 65);
  assert.deepStrictEqual(page.flatten(s.up, 1, []).map(function (r) { return [r.level, r.name, r.total]; }),
    [[1, "c", 65], [2, "a", 35], [3, "a", 5], [2, "b", 30]]);
  const a = page.sandwich(page.layout(rows()), "a");
  assert.strictEqual(a.down.total, 60);
  assert.deepStrictEqual(page.flatten(a.down, 1, []).map(function (r) { return [r.level, r.name, r.total]; }),
    [[1, "a", 60], [2, "c", 30], [2, "a", 20], [3, "c", 5]]);
});

test("numbers of a table are in the order of what they mean", function () {
  const list = ["2 ms", "1.5 s", "900 us", "12 ns", "1,204 ms"];
  assert.deepStrictEqual(list.sort(page.compare), ["12 ns", "900 us", "2 ms", "1,204 ms", "1.5 s"]);
  assert.deepStrictEqual(["1.2 GB", "3 MB", "80 kB"].sort(page.compare), ["80 kB", "3 MB", "1.2 GB"]);
  assert.deepStrictEqual(["+3.1%", "-2%", "~4%", ""].sort(page.compare), ["", "-2%", "+3.1%", "~4%"]);
  assert.deepStrictEqual(["b", "a", "3"].sort(page.compare), ["a", "b", "3"]);
});
