// compare/browser.js - drives headless Chromium by its own protocol, through a
// pair of pipes.  Used by compare/browser.
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");

const [browser, dir, axe] = process.argv.slice(2);
let n = 0, bad = 0;

function result(name, ok, why) {
  n++;
  console.log((ok ? "ok " : "not ok ") + n + " - " + name);
  if (!ok) { bad++; console.log("# " + String(why).split("\n").join("\n# ")); }
}
function skip(name, why) {
  n++;
  console.log("ok " + n + " - " + name + " # SKIP " + why);
}

const child = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
  "--no-first-run", "--user-data-dir=" + path.join(dir, "profile"), "--remote-debugging-pipe", "about:blank"],
{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const waits = new Map(), hears = [];
let last = 0, rest = Buffer.alloc(0);

child.stdio[4].on("data", function (data) {
  rest = Buffer.concat([rest, data]);
  for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
    const m = JSON.parse(rest.subarray(0, end).toString());
    if (m.id && waits.has(m.id)) {
      const w = waits.get(m.id);
      waits.delete(m.id);
      if (m.error) w.fail(new Error(m.error.message)); else w.done(m.result);
    } else hears.forEach(function (h) { h(m); });
  }
});

function send(method, params, session) {
  const id = ++last;
  child.stdio[3].write(JSON.stringify({ id: id, method: method, params: params || {}, sessionId: session }) + "\0");
  return new Promise(function (done, fail) { waits.set(id, { done: done, fail: fail }); });
}

// One tab with what it complained of and asked for.
async function tab(options) {
  const o = options || {};
  const target = await send("Target.createTarget", { url: "about:blank" });
  const at = await send("Target.attachToTarget", { targetId: target.targetId, flatten: true });
  const t = { session: at.sessionId, errors: [], asked: [], loaded: null };
  t.send = function (m, p) { return send(m, p, t.session); };
  hears.push(function (m) {
    if (m.sessionId !== t.session) return;
    if (m.method === "Runtime.exceptionThrown") t.errors.push(m.params.exceptionDetails.exception.description);
    if (m.method === "Log.entryAdded") t.errors.push(m.params.entry.text);
    if (m.method === "Network.requestWillBeSent" && m.params.type !== "Document") t.asked.push(m.params.request.url);
    if (m.method === "Page.javascriptDialogOpening") t.errors.push("a dialog");
    if (m.method === "Page.loadEventFired" && t.loaded) t.loaded();
    if (m.method === "Fetch.requestPaused") {
      t.send("Fetch.fulfillRequest", { requestId: m.params.requestId, responseCode: 200,
        responseHeaders: [{ name: "Content-Type", value: "text/html" },
          { name: "Content-Security-Policy", value: "default-src 'none'" }],
        body: fs.readFileSync(o.file).toString("base64") });
    }
  });
  for (const d of ["Page", "Runtime", "Log", "Network"]) await t.send(d + ".enable");
  if (o.script === false) await t.send("Emulation.setScriptExecutionDisabled", { value: true });
  if (o.file) await t.send("Fetch.enable");
  await t.send("Emulation.setDeviceMetricsOverride", { width: o.width || 1440, height: o.height || 1200,
    deviceScaleFactor: 1, mobile: (o.width || 1440) < 600 });
  if (o.dark) await t.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "dark" }] });
  t.open = async function (url) {
    const loaded = new Promise(function (done) { t.loaded = done; });
    await t.send("Page.navigate", { url: url });
    await loaded;
  };
  t.ask = async function (expression) {
    const r = await t.send("Runtime.evaluate", { expression: expression, returnByValue: true, awaitPromise: true });
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception.description);
    return r.result.value;
  };
  t.key = async function (key) {
    const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
    await t.send("Input.dispatchKeyEvent", { type: "keyDown", key: key, text: text });
    await t.send("Input.dispatchKeyEvent", { type: "keyUp", key: key });
  };
  t.shot = async function (name, whole) {
    const s = await t.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: Boolean(whole) });
    fs.writeFileSync(path.join(dir, name), Buffer.from(s.data, "base64"));
  };
  t.close = function () { return send("Target.closeTarget", { targetId: target.targetId }); };
  return t;
}

