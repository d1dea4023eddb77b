// Takes the pictures of docs/gallery.md, docs/pages.md and docs/reference/report.md from the real program, with simulated
// participants only. Those of docs/dashboard.md are made by the tests of the dashboard, in target/tmp/dashboard:
// cargo test -p server --test it browser::dashboard
//
//   npm install --prefix target/npm --no-save playwright-core
//   cargo build --release
//   node docs/pictures/take.mjs target/release/rejudge
//
// Chromium is the one the tests use. Everything else happens in a temporary folder.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const program = resolve(process.argv[2] ?? join(root, "target/release/rejudge"));
const { chromium } = createRequire(resolve(root, process.argv[3] ?? "target/npm") + "/")("playwright-core");
const folder = mkdtempSync(join(tmpdir(), "rejudge-pictures-"));
const study = (name) => resolve(root, "studies", name);

function run(...words) {
  const done = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  if (done.error || done.signal) throw new Error(`${words.join(" ")}: ${done.error ?? done.signal}`);
  return done.stdout;
}

// A command that keeps running, and the first text in what it prints that fits.
function start(words, pattern) {
  const running = spawn(program, words, { cwd: folder });
  let printed = "";
  return new Promise((found, failed) => {
    const hear = (text) => {
      printed += text;
      const fits = printed.match(pattern);
      if (fits) found([running, fits]);
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
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
