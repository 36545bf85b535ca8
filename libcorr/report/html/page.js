// page - what a script adds to a page that is whole without it: zoom, search,
// invert, callers and callees of one function, hiding, keys, sorted tables.
// It reads the rows of the page and keeps nothing anywhere else.
"use strict";
(function (root) {
  // ---- trees: no document needed

  // Rows in depth-first order get a parent, and an end: one past the last below.
  function link(rows) {
    const open = [];
    rows.forEach(function (n, i) {
      n.i = i;
      while (open.length && rows[open[open.length - 1]].level >= n.level) {
        rows[open.pop()].end = i;
      }
      n.parent = open.length ? open[open.length - 1] : -1;
      open.push(i);
    });
    while (open.length) rows[open.pop()].end = rows.length;
    return rows;
  }

  // Totals without the frames that `gone` names, and where each box begins.
  function layout(rows, gone) {
    const n = rows.length;
    for (let i = 0; i < n; i++) {
      const r = rows[i];
      const up = r.parent < 0 ? null : rows[r.parent];
      r.hidden = Boolean((up && up.hidden) || (gone && gone.has(r.name)));
      r.value = r.hidden ? 0 : r.total;
    }
    for (let i = n - 1; i > 0; i--) {
      const r = rows[i];
      if (r.hidden && !rows[r.parent].hidden) {
        for (let up = r.parent; up >= 0; up = rows[up].parent) {
          rows[up].value -= r.total;
        }
      }
    }
    const next = [];
    for (let i = 0; i < n; i++) {
      const r = rows[i];
      r.x = i ? next[r.parent] : 0;
      next[i] = r.x;
      if (i) next[r.parent] += r.value;
    }
    return rows;
  }

  // What a test matches; a match below another one is part of it.
  function matched(rows, test) {
    let sum = 0;
    const hits = [];
    for (let i = 0, until = 0; i < rows.length; i++) {
      const r = rows[i];
      if (r.hidden || !test(r)) continue;
      hits.push(i);
      if (i >= until) {
        sum += r.value === undefined ? r.total : r.value;
        until = r.end;
      }
    }
    return { sum: sum, hits: hits };
  }

  function tester(text) {
    const low = text.toLowerCase();
    let regex = null;
    if (/[\\^$.*+?()[\]{}|]/.test(text)) {
      try { regex = new RegExp(text, "i"); } catch (e) { regex = null; }
    }
    return function (r) {
      return r.name.toLowerCase().includes(low) ||
        Boolean(regex && regex.test(r.name));
    };
  }

  // The callees of all calls of a function, and its callers, each as a tree.
  function sandwich(rows, name) {
    const down = { name: name, total: 0, kids: new Map() };
    const up = { name: name, total: 0, kids: new Map() };
    function kid(node, called) {
      let k = node.kids.get(called);
      if (!k) node.kids.set(called, k = { name: called, total: 0, kids: new Map() });
      return k;
    }
    for (let i = 0, until = 0; i < rows.length; i++) {
      const r = rows[i];
      if (r.hidden || r.name !== name || i < until) continue;
      until = r.end;
      down.total += r.value;
      const at = new Map([[i, down]]);
      for (let j = i + 1; j < r.end; j++) {
        if (rows[j].hidden) continue;
        const node = kid(at.get(rows[j].parent), rows[j].name);
        node.total += rows[j].value;
        at.set(j, node);
      }
      up.total += r.value;
      let node = up;
      for (let p = r.parent; p > 0; p = rows[p].parent) {
        node = kid(node, rows[p].name);
        node.total += r.value;
      }
    }
    return { up: up, down: down };
  }

  // A tree of kids as rows, largest first.
  function flatten(node, level, to) {
    to.push({ name: node.name, level: level, total: node.total });
    Array.from(node.kids.values())
      .sort(function (a, b) { return b.total - a.total || (a.name < b.name ? -1 : 1); })
      .forEach(function (k) { flatten(k, level + 1, to); });
    return to;
  }

  // "1.2 ms" as a number, so that a table can be sorted; a word stays.
  function amount(text) {
    const t = text.trim().replace(/,/g, "").replace(/^[~\u00b1\u2264\u2265<>]/, "").replace("\u2212", "-");
    const m = /^([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*([^\s\d]*)/.exec(t);
    if (!m) return null;
    const unit = { ns: 1e-9, us: 1e-6, "\u00b5s": 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600,
      kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, k: 1e3, M: 1e6 };
    return Number(m[1]) * (unit[m[2].replace(/[*\u2020]/g, "")] || 1);
  }

  function compare(a, b) {
    const x = amount(a), y = amount(b);
    if (x !== null && y !== null) return x - y;
    if (x !== null || y !== null) return x !== null ? 1 : -1;
    return a < b ? -1 : a > b ? 1 : 0;
  }

  if (typeof module !== "undefined" && module.exports) {
    module.exports = { link: link, layout: layout, matched: matched,
      tester: tester, sandwich: sandwich, flatten: flatten, amount: amount,
      compare: compare };
    return;
  }

  // ---- the page

  const doc = root.document;
  const flames = [];
  let current = null;

  function el(name, attrs, text) {
    const e = doc.createElement(name);
    Object.keys(attrs || {}).forEach(function (k) { e.setAttribute(k, attrs[k]); });
    if (text !== undefined) e.textContent = text;
    return e;
  }

  function svgEl(name, attrs) {
    const e = doc.createElementNS("http://www.w3.org/2000/svg", name);
    Object.keys(attrs).forEach(function (k) { e.setAttribute(k, attrs[k]); });
    return e;
  }

  function percent(part, whole) {
    return (whole > 0 ? 100 * part / whole : 0).toFixed(1) + "%";
  }

  const keys = [["/", "search"], ["n N", "next and previous match"],
    ["0 or Esc", "whole picture again"], ["i", "turn over"],
    ["Enter", "zoom to the row"], ["s", "callers and callees of the row"],
    ["h", "hide the function of the row"], ["c", "copy its name"],
    ["arrows", "parent, child, sibling"], ["?", "this list"]];

  function Flame(figure) {
    const self = this;
    this.figure = figure;
    this.svg = figure.querySelector("svg.flame");
    this.tree = figure.querySelector(".tree");
    if (!this.svg || !this.tree) return;
    this.boxes = Array.from(this.svg.children).filter(function (e) { return e.tagName === "svg"; });
    this.rows = link(Array.from(this.tree.querySelectorAll("li"), function (li) {
      const row = li.querySelector("summary, .row");
      return { li: li, name: row.querySelector("span").textContent,
        level: Number(li.getAttribute("aria-level")),
        total: Number(li.getAttribute("data-t")), text: row.textContent };
    }));
    if (!this.rows.length || this.boxes.length !== this.rows.length) return;
    this.gone = new Set();
    this.zoomed = 0;
    this.at = 0;
    this.hits = [];
    this.down = true;
    this.deepest = this.rows.reduce(function (m, r) { return Math.max(m, r.level); }, 1);
    this.tools();
    this.roles();
    this.svg.addEventListener("click", function (e) {
      const i = self.boxOf(e.target);
      if (i < 0) return;
      if (e.altKey) self.hide(i); else { self.select(i, false); self.zoom(i); }
    });
    this.tree.addEventListener("focusin", function (e) { current = self; self.at = self.rowOf(e.target); });
    this.draw();
    flames.push(this);
    current = current || this;
  }

  Flame.prototype.boxOf = function (e) {
    while (e && e.parentNode !== this.svg) e = e.parentNode;
    return e ? this.boxes.indexOf(e) : -1;
  };
  Flame.prototype.rowOf = function (e) {
    const li = e.closest("li");
    return Math.max(0, this.rows.findIndex(function (r) { return r.li === li; }));
  };

  Flame.prototype.tools = function () {
    const self = this;
    const bar = el("div", { class: "tools", role: "toolbar", "aria-label": "picture" });
    this.input = el("input", { type: "search", placeholder: "search ( / )", "aria-label": "search functions" });
    this.out = el("output", { "aria-live": "polite" });
    this.input.addEventListener("input", function () { self.search(self.input.value); });
    this.input.addEventListener("focus", function () { current = self; });
    this.input.addEventListener("keydown", function (e) {
      if (e.key === "Enter") { self.step(e.shiftKey ? -1 : 1); e.preventDefault(); }
    });
    bar.append(this.input);
    [["previous", "step", -1], ["next", "step", 1], ["reset", "reset"], ["turn over", "invert"],
      ["callers and callees", "both"], ["hide", "hide"], ["copy name", "copy"], ["?", "help"]]
      .forEach(function (b) {
        const button = el("button", { type: "button" }, b[0]);
        button.addEventListener("click", function () { current = self; self[b[1]](b[2]); });
        bar.append(button);
      });
    bar.append(this.out);
    this.svg.before(bar);
    this.bar = bar;
  };

  Flame.prototype.roles = function () {
    this.rows.forEach(function (r, i) {
      const details = r.li.firstElementChild;
      r.li.setAttribute("tabindex", i ? "-1" : "0");
      if (details.tagName !== "DETAILS") return;
      details.firstElementChild.setAttribute("tabindex", "-1");
      function tell() { r.li.setAttribute("aria-expanded", String(details.open)); }
      details.addEventListener("toggle", tell);
      tell();
      r.details = details;
    });
  };

  // Boxes outside of the zoomed one are away; those above it are whole.
  Flame.prototype.draw = function () {
    const rows = layout(this.rows, this.gone);
    const z = rows[this.zoomed];
    const whole = z.value > 0 ? z.value : 1;
    const width = this.svg.clientWidth || 1000;
    for (let i = 0; i < rows.length; i++) {
      const r = rows[i], box = this.boxes[i];
      const above = i < z.i && r.end > z.i;
      const inside = i >= z.i && i < z.end;
      const share = above ? 1 : inside ? r.value / whole : 0;
      if (!(share > 0)) { box.setAttribute("display", "none"); continue; }
      const x = above ? 0 : (r.x - z.x) / whole;
      box.removeAttribute("display");
      box.setAttribute("x", 100 * x + "%");
      box.setAttribute("width", 100 * share + "%");
      box.setAttribute("y", 17 * (this.down ? r.level - 1 : this.deepest - r.level));
      box.classList.toggle("dim", above);
      if (share * width > 24 && !box.querySelector("text")) {
        const text = svgEl("text", { x: 3, y: 12 });
        text.textContent = r.name;
        box.append(text);
      }
    }
  };

  Flame.prototype.zoom = function (i) { this.zoomed = i; this.draw(); this.say(); };
  Flame.prototype.reset = function () {
    this.gone.clear();
    this.zoomed = 0;
    this.input.value = "";
    this.search("");
    if (this.both_) { this.both_.remove(); this.both_ = null; }
    this.draw();
    this.say();
  };
  Flame.prototype.invert = function () { this.down = !this.down; this.draw(); };
  Flame.prototype.say = function (more) {
    const r = this.rows[this.zoomed];
    const parts = [];
    if (this.zoomed) parts.push(r.name + " " + percent(r.value, this.rows[0].total));
    if (this.gone.size) parts.push(this.gone.size + " hidden, " + percent(this.rows[0].value, this.rows[0].total) + " left");
    if (this.found) parts.push(this.found);
    if (more) parts.push(more);
    this.out.textContent = parts.join("; ");
  };

  Flame.prototype.search = function (text) {
    const self = this;
    const m = text ? matched(this.rows, tester(text)) : { sum: 0, hits: [] };
    this.hits.forEach(function (i) { self.mark(i, "hit", false); });
    this.hits = m.hits;
    this.hits.forEach(function (i) { self.mark(i, "hit", true); });
    this.found = text ? m.hits.length + " matched, " + percent(m.sum, this.rows[0].total) : "";
    this.say();
  };
  Flame.prototype.mark = function (i, name, on) {
    this.boxes[i].classList.toggle(name, on);
    this.rows[i].li.classList.toggle(name, on);
  };
  Flame.prototype.step = function (by) {
    if (!this.hits.length) return;
    const at = this.at;
    const next = by > 0 ? this.hits.find(function (i) { return i > at; })
      : this.hits.filter(function (i) { return i < at; }).pop();
    this.select(next === undefined ? this.hits[by > 0 ? 0 : this.hits.length - 1] : next, true);
  };

  // Shows a row: opens what it is in, and says where it is.
  Flame.prototype.select = function (i, focus) {
    const r = this.rows[i];
    this.boxes[this.at].classList.remove("cur");
    this.rows[this.at].li.setAttribute("tabindex", "-1");
    this.at = i;
    this.boxes[i].classList.add("cur");
    r.li.setAttribute("tabindex", "0");
    for (let e = r.li.parentNode; e && e !== this.figure; e = e.parentNode) {
      if (e.tagName === "DETAILS") e.open = true;
    }
    if (this.figure.firstElementChild.tagName === "DETAILS") this.figure.firstElementChild.open = true;
    if (focus) {
      r.li.focus({ preventScroll: true });
      (r.li.querySelector("summary, .row")).scrollIntoView({ block: "nearest" });
    }
    if (r.li.id) root.history.replaceState(null, "", "#" + r.li.id);
  };

  Flame.prototype.hide = function (i) {
    const r = this.rows[typeof i === "number" ? i : this.at];
    if (r.parent < 0) return;
    this.gone.add(r.name);
    this.zoomed = 0;
    this.draw();
    this.say();
  };

  Flame.prototype.copy = function () {
    const self = this, name = this.rows[this.at].name;
    function old() {
      const area = el("textarea", {}, name);
      doc.body.append(area);
      area.select();
      const ok = doc.execCommand("copy");
      area.remove();
      self.rows[self.at].li.focus({ preventScroll: true });
      self.say(ok ? "copied" : "cannot copy");
    }
    if (root.navigator.clipboard) root.navigator.clipboard.writeText(name).then(function () { self.say("copied"); }, old);
    else old();
  };

  Flame.prototype.picture = function (rows, title) {
    const self = this;
    const whole = rows[0].total || 1;
    const fills = new Map();
    this.rows.forEach(function (r, i) {
      if (!fills.has(r.name)) fills.set(r.name, self.boxes[i].querySelector("rect").getAttribute("fill"));
    });
    layout(link(rows));
    const deepest = rows.reduce(function (m, r) { return Math.max(m, r.level); }, 1);
    const svg = svgEl("svg", { class: "fig flame", width: "100%", height: 17 * deepest + 2,
      "font-family": "monospace", "font-size": 11, role: "img", "aria-label": title });
    rows.forEach(function (r) {
      if (r.value < whole / 4000) return;
      const box = svgEl("svg", { x: 100 * r.x / whole + "%", width: 100 * r.value / whole + "%",
        y: 17 * (r.level - 1), height: 16 });
      const hint = svgEl("title", {});
      hint.textContent = r.name + ", " + percent(r.value, whole);
      const text = svgEl("text", { x: 3, y: 12 });
      text.textContent = r.name + " " + percent(r.value, whole);
      box.append(hint, svgEl("rect", { width: "100%", height: "100%", fill: fills.get(r.name) || "#ddd",
        stroke: "#fff", "stroke-width": 0.6 }), text);
      svg.append(box);
    });
    return svg;
  };

  Flame.prototype.both = function () {
    const name = this.rows[this.at].name;
    const s = sandwich(this.rows, name);
    if (this.both_) this.both_.remove();
    const part = el("section", { class: "side", "aria-label": "callers and callees of " + name });
    part.append(el("p", {}, name + ", " + percent(s.down.total, this.rows[0].total) + " of the whole"),
      el("p", {}, "callers"), this.picture(flatten(s.up, 1, []), "callers of " + name),
      el("p", {}, "callees"), this.picture(flatten(s.down, 1, []), "callees of " + name));
    this.both_ = part;
    this.svg.before(part);
  };

  Flame.prototype.help = function () {
    if (this.helped) { this.helped.remove(); this.helped = null; return; }
    const box = el("div", { class: "help" });
    keys.forEach(function (k) {
      const p = el("p");
      p.append(el("code", {}, k[0]), " " + k[1]);
      box.append(p);
    });
    this.helped = box;
    this.bar.after(box);
  };

  // ---- keys

  Flame.prototype.visible = function (i) {
    for (let e = this.rows[i].li.parentNode; e && e !== this.tree; e = e.parentNode) {
      if (e.tagName === "DETAILS" && !e.open) return false;
    }
    return true;
  };
  Flame.prototype.move = function (by) {
    for (let i = this.at + by; i >= 0 && i < this.rows.length; i += by) {
      if (this.visible(i)) { this.select(i, true); return; }
    }
  };
  Flame.prototype.arrow = function (key) {
    const r = this.rows[this.at];
    if (key === "ArrowDown") this.move(1);
    else if (key === "ArrowUp") this.move(-1);
    else if (key === "ArrowRight") {
      if (r.details && !r.details.open) r.details.open = true;
      else if (r.end > r.i + 1) this.select(r.i + 1, true);
    } else if (key === "ArrowLeft") {
      if (r.details && r.details.open) r.details.open = false;
      else if (r.parent >= 0) this.select(r.parent, true);
    } else if (key === "Home") this.select(0, true);
    else if (key === "End") {
      let i = this.rows.length - 1;
      while (!this.visible(i)) i--;
      this.select(i, true);
    }
    else return false;
    return true;
  };

  doc.addEventListener("keydown", function (e) {
    const f = current;
    if (!f || e.ctrlKey || e.metaKey || e.altKey) return;
    const types = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
    const inTree = f.tree.contains(e.target);
    if (e.key === "Escape") {
      if (f.helped) f.help();
      f.reset();
      if (types) f.rows[f.at].li.focus({ preventScroll: true });
      e.preventDefault();
      return;
    }
    if (types) return;
    if (inTree && f.arrow(e.key)) { e.preventDefault(); return; }
    const does = { "/": function () { f.input.focus(); }, n: function () { f.step(1); },
      N: function () { f.step(-1); }, 0: function () { f.reset(); }, i: function () { f.invert(); },
      "?": function () { f.help(); }, s: function () { f.both(); }, h: function () { f.hide(); },
      c: function () { f.copy(); } };
    if (inTree) does.Enter = function () { f.zoom(f.at); };
    if (does[e.key]) { does[e.key](); e.preventDefault(); }
  });

  // ---- tables, links, paper

  function sortable(table) {
    const body = table.tBodies[0];
    if (!table.tHead || !body) return;
    Array.from(table.tHead.rows[0].cells).forEach(function (th, k) {
      const title = th.textContent;
      if (!title) return;
      const button = el("button", { type: "button" }, title);
      th.textContent = "";
      th.append(button);
      button.addEventListener("click", function () {
        const down = th.getAttribute("aria-sort") !== "descending";
        Array.from(table.tHead.rows[0].cells).forEach(function (c) { c.removeAttribute("aria-sort"); });
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const list = Array.from(body.rows).map(function (row) {
          return { row: row, text: row.cells[k] ? row.cells[k].textContent : "" };
        });
        list.sort(function (a, b) { return down ? compare(b.text, a.text) : compare(a.text, b.text); });
        list.forEach(function (x) { body.append(x.row); });
      });
    });
  }

  function follow() {
    const id = decodeURIComponent(root.location.hash.slice(1));
    const e = id && doc.getElementById(id);
    if (!e) return;
    flames.forEach(function (f) {
      if (f.figure === e) { current = f; return; }
      const i = f.rows.findIndex(function (r) { return r.li === e; });
      if (i >= 0) { current = f; f.select(i, true); f.zoom(i); }
    });
    for (let up = e; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (e.tagName === "FIGURE" && e.firstElementChild.tagName === "DETAILS") e.firstElementChild.open = true;
    e.scrollIntoView({ block: "nearest" });
  }

  doc.querySelectorAll("figure.flame").forEach(function (f) { new Flame(f); });
  doc.querySelectorAll("table.sort").forEach(sortable);
  root.addEventListener("hashchange", follow);
  root.addEventListener("beforeprint", function () {
    doc.querySelectorAll("details").forEach(function (d) { d.open = true; });
  });
  follow();
})(typeof window !== "undefined" ? window : globalThis);