const url = function (name) { return "file://" + path.join(dir, name); };
const quiet = function (t) { return t.errors.length + t.asked.length === 0; };
const pages = ["tree", "top", "diff", "slow", "two", "took", "span", "ledger", "trace", "when", "report", "hostile", "large"];
const odd = fs.readdirSync(dir).filter(function (f) { return /^odd-.*\.html$/.test(f); }).map(function (f) { return f.slice(0, -5); });

async function opens() {
  for (const p of pages) {
    const t = await tab();
    await t.open(url(p + ".html"));
    const flames = await t.ask("document.querySelectorAll('figure.flame').length");
    const tools = await t.ask("document.querySelectorAll('.tools').length");
    await t.shot(p + "-1440.png");
    result(p + ": opens without an error and asks for nothing", quiet(t) && flames === tools,
      [t.errors, t.asked, flames, tools].join(" "));
    await t.close();
  }
}

async function narrow() {
  for (const p of pages) {
    const t = await tab({ width: 390, height: 844, dark: true });
    await t.open(url(p + ".html"));
    const w = await t.ask("document.documentElement.scrollWidth");
    await t.shot(p + "-390.png");
    result(p + ": fits a phone", w <= 390, "it is " + w + " wide");
    await t.close();
  }
}

// Text on what is behind it, as WCAG counts it: 4.5 is legible.
const contrast = `(function (nodes) {
  const rgb = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const paper = light(rgb(getComputedStyle(document.body).backgroundColor));
  return Math.min(...nodes.map(e => light(rgb(getComputedStyle(e).fill))).map(v =>
    (Math.max(v, paper) + 0.05) / (Math.min(v, paper) + 0.05)));
})`;

async function dark() {
  for (const [p, kind] of [["ledger", "fall"], ["two", "fall"], ["when", "plot"]]) {
    for (const is_dark of [true, false]) {
      const t = await tab({ dark: is_dark });
      await t.open(url(p + ".html"));
      await t.shot(p + (is_dark ? "-dark.png" : "-light.png"));
      const least = await t.ask(contrast + "([...document.querySelectorAll('svg." + kind + " text')])");
      result(p + ": names are legible on " + (is_dark ? "dark" : "light"), least >= 4.5, least);
      await t.close();
    }
  }
}

// What has a colour has its change as text; all else is grey.
async function colours() {
  for (const p of ["diff", "slow"]) {
    const t = await tab();
    await t.open(url(p + ".html"));
    const off = await t.ask(`(function () {
      const odd = [];
      let coloured = 0;
      for (const f of document.querySelectorAll('figure.flame')) {
        const rows = [...f.querySelectorAll('.tree li')];
        [...f.querySelectorAll('svg.flame > svg')].forEach((box, i) => {
          const fill = box.querySelector('rect').getAttribute('fill');
          const row = rows[i].querySelector('summary, .row');
          const grey = /^#(d9d9d9|f7f7f7)$/.test(fill);
          const em = row.querySelector('em');
          coloured += !grey;
          if (grey === Boolean(em) || (em && !/^[-+][\\d.e]+ \\S+ .*(more|less|new|gone)$/.test(em.textContent)) ||
              (!grey && !box.querySelector('title').textContent.includes(em.textContent)))
            odd.push(fill + ' ' + row.textContent);
        });
      }
      return coloured ? odd : ['no colour'];
    })()`);
    result(p + ": what has a colour has sign, number and word", off.length === 0, off.slice(0, 3).join("\n"));
    await t.close();
  }
}

// By operation the load is as high as by function.
async function loads() {
  const t = await tab();
  await t.open(url("when.html"));
  const most = await t.ask(`['load', 'load-operations'].map(id =>
    [...document.getElementById(id).querySelectorAll('svg > path[fill]')].map(p =>
      Math.min(...p.getAttribute('d').match(/[ML][\\d.]+ [\\d.]+/g).map(m => Number(m.split(' ')[1])))).reduce((a, b) => Math.min(a, b)))`);
  result("CPU by operation is as high as by function", Math.abs(most[0] - most[1]) < 0.2, most.join(" "));
  await t.close();
}

