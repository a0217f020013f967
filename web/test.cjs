// What must hold of the page in a real browser (see `web/test`). The window is drawn on a canvas: what it shows is judged by pictures,
// which lie in $SHOTS to be looked at, and by what the page keeps.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { spawnSync } = require("node:child_process");
const { chromium } = require("playwright-core");

const { PAGE, CHROMIUM, SHOTS, SORTIE } = process.env;
// Until the first picture, in milliseconds, from a server on the same machine. Machines without a graphics card draw slowly.
const FIRST = Number(process.env.FIRST || 60_000);
const SIZE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

// Whatever a browser says of a page that is only drawn slowly is no fault of ours.
const is_harmless = (text) => /GPU stall|WebGL-|GL Driver Message|software WebGL|AudioContext/.test(text);

async function opened(browser, link, viewport = SIZE, kept) {
  const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE, storageState: kept });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (said) => {
    if (said.type() === "error" && !is_harmless(said.text())) faults.push(said.text());
  });
  page.on("pageerror", (why) => {
    if (!/Using exceptions for control flow/.test(String(why))) faults.push(String(why));
  });
  const begun = Date.now();
  await page.goto(PAGE + link);
  await page.waitForFunction(() => document.getElementById("loading").hidden, null, { timeout: FIRST });
  const first = Date.now() - begun;
  const told = await page.evaluate(() => !document.getElementById("fault").hidden && document.getElementById("what").textContent);
  assert.equal(told, false, `${link}: ${told} ${faults.join("\n")}`);
  await settled(page);
  return { page, context, faults, first };
}

// Until two pictures in a row are the same, or some seconds are over.
async function settled(page, most = 12_000) {
  const until = Date.now() + most;
  let before = null;
  while (Date.now() < until) {
    await page.waitForTimeout(700);
    const now = await page.screenshot();
    if (before && now.equals(before)) return now;
    before = now;
  }
  return before;
}

// A picture, which must show something: one colour packs into almost nothing.
async function shot(page, name) {
  const picture = await page.screenshot();
  fs.writeFileSync(path.join(SHOTS, `${name}.png`), picture);
  assert.ok(picture.length > 20_000, `${name}: the picture is empty (${picture.length} bytes)`);
  return picture;
}

const kept = (page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
const battles = async (page) => Object.entries(await kept(page)).filter(([name]) => name.includes("/saves/"));
const record = (text) => JSON.parse(text.slice(text.indexOf(" ") + 2));

// Plays on the desk again what was played in the page: it must come to the same digest.
function replayed(saved) {
  if (!SORTIE) return "not played again on the desk (SORTIE names no program)";
  const file = path.join(SHOTS, "battle.json");
  fs.writeFileSync(file, JSON.stringify(saved));
  const said = spawnSync(SORTIE, ["replay", file], { encoding: "utf8" });
  assert.equal(said.status, 0, `the desk: ${said.stdout}${said.stderr}`);
  return `digest ${saved.digest.slice(0, 12)} on the desk, too`;
}

async function until(what, is_so, most = 60_000) {
  const end = Date.now() + most;
  while (Date.now() < end) {
    const found = await is_so();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 500));
  }
  assert.fail(`${what}: waited ${most / 1000} s`);
}

// The longest that the page stood still while something was done, in milliseconds.
async function longest_pause(page, seconds) {
  return page.evaluate((seconds) => new Promise((done) => {
    let longest = 0, frames = 0, before = performance.now();
    const end = before + seconds * 1000;
    const frame = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      frames += 1;
      if (now < end) requestAnimationFrame(frame);
      else done({ longest: Math.round(longest), frames: Math.round(frames / seconds) });
    };
    requestAnimationFrame(frame);
  }), seconds);
}

const parts = {
  async "the start screen is there"(browser) {
    const { page, context, faults, first } = await opened(browser, "");
    await shot(page, "start");
    assert.deepEqual(faults, []);
    await context.close();
    return `first picture after ${first} ms`;
  },

  async "a battle begins, keeps itself, and goes on after the page was loaded again"(browser) {
    const { page, context, faults } = await opened(browser, "");
    const start = await page.screenshot();
    await page.keyboard.press("Enter");
    const pace = await longest_pause(page, 5);
    await settled(page);
    const field = await shot(page, "battle");
    assert.ok(!field.equals(start), "the battle is not shown");
    // Whoever ends turns without a word is asked once more.
    for (let turn = 0; turn < 8 && (await battles(page)).length === 0; turn += 1) {
      await page.keyboard.press("Control+Enter");
      await page.waitForTimeout(1_500);
    }
    await shot(page, "later");
    const made = await until("the battle keeps itself", async () => {
      const [first] = await battles(page);
      return first && record(first[1]).decisions.length;
    });
    await page.keyboard.press("F5");
    const quick = await until("a quick save", async () => (await battles(page)).find(([name]) => name.includes("quick")));
    const same = replayed(record(quick[1]));
    await page.reload();
    await page.waitForFunction(() => document.getElementById("loading").hidden, null, { timeout: FIRST });
    await settled(page);
    await page.keyboard.press("F9");
    await settled(page);
    await shot(page, "loaded");
    assert.deepEqual(faults, []);
    await context.close();
    return `${made} decisions kept, ${same}; ${pace.frames} frames a second, the longest pause ${pace.longest} ms`;
  },

  async "a lesson, a rule and a tour open by their links"(browser) {
    const pictures = [];
    for (const [name, link] of [["lesson", "#lesson=ST-C08"], ["rule", "#rule=ZN-REACT-02"], ["tour", "#tour=zones"]]) {
      const { page, context, faults } = await opened(browser, link);
      pictures.push(await shot(page, name));
      assert.deepEqual(faults, [], link);
      await context.close();
    }
    assert.ok(!pictures[0].equals(pictures[1]) && !pictures[1].equals(pictures[2]));
  },

  async "a broken link is told on a start screen that works"(browser) {
    const { page, context, faults } = await opened(browser, "#battle=sortie1:nonsense");
    await shot(page, "broken");
    await page.keyboard.press("Enter");
    await settled(page);
    await shot(page, "broken-then-battle");
    assert.deepEqual(faults, []);
    await context.close();
  },

  async "a phone-sized window shows all"(browser) {
    const { page, context, faults } = await opened(browser, "", PHONE);
    await shot(page, "phone");
    await page.touchscreen.tap(PHONE.width / 2, PHONE.height - 30);
    await settled(page);
    await shot(page, "phone-battle");
    assert.deepEqual(faults, []);
    await context.close();
  },
};

(async () => {
  fs.mkdirSync(SHOTS, { recursive: true });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
  let failed = 0;
  const wanted = process.argv.slice(2);
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    try {
      console.log(`ok      ${name}${await part(browser).then((told) => (told ? `: ${told}` : ""))}`);
    } catch (why) {
      failed += 1;
      console.log(`FAILED  ${name}: ${why.message}`);
    }
  }
  await browser.close();
  process.exitCode = failed ? 1 : 0;
})();
