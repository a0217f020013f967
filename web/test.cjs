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

// Where things lie in a window of that size.
const BEGIN = [1107, 760], PHONE_BEGIN = [195, 752];
// In the window of saved battles.
const DOWNLOAD = [849, 125], PICTURE = [922, 125];
// With these dice somebody who is played here acts first in the first battle.
const DICE = 5;

// Whatever a browser says of a page that is only drawn slowly is no fault of ours.
const is_harmless = (text) => /GPU stall|WebGL-|GL Driver Message|software WebGL|AudioContext/.test(text);

async function opened(browser, link, viewport = SIZE) {
  const context = await browser.newContext({ viewport, hasTouch: viewport === PHONE });
  const page = await context.newPage();
  await page.addInitScript(note_drawing);
  await page.addInitScript(hold_the_clock, DICE);
  await page.addInitScript(sound_early);
  const faults = [];
  page.on("console", (said) => {
    // What the program itself logs as an error is said in colour.
    const is_error = said.type() === "error" || said.text().startsWith("%cERROR");
    if (is_error && !is_harmless(said.text())) faults.push(said.text());
  });
  page.on("pageerror", (why) => {
    if (!/Using exceptions for control flow/.test(String(why))) faults.push(String(why));
  });
  const begun = Date.now();
  await page.goto(PAGE + link);
  await page.waitForFunction(() => document.getElementById("loading").hidden, null, { timeout: FIRST });
  const first = Date.now() - begun;
  await page.evaluate(() => { globalThis.is_open = true; });
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

// The dice come from the clock: it stands still until the page is there.
function hold_the_clock(dice) {
  const now = Date.now, begun = now();
  Date.now = () => 1_800_000_000_000 + dice + (globalThis.is_open ? now() - begun : 0);
}

// Notes in the page that the program has drawn something.
function note_drawing() {
  globalThis.has_drawn = false;
  for (const name of ["drawElements", "drawElementsInstanced", "drawArrays", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...all) {
      globalThis.has_drawn = true;
      return draw.apply(this, all);
    };
  }
}

// Something begins to sound before anybody has clicked, as in a battle that a link shows.
function sound_early() {
  addEventListener("load", () => {
    globalThis.early = new AudioContext();
    globalThis.early.resume();
  });
}

// Frames a second that were drawn for so long, and the longest that the page stood still meanwhile, in milliseconds.
async function pace_of(page, seconds) {
  return page.evaluate((seconds) => new Promise((done) => {
    let longest = 0, frames = 0, before = performance.now();
    const end = before + seconds * 1000;
    const frame = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      frames += globalThis.has_drawn ? 1 : 0;
      globalThis.has_drawn = false;
      if (now < end) requestAnimationFrame(frame);
      else done({ longest: Math.round(longest), frames: Math.round(frames / seconds) });
    };
    requestAnimationFrame(frame);
  }), seconds);
}

async function click(page, [x, y]) {
  await page.mouse.move(x, y);
  await page.waitForTimeout(500);
  await page.mouse.click(x, y, { delay: 60 });
}

// Drops files onto the page: their names and what they say.
async function drop(page, files) {
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
  await page.waitForTimeout(2_500);
}

// Twenty against twenty, in place of the first battle of the first game.
function crowd() {
  const at = (x) => Array.from({ length: 20 }, (_, n) => `(${x + 2 * Math.floor(n / 10)}, ${1 + n % 10})`).join(", ");
  const side = (name, x) => `(name: "${name}", of: "Gate Guard", side: "${name}", each_at: [${at(x)}])`;
  const map = Array.from({ length: 12 }, () => `"${".".repeat(24)}"`).join(", ");
  return `(title: "Twenty against twenty", blurb: "A crowd.", first: true,
    ground: (map: [${map}], legend: [('.', (name: "grass", cost: 1))]),
    sides: [(name: "Blue"), (name: "Red")],
    fighters: [${side("Blue", 2)}, ${side("Red", 19)}])`;
}