async function without_script() {
  for (const p of pages.concat(odd)) {
    const t = await tab({ script: false });
    await t.open(url(p + ".html"));
    await t.shot(p + "-no-script.png");
    const doc = await t.send("DOM.getDocument", { depth: -1 });
    const html = (await t.send("DOM.getOuterHTML", { nodeId: doc.root.nodeId })).outerHTML;
    result(p + ": is whole without script", quiet(t) && !html.includes('class="tools"') && !html.includes("<img") &&
      !/<figure(?![^]*<svg)/.test(html), t.errors.join("\n"));
    await t.close();
  }
  const t = await tab({ script: false });
  await t.open(url("tree.html"));
  await t.shot("tree-no-script.png");
  const doc = await t.send("DOM.getDocument", { depth: -1 });
  const html = (await t.send("DOM.getOuterHTML", { nodeId: doc.root.nodeId })).outerHTML;
  result("without script the rows, boxes and numbers are there", !html.includes('class="tools"') &&
    /<li role="treeitem"[^>]*aria-level="5"/.test(html) && html.includes("main.mix") && /<title>main\.mix, /.test(html), html.slice(0, 200));
  await t.close();
  const strict = await tab({ file: path.join(dir, "diff.html") });
  await strict.open("http://corr.test/diff.html");
  await strict.shot("diff-policy.png");
  const text = await strict.ask("document.body.innerText");
  const seen = await strict.ask("document.querySelectorAll('.tools').length + document.styleSheets.length");
  result("under default-src 'none' it is readable without style", seen === 0 && text.includes("main.containsRule") &&
    /\+1\.8/.test(text), seen + " " + strict.errors.join(" "));
  await strict.close();
}

async function markup_is_text() {
  const t = await tab();
  await t.open(url("hostile.html"));
  const title = await t.ask("document.title");
  const images = await t.ask("document.querySelectorAll('img, b b, main script').length");
  const name = await t.ask("[...document.querySelectorAll('.tree span')].map(e => e.textContent).join('\\n')");
  result("a function called </script><img ...> is text", images === 0 && title.startsWith("corr tree") &&
    name.includes('</script><img src=x onerror="document.title=1">') && quiet(t), [title, images, name].join("\n"));
  result("a character that turns the line is shown, not obeyed", !name.includes("\u202e") && name.includes("\\u202e"), name);
  await t.close();
}

// Names of operations, attributes, files, threads, alerts and messages.
async function names_are_text() {
  for (const p of odd) {
    const t = await tab();
    await t.open(url(p + ".html"));
    const title = await t.ask("document.title");
    const seen = await t.ask("[document.querySelectorAll('img, main script, main style, main title:not(svg title)').length, " +
      "document.body.textContent.includes('<img src=x onerror')].join()");
    await t.shot(p + "-1440.png");
    if (await t.ask("Boolean(document.querySelector('.tools'))")) for (const k of ["s", "i", "h", "?"]) await t.key(k);
    const after = await t.ask("document.querySelectorAll('img').length");
    result(p + ": every name is text", title.startsWith("corr ") && seen === "0,true" && after === 0 && quiet(t),
      [title, seen, after, t.errors, t.asked].join(" "));
    await t.close();
  }
}

