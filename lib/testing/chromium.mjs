// Finds the browser for the journeys, or installs Debian's. Plain JavaScript without packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

// It has no windows, and takes a seventh less of the processor for the same pages.
const quickest = "/usr/bin/chromium-headless-shell";
const places = [quickest, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const missing =
  "The browser journeys need Chromium, and none was found. Install it (on Debian: apt-get install chromium-headless-shell), or set PLAYWRIGHT_CHROMIUM to the path of one.";

/** Runs as root on systems with Debian's packages. @param {string[]} parameters */
const aptGet = (parameters) =>
  spawnSync("apt-get", parameters, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

const installs = (/** @type {string[]} */ ...names) =>
  aptGet(["install", "-y", "-qq", "--no-install-recommends", ...names]);

/**
 * The path of a browser, installed where possible; or a sentence that says what to do.
 * @param {(text: string) => void} say @returns {{ path: string } | { sentence: string }}
 */
export function chromium(say) {
  const wanted = process.env.PLAYWRIGHT_CHROMIUM;
  if (wanted)
    return existsSync(wanted)
      ? { path: wanted }
      : { sentence: `PLAYWRIGHT_CHROMIUM is "${wanted}", but the file does not exist.` };
  const isThere = existsSync(quickest);
  if (!isThere && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say("Installing Chromium for the browser journeys …");
    // Debian's has both, other systems only the one with windows.
    if (aptGet(["update", "-qq"]))
      void (installs("chromium-headless-shell", "fonts-liberation") || installs("chromium", "fonts-liberation"));
  }
  const found = places.find((path) => existsSync(path));
  return found ? { path: found } : { sentence: missing };
}
