import { base, launch, signIn } from "./try.mjs";
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await signIn(context);
let bytes = 0; const seen = new Map();
const cdp = await context.newCDPSession(page);
await cdp.send("Network.enable"); await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
const kinds = new Map();
cdp.on("Network.responseReceived", (e) => kinds.set(e.requestId, [e.type, e.response.url]));
cdp.on("Network.loadingFinished", (e) => { const k = kinds.get(e.requestId); if (k?.[0] === "Script") { bytes += e.encodedDataLength; seen.set(k[1].split("/").pop(), e.encodedDataLength); } });
await page.goto(base + "/admin/posts/1"); await page.waitForSelector(".cm-content"); await page.waitForTimeout(1500);
console.log("script bytes", bytes, [...seen].sort((a,b)=>b[1]-a[1]).slice(0,12).map((x)=>x.join(" ")).join("\n"));
for (const [scheme, w] of [["light",1280],["dark",1280],["light",768],["dark",768],["light",360],["dark",360]]) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width: w, height: w === 360 ? 740 : 900 });
  await page.waitForTimeout(300);
  if (w === 1280) await page.click('[aria-label="Split"]');
  await page.waitForTimeout(900);
  await page.screenshot({ path: `/tmp/shots/${w}-${scheme}.png` });
  if (w === 1280) await page.click('[aria-label="Split"]');
  if (w < 1000) { await page.click('[aria-label="Settings"]'); await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/shots/${w}-${scheme}-drawer.png` }); await page.keyboard.press("Escape"); await page.waitForTimeout(300); }
}
await page.setViewportSize({ width: 1280, height: 900 });
// typing in 200 KB
await page.emulateMedia({ colorScheme: "light" });
await page.goto(base + "/admin/posts/new"); await page.waitForSelector(".cm-content");
await page.fill("#title", "Long");
await page.click(".cm-content");
const para = "The first thing a harbour teaches is that **the tables** are right and still [not enough](/x), `code` and more words to fill a line.\n\n## Heading\n\n- item one\n- item two\n\n";
await page.keyboard.insertText(para.repeat(Math.ceil(200000 / para.length)));
await page.waitForTimeout(3500);
console.log(await page.textContent("[data-save-state]"), await page.textContent(".editor-words"));
for (const split of [false, true]) {
  if (split) { await page.click('[aria-label="Split"]'); await page.waitForTimeout(4000); }
  await page.click(".cm-content"); await page.keyboard.press("Control+End"); await page.waitForTimeout(1500);
  await page.evaluate(() => { window.__d = []; const el = document.querySelector(".cm-content"); document.addEventListener("keydown", () => { window.__t = performance.now(); }, true); new MutationObserver(() => { if (window.__t) { window.__d.push(performance.now() - window.__t); window.__t = 0; } }).observe(el, { subtree: true, childList: true, characterData: true });
    window.__long=[]; new PerformanceObserver((l)=>{for(const e of l.getEntries()) window.__ev = (window.__ev||[]).concat([[e.name, e.processingEnd - e.processingStart, e.duration]])}).observe({type:"event", durationThreshold:16}); });
  for (let i = 0; i < 120; i++) { await page.keyboard.press("abcdefghij"[i % 10]); await page.waitForTimeout(i % 20 === 0 ? 400 : 15); }
  const d = (await page.evaluate(() => window.__d)).sort((a, b) => a - b);
  console.log("split", split, "n", d.length, "median", d[d.length >> 1]?.toFixed(1), "p95", d[Math.floor(d.length * .95)]?.toFixed(1), "max", d.at(-1)?.toFixed(1));
  const ev = await page.evaluate(() => (window.__ev||[]).map((e)=>e[1]).sort((a,b)=>b-a).slice(0,5)); console.log("slow events (processing ms)", ev.map(x=>x.toFixed(1)).join(" "));
}
await page.screenshot({ path: "/tmp/shots/long.png" });
await browser.close();