async function keys() {
  const t = await tab();
  await t.open(url("tree.html"));
  const out = function () { return t.ask("document.querySelector('.tools output').textContent"); };
  await t.key("/");
  await t.send("Input.insertText", { text: "main.mix" });
  const share = await out();
  result("a search says how much it matched", /^\d+ matched, 8\d\.\d%/.test(share), share);
  await t.key("Enter");
  const first = await t.ask("document.activeElement.querySelector('span').textContent");
  await t.key("n");
  const second = await t.ask("document.activeElement.id");
  await t.key("N");
  const back = await t.ask("document.activeElement.id");
  result("Enter, n and N go from match to match", first === "main.mix" && second !== back && second !== "", [first, second, back].join(" "));
  await t.key("Enter");
  const zoomed = await t.ask("[...document.querySelectorAll('svg.flame > svg.cur')].map(e => e.getAttribute('width')).join()");
  result("Enter zooms to the row", zoomed === "100%", zoomed);
  const hash = await t.ask("location.hash");
  result("the address keeps the row", hash === "#" + back, hash);
  await t.key("0");
  await t.key("ArrowLeft");
  const up = await t.ask("Number(document.activeElement.getAttribute('aria-level'))");
  await t.key("ArrowRight");
  const down = await t.ask("Number(document.activeElement.getAttribute('aria-level'))");
  result("arrows walk to the parent and to the child", up > 0 && down >= up, up + " " + down);
  await t.key("s");
  const both = await t.ask("document.querySelectorAll('.side svg.flame').length");
  await t.shot("tree-both.png");
  result("s shows callers and callees", both === 2, both);
  const y = await t.ask("document.querySelectorAll('figure > svg.flame > svg')[0].getAttribute('y')");
  await t.key("i");
  const z = await t.ask("document.querySelectorAll('figure > svg.flame > svg')[0].getAttribute('y')");
  result("i turns the picture over", y === "0" && Number(z) > 0, y + " " + z);
  await t.key("h");
  result("h hides and says what is left", /1 hidden, \d+\.\d% left/.test(await out()), await out());
  await t.key("Escape");
  result("Esc brings everything back", await out() === "", await out());
  await t.key("?");
  result("? lists the keys", await t.ask("document.querySelectorAll('.help').length") === 1, "no list");
  const order = await t.ask(`(function () {
    const t = document.querySelector('figure table.sort'), b = t.tHead.querySelectorAll('button')[2];
    t.closest('details').open = true;
    b.click();
    return [...t.tBodies[0].rows].slice(0, 40).map(r => parseFloat(r.cells[2].textContent));
  })()`);
  result("a table is sorted by numbers", order.every(function (v, i) { return !i || v <= order[i - 1]; }), order.join(" "));
  result("no key made an error", quiet(t), t.errors.join("\n"));
  await t.close();
  const link = await tab();
  await link.open(url("tree.html") + "#" + back);
  result("a link opens its row", await link.ask("document.activeElement.id") === back, back);
  await link.close();
}

// Each box is as wide as its part of the one above, and none is lost.
async function sums() {
  for (const p of ["tree", "large"]) {
    const t = await tab();
    await t.open(url(p + ".html"));
    const off = await t.ask(`(function () {
      const open = [], below = [];
      const rows = [...document.querySelectorAll('.tree li')];
      let self = 0;
      for (const [i, li] of rows.entries()) {
        const level = Number(li.getAttribute('aria-level'));
        while (open.length >= level) open.pop();
        below[i] = 0;
        if (open.length) below[open[open.length - 1]] += Number(li.dataset.t);
        open.push(i);
      }
      rows.forEach((li, i) => { self += Number(li.dataset.t) - below[i]; });
      return [self - Number(rows[0].dataset.t), rows.some((li, i) => below[i] > Number(li.dataset.t)), rows.length];
    })()`);
    result(p + ": what is seen adds up to the whole", off[0] === 0 && !off[1] && off[2] > 20, off.join(" "));
    await t.close();
  }
}

// The own parts of all visible boxes are the width of the picture.
const shown = `(function () {
  const boxes = [...document.querySelectorAll('figure > svg.flame > svg')];
  const rows = [...document.querySelectorAll('figure.flame .tree')][0].querySelectorAll('li');
  const open = [];
  let own = 0, wrong = 0;
  boxes.forEach((b, i) => {
    if (b.getAttribute('display') === 'none' || b.classList.contains('dim')) return;
    const level = Number(rows[i].getAttribute('aria-level'));
    const x = parseFloat(b.getAttribute('x')), w = parseFloat(b.getAttribute('width'));
    while (open.length && open[open.length - 1].level >= level) open.pop();
    const up = open[open.length - 1];
    if (up && (x < up.x - 0.01 || x + w > up.x + up.w + 0.01)) wrong++;
    if (up) own -= w;
    own += w;
    open.push({ level: level, x: x, w: w });
  });
  return [own.toFixed(1), wrong].join();
})()`;

async function still_sums() {
  const t = await tab();
  await t.open(url("tree.html"));
  const seen = [await t.ask(shown)];
  for (const k of ["/", "Enter"]) {
    await t.key(k);
    if (k === "/") await t.send("Input.insertText", { text: "main.mix" });
  }
  seen.push(await t.ask(shown));
  await t.key("Enter");
  seen.push(await t.ask(shown));
  await t.key("h");
  seen.push(await t.ask(shown));
  const left = await t.ask("document.querySelector('.tools output').textContent");
  const sum = await t.ask(`(function () {
    const rows = [...document.querySelectorAll('.tree li')];
    const gone = rows.filter(li => li.querySelector('span').textContent === 'main.mix')
      .reduce((s, li) => s + Number(li.dataset.t), 0);
    return (100 * (1 - gone / Number(rows[0].dataset.t))).toFixed(1) + '% left';
  })()`);
  seen.push(await t.ask(shown));
  result("what is seen is the whole after search, zoom and hiding", seen.every(function (v) { return v === "100.0,0"; }) &&
    left.includes(sum), seen.concat(left, sum).join(" "));
  await t.close();
}

