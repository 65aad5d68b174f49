// Takes the readme's pictures of the sample site, small enough to be read on a phone: `npm run pictures`.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { ended, freePort } from "./bench/processes.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The looks beside the one that the picture of the home page shows. */
const looks = readdirSync(`${root}components/site/looks`, { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== "broadsheet")
  .map(({ name }) => name);
/** The most bytes of a picture. */
const MOST = 60_000;

const port = await freePort();
const child = spawn(process.execPath, ["lib/server/start.mjs", "--demo"], {
  cwd: root,
  env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", SITE_URL: "", DATABASE_URL: "", LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
const site = `http://127.0.0.1:${port}`;

/** Resolves with the password that the server prints when it serves. */
const password = await new Promise((resolve, reject) => {
  let printed = "";
  child.once("exit", () => reject(new Error("The sample site ended.")));
  child.stdout.on("data", (piece) => {
    printed += piece;
    const found = /the password "([^"]+)"/.exec(printed)?.[1];
    if (found) resolve(found);
  });
});

async function call(method, path, given, token) {
  const answer = await fetch(`${site}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(given),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json().catch(() => undefined);
}

/** Writes a picture as large as its bytes allow. */
async function keep(name, shot, width) {
  for (const quality of [82, 70, 55, 40]) {
    const bytes = await sharp(shot).resize({ width, withoutEnlargement: true }).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length > MOST) continue;
    await writeFile(`${root}docs/${name}.webp`, bytes);
    process.stdout.write(`docs/${name}.webp  ${(bytes.length / 1000).toFixed(1)} KB\n`);
    return;
  }
  throw new Error(`${name} is larger than ${MOST} bytes.`);
}

try {
  const { accessToken } = await call("POST", "/admin/login", { username: "demo", password });
  const browser = await chromium.launch({
    executablePath: fileURLToPath(new URL("rig/chromium.sh", import.meta.url)),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const open = (colorScheme, height) =>
    browser.newPage({ viewport: { width: 1280, height }, colorScheme, reducedMotion: "reduce" });
  const take = async (page, path) => {
    await page.goto(site + path, { waitUntil: "networkidle" });
    return page.screenshot();
  };
  await mkdir(`${root}docs/looks`, { recursive: true });
  for (const look of looks) {
    await call("PUT", "/admin/options/batch", [{ key: "site_look", value: look }], accessToken);
    for (const scheme of ["light", "dark"]) {
      const page = await open(scheme, 860);
      await keep(`looks/${look}-${scheme}`, await take(page, "/"), 640);
      await page.close();
    }
  }
  await call("PUT", "/admin/options/batch", [{ key: "site_look", value: "broadsheet" }], accessToken);
  await keep("home", await take(await open("light", 1180), "/"), 1000);
  const desk = await open("light", 540);
  await desk.goto(`${site}/login`);
  await desk.locator('[name="username"]').fill("demo");
  await desk.locator('[name="password"]').fill(password);
  await desk.locator('[name="password"]').press("Enter");
  await desk.waitForURL(/\/admin/);
  await keep("dashboard", await take(desk, "/admin/posts"), 1000);
  await browser.close();
} finally {
  await ended(child);
}
