// How long a page of the dashboard takes to change into another one, as whoever presses a link of the rail sees it.
// Used by a journey, and by the bench on long lists.

/** Presses the link to a page and waits until that page is drawn; the milliseconds it took. In the browser. */
const press = (path) =>
  new Promise((resolve, reject) => {
    const link = [...document.querySelectorAll("nav a")].find((each) => each.getAttribute("href") === path);
    const main = document.querySelector("main");
    if (!link || !main) return void reject(new Error(`No link leads to ${path} from here.`));
    const isThere = () => window.location.pathname === path && !main.isConnected && document.querySelector("main");
    const began = performance.now();
    const watch = new MutationObserver(() => {
      if (!isThere()) return;
      watch.disconnect();
      // Behind the frame that draws it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    link.click();
  });

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * The median of some changes to each page of the rail, each from the page above it, the slowest first. The first round
 * loads what stays loaded, and does not count.
 */
export async function pageChanges(page, rounds) {
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href")),
  );
  const took = new Map(paths.map((path) => [path, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const path of [...paths.slice(1), ...paths.slice(0, 1)]) {
      const ms = await page.evaluate(press, path);
      if (round > 0) took.get(path).push(ms);
    }
  return [...took].map(([path, all]) => ({ path, ms: middle(all) })).sort((a, b) => b.ms - a.ms);
}
