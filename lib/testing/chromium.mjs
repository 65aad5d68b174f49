// Finds the browser for the journeys, or installs Debian's. Plain JavaScript without packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const missing =
  "The browser journeys need Chromium, and none was found. Install it (on Debian: apt-get install chromium), or set PLAYWRIGHT_CHROMIUM to the path of one.";

/** Runs as root on systems with Debian's packages. @param {string[]} parameters */
const aptGet = (parameters) =>
  spawnSync("apt-get", parameters, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

/**
 * The path of a browser, installed where possible; or a sentence that says what to do.
 * @param {(text: string) => void} say @returns {{ path: string } | { sentence: string }}
 */
export function chromium(say) {
  const wanted = process.env.PLAYWRIGHT_CHROMIUM;
  if (wanted)
    return existsSync(wanted)
      ? { path: wanted }
      : { sentence: `PLAYWRIGHT_CHROMIUM is "${wanted}", but there is no such file.` };
  const found = places.find((path) => existsSync(path));
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return { sentence: missing };
  say("Installing Chromium for the browser journeys …");
  const done =
    aptGet(["update", "-qq"]) &&
    aptGet(["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-liberation"]);
  const installed = done ? places.find((path) => existsSync(path)) : undefined;
  return installed ? { path: installed } : { sentence: missing };
}
