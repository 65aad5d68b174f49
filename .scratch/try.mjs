import { chromium } from "@playwright/test";
import { gzipSync } from "node:zlib";
export const base = "http://localhost:4310";
export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"] });
export async function signIn(context) {
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.type()==="warning") console.log("CONSOLE", m.type(), m.text().slice(0, 300)); });
  page.on("pageerror", (e) => console.log("PAGEERROR", String(e.stack).slice(0, 600)));
  await page.goto(base + "/login");
  await page.fill("#username", "ines");
  await page.fill("#password", "correct horse battery");
  await page.click("form button");
  await page.waitForURL(/admin/);
  return page;
}
