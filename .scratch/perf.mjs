import { base, launch, signIn } from "./try.mjs";
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await signIn(context);
let bytes = 0; const seen = new Map(); const kinds = new Map();
const cdp = await context.newCDPSession(page);
await cdp.send("Network.enable"); await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
cdp.on("Network.responseReceived", (e) => kinds.set(e.requestId, [e.type, e.response.url]));
cdp.on("Network.loadingFinished", (e) => { const k = kinds.get(e.requestId); if (k?.[0] === "Script") { bytes += e.encodedDataLength; seen.set(k[1].split("/").pop(), e.encodedDataLength); } });
await page.goto(base + "/admin/posts/1"); await page.waitForSelector(".cm-content"); await page.waitForTimeout(2500);
console.log("script bytes", bytes, [...seen].sort((a,b)=>b[1]-a[1]).slice(0,8).map((x)=>x.join(" ")).join(", "));
await cdp.send("Network.setCacheDisabled", { cacheDisabled: false });
await page.goto(base + "/admin/posts/2"); await page.waitForSelector(".cm-content"); await page.waitForTimeout(1500);
for (const split of [false, true]) {
  if (split) { await page.click('[aria-label="Split"]'); await page.waitForTimeout(4000); }
  await page.click(".cm-content", { position: { x: 200, y: 20 } }); await page.waitForTimeout(500);
  await page.evaluate(() => { window.__d = []; document.addEventListener("keydown", () => { window.__t = performance.now(); }, true); if (window.__mo) window.__mo.disconnect(); window.__mo = new MutationObserver(() => { if (window.__t) { const t = window.__t; window.__t = 0; window.__d.push(performance.now() - t); } }); window.__mo.observe(document.querySelector(".cm-content"), { subtree: true, childList: true, characterData: true }); });
  for (let i = 0; i < 80; i++) { await page.keyboard.press("abcdefghij"[i % 10]); await page.waitForTimeout(i % 20 === 0 ? 400 : 15); }
  const d = (await page.evaluate(() => window.__d)).sort((a, b) => a - b);
  console.log("split", split, "n", d.length, "median", d[d.length >> 1]?.toFixed(1), "p95", d[Math.floor(d.length * .95)]?.toFixed(1), "max", d.at(-1)?.toFixed(1));
}
await page.screenshot({ path: "/tmp/shots/long.png" });
await browser.close();