const parts = {
  async "the start screen is there"(browser) {
    const { page, context, faults, first } = await opened(browser, "");
    await shot(page, "start");
    assert.deepEqual(faults, []);
    await context.close();
    return `first picture after ${first} ms`;
  },

  async "a battle begins by clicks, keeps itself, and goes on after the page was loaded again"(browser) {
    const { page, context, faults } = await opened(browser, "");
    const start = await page.screenshot();
    await click(page, BEGIN);
    await settled(page);
    const field = await shot(page, "battle");
    assert.ok(!field.equals(start), "the battle is not shown");
    assert.equal(await page.evaluate(() => globalThis.early.state), "running", "what began to sound before the first click stays silent");
    // Two squares from whoever acts.
    await click(page, [545, 437]);
    const moved = await until("somebody walks", async () => {
      const [first] = await battles(page);
      return first && record(first[1]).decisions;
    });
    assert.equal(moved[0].order.do, "move");
    await page.keyboard.press("F5");
    const quick = await until("a quick save", async () => (await battles(page)).find(([name]) => name.includes("quick")));
    const same = replayed(record(quick[1]));
    await settled(page);
    await shot(page, "later");
    await page.reload();
    await page.waitForFunction(() => document.getElementById("loading").hidden, null, { timeout: FIRST });
    await settled(page);
    await page.keyboard.press("F9");
    await settled(page);
    await shot(page, "loaded");
    assert.deepEqual(faults, []);
    await context.close();
    return same;
  },

  async "a battle is played to its end, and ends so on the desk"(browser) {
    const { page, context, faults } = await opened(browser, "");
    await click(page, BEGIN);
    await settled(page, 6_000);
    // The computer plays for both, without pauses.
    await page.keyboard.press("Control+f");
    await page.keyboard.press("Control+a");
    await pace_of(page, 1);
    const pace = await pace_of(page, 9);
    let before = -1;
    const last = await until("the battle ends", async () => {
      await page.waitForTimeout(4_000);
      const [first] = await battles(page);
      const made = first ? record(first[1]).decisions.length : 0;
      const rests = made === before && made > 20;
      before = made;
      return rests && record(first[1]);
    }, 180_000);
    await shot(page, "over");
    const same = replayed(last);
    assert.deepEqual(faults, []);
    await context.close();
    return `${last.decisions.length} decisions, ${same}; the longest pause ${pace.longest} ms`;
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
    for (const [name, link] of [
      ["broken", "#battle=sortie2:nonsense"],
      ["broken-version", "#battle=sortie1:abc.def"],
      ["broken-ruleset", "#rule=ZN-REACT-02&in=chess"],
      ["broken-word", "#chess=1"],
    ]) {
      const { page, context, faults } = await opened(browser, link);
      await shot(page, name);
      if (name === "broken") {
        const before = await page.screenshot();
        await click(page, BEGIN);
        await settled(page);
        assert.ok(!(await shot(page, "broken-then-battle")).equals(before), "no battle begins");
      }
      assert.deepEqual(faults, [], link);
      await context.close();
    }
  },

  async "battles and pictures are given away as files"(browser) {
    const { page, context, faults } = await opened(browser, "");
    await click(page, BEGIN);
    await settled(page);
    await click(page, [545, 437]);
    await until("somebody walks", async () => (await battles(page)).length > 0);
    const given = async (button, what) => {
      await page.keyboard.press("Control+s");
      await settled(page, 6_000);
      const file = page.waitForEvent("download", { timeout: 30_000 });
      await click(page, button);
      const at = path.join(SHOTS, what);
      await (await file).saveAs(at);
      return fs.readFileSync(at);
    };
    const saved = JSON.parse(await given(DOWNLOAD, "given.json"));
    const same = replayed(saved);
    await page.keyboard.press("Escape");
    await settled(page, 6_000);
    const picture = await given(PICTURE, "given.png");
    assert.equal(picture.subarray(1, 4).toString(), "PNG");
    assert.ok(picture.length > 100_000, `the picture is empty (${picture.length} bytes)`);
    assert.deepEqual(faults, []);
    await context.close();
    return same;
  },

  async "a frame in another page has no bars"(browser) {
    const { page, context, faults } = await opened(browser, "#bars=no");
    await click(page, BEGIN);
    await settled(page);
    await shot(page, "bare");
    assert.deepEqual(faults, []);
    await context.close();
  },

  async "a phone-sized window shows all, and fingers point before they strike"(browser) {
    const { page, context, faults } = await opened(browser, "", PHONE);
    await shot(page, "phone");
    await page.touchscreen.tap(...PHONE_BEGIN);
    await settled(page);
    await shot(page, "phone-battle");
    const at = [PHONE.width / 2, PHONE.height * 0.45];
    await page.touchscreen.tap(...at);
    await settled(page);
    await shot(page, "phone-pointed");
    assert.equal((await battles(page)).length, 0, "the first tap has done something");
    await page.touchscreen.tap(...at);
    await until("the second tap does it", async () => (await battles(page)).length > 0);
    await settled(page);
    const walked = await shot(page, "phone-walked");
    const made = async () => record((await battles(page))[0][1]).decisions.length;
    const before = await made();
    const fingers = await context.newCDPSession(page);
    const tell = async (type, places) => {
      await fingers.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
      await page.waitForTimeout(100);
    };
    const apart = (by) => [[at[0] - by, at[1]], [at[0] + by, at[1]]];
    await tell("touchStart", apart(30));
    for (let by = 40; by <= 120; by += 20) await tell("touchMove", apart(by));
    await tell("touchEnd", []);
    await settled(page);
    assert.ok(!(await shot(page, "phone-pinched")).equals(walked), "two fingers do nothing");
    assert.equal(await made(), before, "two fingers did something in the battle");
    assert.deepEqual(faults, []);
    await context.close();
  },

  async "what is dropped is taken, or told what is wrong with it"(browser) {
    const { page, context, faults } = await opened(browser, "");
    const before = await page.screenshot();
    await drop(page, [["ruleset.ron", "(\n    titel: 3,\n)"]]);
    await settled(page, 6_000);
    assert.ok(!(await shot(page, "dropped-wrong")).equals(before), "nothing is told");
    await drop(page, [["photo.png", "?"]]);
    await settled(page, 6_000);
    await shot(page, "dropped-photo");
    await drop(page, [["first_watch.ron", crowd()]]);
    await settled(page, 6_000);
    await shot(page, "dropped-crowd");
    await click(page, BEGIN);
    await settled(page);
    await shot(page, "crowd");
    // Somebody looks about.
    const looked = pace_of(page, 5);
    for (let step = 0; step < 120; step += 1) {
      await page.mouse.move(300 + 4 * step, 200 + 2 * step);
      await page.waitForTimeout(35);
    }
    const looking = await looked;
    await page.keyboard.press("Control+a");
    const playing = await pace_of(page, 10);
    assert.deepEqual(faults, []);
    await context.close();
    return `forty fighters: ${looking.frames} frames a second while somebody looks about (longest pause ${looking.longest} ms), `
      + `${playing.frames} while the computer plays (${playing.longest} ms)`;
  },
};

(async () => {
  fs.mkdirSync(SHOTS, { recursive: true });
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
      // As it is where somebody sits before the browser.
      "--autoplay-policy=document-user-activation-required",
    ],
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
