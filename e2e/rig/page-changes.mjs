// How long a page of the dashboard takes to change into another one, as whoever presses a link of the rail sees it.
// Used by a journey, and by the bench on long lists.

/** Presses the link to a page and waits until that page is drawn; the milliseconds it took. In the browser. */
const press = (path) =>
  new Promise((resolve, reject) => {
    const link = [...document.querySelectorAll(".rail nav a")].find((each) => each.getAttribute("href") === path);
    const main = document.querySelector("main");
    if (!link || !main) {
      reject(new Error(`No link leads to ${path} from here.`));
      return;
    }
    if (window.location.pathname === path) {
      reject(new Error(`${path} is open already, and would not change.`));
      return;
    }
    // A page may lead on to the first below it.
    const isThere = () =>
      `${window.location.pathname}/`.startsWith(`${path}/`) && !main.isConnected && document.querySelector("main");
    const began = performance.now();
    const look = () => {
      // Behind the frame that draws it.
      if (isThere()) setTimeout(() => resolve(performance.now() - began));
      else if (performance.now() - began > 60_000) reject(new Error(`${path} did not come.`));
      else requestAnimationFrame(look);
    };
    link.click();
    requestAnimationFrame(look);
  });

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Each page once: a place that stands for several leads to the first of them, which has a link of its own. */
const linksOf = async (page) => [
  ...new Set(
    await page.evaluate(() => [...document.querySelectorAll(".rail nav a")].map((link) => link.getAttribute("href"))),
  ),
];

/**
 * The median of some changes to each page of the rail, each from the page above it, the slowest first. Some links show
 * while a page that they belong to is open. The first round finds them, and loads what stays loaded; it does not count.
 */
export async function pageChanges(page, rounds) {
  const [home, ...paths] = await linksOf(page);
  for (let at = 0; at < paths.length; at += 1) {
    await page.evaluate(press, paths[at]);
    const further = (await linksOf(page)).filter((path) => path !== home && !paths.includes(path));
    paths.splice(at + 1, 0, ...further);
  }
  paths.push(home);
  await page.evaluate(press, home);
  const took = new Map(paths.map((path) => [path, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths) took.get(path).push(await page.evaluate(press, path));
  return [...took].map(([path, all]) => ({ path, ms: middle(all) })).sort((a, b) => b.ms - a.ms);
}