async function sizes() {
  for (const p of pages) {
    const size = fs.statSync(path.join(dir, p + ".html")).size;
    const most = /^(span|ledger|trace)$/.test(p) ? 3e5 : 1e6;
    result(p + ": is under " + most / 1000 + " kB", size < most, size);
    console.log("# " + size + " bytes");
  }
}

async function large() {
  const size = fs.statSync(path.join(dir, "large.html")).size;
  result("100,000 frames are a page under 1 MB", size < 1e6, size);
  const took = [];
  for (let i = 0; i < 3; i++) { // the least: a busy machine delays some
    const t = await tab();
    await t.open(url("large.html"));
    took.push(await t.ask("performance.timing.loadEventEnd - performance.timing.navigationStart"));
    await t.close();
  }
  result("it opens in less than a second", Math.min(...took) < 1000, took.join(" ms, "));
  console.log("# " + size + " bytes, " + took.join(" ms, ") + " ms");
}

async function paper() {
  for (const p of pages) {
    const t = await tab({ dark: true });
    await t.open(url(p + ".html"));
    const pdf = Buffer.from((await t.send("Page.printToPDF", { printBackground: true })).data, "base64");
    fs.writeFileSync(path.join(dir, p + "-dark.pdf"), pdf);
    result(p + ": prints", pdf.length > 10000, pdf.length);
    await t.close();
  }
  const light = await tab();
  await light.open(url("ledger.html"));
  await light.send("Emulation.setEmulatedMedia", { media: "print",
    features: [{ name: "prefers-color-scheme", value: "dark" }] });
  const fill = await light.ask("getComputedStyle(document.querySelector('svg.fall .u4')).fill");
  const ink = await light.ask("getComputedStyle(document.body).color");
  result("a dark page prints light", fill === "rgb(217, 228, 238)" && ink === "rgb(0, 0, 0)", fill + " " + ink);
  await light.close();
  const t = await tab({ script: false });
  await t.open(url("tree.html"));
  const pdf = Buffer.from((await t.send("Page.printToPDF", { printBackground: true })).data, "base64");
  fs.writeFileSync(path.join(dir, "tree.pdf"), pdf);
  const count = (pdf.toString("latin1").match(/\/Type \/Page\b/g) || []).length;
  result("it prints, with closed rows open", pdf.length > 20000 && count > 1, pdf.length + " bytes, " + count + " pages");
  await t.close();
}

async function svg() {
  const t = await tab();
  await t.open(url("tree.svg"));
  const name = await t.ask("document.documentElement.tagName");
  const texts = await t.ask("document.querySelectorAll('text').length");
  result("the picture is well-formed and has text", name === "svg" && texts > 10, name + " " + texts);
  await t.shot("svg.png");
  await t.close();
}

async function accessible() {
  if (!axe || !fs.existsSync(axe)) { skip("axe-core", "no axe-core"); return; }
  const source = fs.readFileSync(axe, "utf8");
  for (const p of pages.filter(function (p) { return p !== "large"; })) {
    const t = await tab();
    await t.send("Page.setBypassCSP", { enabled: true });
    await t.open(url(p + ".html"));
    await t.ask(source + "; 1");
    const found = await t.ask(`axe.run({ resultTypes: ['violations'] }).then(r => r.violations.map(v =>
      v.id + ': ' + v.help + ' ' + v.nodes.length + ' ' + v.nodes[0].html.slice(0, 160)))`);
    result(p + ": axe finds nothing", found.length === 0, found.join("\n"));
    await t.close();
  }
}

(async function () {
  for (const part of [opens, narrow, dark, colours, loads, without_script,
    markup_is_text, names_are_text, keys, sums, still_sums, sizes, large, paper, svg, accessible]) {
    try { await part(); } catch (e) { result(part.name, false, e.stack); }
  }
  console.log("1.." + n);
  child.kill();
  process.exitCode = bad ? 1 : 0;
})();
setTimeout(function () { console.log("Bail out! it takes too long"); child.kill(); process.exit(1); }, 600000).unref();
