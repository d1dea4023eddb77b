// Takes the pictures of docs/gallery.md, docs/pages.md, docs/reference/report.md and the two terminals from the real program, with
// simulated participants only. Those of docs/dashboard.md are made by the tests of the dashboard, in target/tmp/dashboard:
// cargo test -p server --test it browser::dashboard
//
//   npm install --prefix target/npm --no-save playwright-core
//   cargo build --release
//   node docs/pictures/take.mjs target/release/rejudge
//
// Chromium is the one the tests use. Everything else happens in a temporary folder.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const program = resolve(process.argv[2] ?? join(root, "target/release/rejudge"));
const { chromium } = createRequire(resolve(root, process.argv[3] ?? "target/npm") + "/")("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "rejudge-pictures-"));
const study = (name) => resolve(root, "studies", name);
const env = { ...process.env, CLICOLOR_FORCE: "1" };

function run(...words) {
  const done = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
  if (done.error || done.signal) throw new Error(`${words.join(" ")}: ${done.error ?? done.signal}`);
  return done.stdout;
}

const plain = (text) => text.replace(/\x1b\[[\d;]*m/g, "");

// A command that keeps running, the first text in what it prints that fits, and all that it printed until then.
function start(words, pattern) {
  const running = spawn(program, words, { cwd: folder, env });
  let printed = "";
  return new Promise((found, failed) => {
    const hear = (text) => {
      printed += text;
      const fits = plain(printed).match(pattern);
      if (fits) found([running, fits, printed]);
    };
    running.stdout.on("data", hear);
    running.stderr.on("data", hear);
    running.on("exit", (code) => failed(new Error(`${words.join(" ")} ended with ${code}:\n${printed}`)));
  });
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

async function page(width, height, scheme = "light") {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  return context.newPage();
}

async function take(name, open, { width = 1280, height = 800, scheme = "light" } = {}) {
  const it = await page(width, height, scheme);
  await open(it);
  await it.screenshot({ path: join(root, "docs/pictures", `${name}.png`) });
  await it.context().close();
}

// Participants' pages, as previewed: a question of each of some worked studies, answered, and others.
async function participants() {
  run("new", "spans", "--kind", "spans");
  for (const [name, of, options, file = "question-1-answered.html"] of [
    ["gallery-pair", "meaning-pairs", { height: 540 }],
    ["gallery-pair-phone", "meaning-pairs", { width: 375, height: 720, scheme: "dark" }],
    ["gallery-rating", "fluency", { height: 620 }],
    ["gallery-ranking", "simplicity-ranking", { height: 620 }],
    ["page-phone-dark", "fluency", { width: 375, height: 720, scheme: "dark" }],
    ["page-leave", "fluency", { height: 620 }, "leave.html"],
    ["page-spans", join(folder, "spans"), { height: 700 }],
  ]) {
    const [server, [address]] = await start(["preview", study(of), "--listen", "127.0.0.1:0"], /http:\/\/[\d.:]+/);
    await take(name, (it) => it.goto(`${address}/${file}`), options);
    server.kill();
  }
}

// A study that simulated participants have filled in: the dashboard and the report.
async function demo() {
  const words = ["demo", "--study", "meaning-pairs", "--seconds", "5", "--keep", join(folder, "demo")];
  const look = /dashboard +(\S+)\s+report +(\S+)/;
  const [server, [, dashboard, report]] = await start(words, look);
  const it = await page(1280, 870);
  await it.goto(dashboard);
  await it.fill("input[name=name]", "ada");
  for (const field of await it.locator("input[type=password]").all()) await field.fill("a password for pictures");
  await it.locator("main form button").first().click();
  await it.waitForLoadState();
  await it.locator("main a").filter({ hasText: /paraphrase|meaning/i }).first().click().catch(() => {});
  await it.waitForLoadState();
  await it.screenshot({ path: join(root, "docs/pictures/gallery-dashboard.png") });
  await it.context().close();
  await take("gallery-report", (it) => it.goto(report), { height: 900 });
  server.kill();
}

// What a command prints, as a picture of text.
function terminal(name, command, title, description, printed) {
  const colours = { 2: "#6b7280", 31: "#c0392b", 32: "#2e7d4f", 33: "#8a5a00", 34: "#2b5fb3", 36: "#0b7a75" };
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  const lines = [`\x1b[2m$\x1b[0m ${command}`, "", ...printed.trimEnd().split("\n")];
  let style = {};
  const drawn = lines.map((line) => line.split(/(\x1b\[[\d;]*m)/).map((part) => {
    const codes = part.match(/^\x1b\[([\d;]*)m$/);
    if (!codes) {
      const bold = style.bold ? ' font-weight="700"' : "";
      const fill = style.fill ? ` fill="${style.fill}"` : "";
      return part === "" || bold + fill === "" ? escape(part) : `<tspan${bold}${fill}>${escape(part)}</tspan>`;
    }
    for (const code of codes[1].split(";").map(Number)) {
      if (code === 0) style = {};
      if (code === 1) style.bold = true;
      style.fill = colours[code > 90 ? code - 60 : code] ?? style.fill;
    }
    return "";
  }).join(""));
  const width = 48 + Math.ceil(8.43 * Math.max(...lines.map((line) => plain(line).length)));
  const height = 45 + 21 * lines.length;
  const font = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
  const dots = [22, 40, 58].map((x) => `<circle cx="${x}" cy="18" r="5" fill="#e2ded4"/>`).join("");
  writeFileSync(join(root, "docs/pictures", `${name}.svg`), [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d">`,
    `<style>text { white-space: pre }</style>`,
    `<title id="t">${title}</title>`,
    `<desc id="d">${description}</desc>`,
    `<rect width="${width}" height="${height}" rx="10" fill="#fbfaf7" stroke="#d9d5cb"/>`,
    dots,
    `<g font-family="${font}" font-size="14" fill="#23262b" xml:space="preserve">`,
    ...drawn.map((line, row) => `<text x="24" y="${52 + 21 * row}">${line}</text>`),
    "</g>",
    "</svg>",
    "",
  ].join("\n"));
}

async function terminals() {
  const [server, , printed] = await start(["demo"], /Stop with ctrl-c\./);
  server.kill();
  const shown = printed.replaceAll(/\/tmp\/\.tmp\w+/g, "/tmp/demo").replaceAll(/(welcome\/\w{12})\w+/g, "$1…");
  terminal("demo", "rejudge demo", "rejudge demo", "A terminal: rejudge demo checks a study, plans it, serves it, lets simulated \
participants fill it in, analyses, compares with the published original and writes the report, each step with its time; then it \
shows the links.", shown);
  cpSync(study("meaning-pairs"), join(folder, "my-study"), { recursive: true });
  const file = join(folder, "my-study/study.toml");
  const wrong = readFileSync(file, "utf8").replace(/floor_per_hour = .*/, "floor_per_hour = 16.00").replace(/"hrq > /, '"hqr > ');
  writeFileSync(file, wrong);
  terminal("check", "rejudge check my-study", "rejudge check", "A terminal: rejudge check shows pay below the promised floor and a \
claim about an unknown system, each with its line, a caret and a remedy.", run("check", "my-study"));
}

// Reports: a reproduction beside its original, a part of an analysis, and a simulation.
async function reports() {
  const original = join(study("fluency"), "original.toml");
  run("compare", original, join(study("fluency"), "reproduction.toml"), "--out", "verdict");
  const verdict = `file://${folder}/verdict/report.html`;
  await take("gallery-verdict", (it) => it.goto(verdict), { height: 560 });
  await take("gallery-verdict-phone", (it) => it.goto(verdict), { width: 375, height: 720, scheme: "dark" });
  run("rehearse", study("fluency"), "--once", "--out", "once");
  const results = (it) => it.goto(`file://${folder}/once/report.html#results`);
  await take("report", results, { width: 900, height: 750 });
  run("rehearse", study("simplicity-ranking"), "--runs", "200", "--out", "rehearsal");
  await take("gallery-rehearsal", (it) => it.goto(`file://${folder}/rehearsal/report.html`), { height: 900 });
}

try {
  await participants();
  await demo();
  await reports();
  await terminals();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
