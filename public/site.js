// Improves public pages where scripts run; without it all of them work as links and forms. At most 6 KB compressed.

const root = document.documentElement;

/* The next page takes this one's place gently (`@view-transition` in the style). Pages without that style would report a failure, so none is begun for them. */

const others = /^\/(?:admin|api|login|register|set-password|setup|uploads)(?:\/|$)|\.\w+$/;
addEventListener("pageswap", ({ viewTransition, activation }) => {
  // A page that is gone back to may be unknown.
  /** @type {NavigationHistoryEntry | null | undefined} */
  const next = activation?.entry;
  if (!viewTransition || (next?.url && !others.test(new URL(next.url).pathname))) return;
  viewTransition.ready.catch(() => undefined);
  viewTransition.skipTransition();
});

/* Times: how long ago, and on hover the exact time in the reader's zone. */

const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const ago = new Intl.RelativeTimeFormat(root.lang, { numeric: "auto" });
const exact = new Intl.DateTimeFormat(root.lang, { dateStyle: "full", timeStyle: "short" });

function tellTimes() {
  // A text's own times may be unreadable.
  for (const time of document.querySelectorAll("time:not(.wall *, .prose *)")) {
    const date = new Date(time.dateTime);
    time.title = exact.format(date);
    if (!("ago" in time.dataset)) continue;
    const seconds = (date.getTime() - Date.now()) / 1000;
    const [unit, size] = units.find((each) => Math.abs(seconds) >= each[1]) ?? ["minute", 60];
    time.textContent = ago.format(Math.trunc(seconds / size), unit);
  }
}

tellTimes();
setInterval(tellTimes, 60_000);

/* Colours: chosen without a reload. The server stores the choice in a cookie. */

const colours = document.querySelector('form[action="/scheme"]');

function paint(scheme) {
  if (scheme === "auto") delete root.dataset.scheme;
  else root.dataset.scheme = scheme;
  for (const button of colours.querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(button.value === scheme));
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = paper;
}

colours?.addEventListener("submit", (event) => {
  const scheme = event.submitter?.value;
  if (!scheme) return;
  event.preventDefault();
  paint(scheme);
  // Without an answer, the choice holds on this page.
  fetch("/scheme", { method: "POST", body: new URLSearchParams({ scheme }), redirect: "manual" }).catch(
    () => undefined,
  );
});

/** A page may be prerendered before the choice, or come out of the browser's cache after it. */
function paintAsChosen() {
  // A preview of the look has no origin, and no cookies.
  if (self.origin === "null") return;
  const chosen = /(?:^|; )scheme=(light|dark|auto)(?:;|$)/.exec(document.cookie)?.[1];
  if (colours && chosen && chosen !== (root.dataset.scheme ?? "auto")) paint(chosen);
}

paintAsChosen();
document.addEventListener("prerenderingchange", paintAsChosen);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  paintAsChosen();
  // Its buttons wait anew until they were seen (`own.css`).
  const own = document.querySelector(".own");
  own?.replaceWith(own);
});

/* Replies: the form moves to the comment with its input. */

const write = document.getElementById("write");
const instead = write?.querySelector("[data-no-reply]");

/** Only where the page was not already requested as a reply. */
if (instead?.parentElement.hidden) {
  const heading = write.querySelector("h2");
  const words = heading.textContent;
  const place = write.parentElement;
  const parent = document.createElement("input");
  Object.assign(parent, { type: "hidden", name: "parentId" });

  for (const link of document.querySelectorAll("a[data-reply]"))
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      parent.value = link.dataset.reply;
      write.querySelector("form").append(parent);
      heading.textContent = link.getAttribute("aria-label");
      instead.parentElement.hidden = false;
      link.closest("article").after(write);
      write.querySelector("textarea").focus();
    });

  instead.addEventListener("click", (event) => {
    event.preventDefault();
    parent.remove();
    heading.textContent = words;
    instead.parentElement.hidden = true;
    place.append(write);
    write.querySelector("textarea").focus();
  });
}

/* Contents are open where they stand beside the text. */

for (const contents of document.querySelectorAll(".contents"))
  if (getComputedStyle(contents).position === "sticky") contents.open = true;

/* They mark the part that one reads: the last whose heading is in the upper third of the window, or above. */

/** The id that a link on this page leads to; "" where its author wrote none that can be read. */
function idOf({ hash }) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

const marked = [...document.querySelectorAll(".contents a")].flatMap((link) => {
  const heading = document.getElementById(idOf(link));
  return heading ? [{ link, heading }] : [];
});

function markPart() {
  const here = marked.findLast(({ heading }) => heading.getBoundingClientRect().top <= innerHeight / 3)?.link;
  for (const { link } of marked) link.ariaCurrent = link === here ? "location" : null;
  const list = here?.closest(".contents");
  if (list) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

const lines = marked.length > 0 && new IntersectionObserver(markPart, { rootMargin: "0px 0px -66.6% 0px" });
for (const { heading } of marked) lines.observe(heading);

/* Code: a button copies it. */

const coded = "clipboard" in navigator && document.querySelector("[data-copy]");

// In a label of the text's own, a click on any word would be one on the button.
for (const pre of coded ? coded.querySelectorAll("pre:not(label *)") : []) {
  const { copy, copied } = coded.dataset;
  const button = Object.assign(document.createElement("button"), { className: "copy", textContent: copy });
  const said = () => {
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  };
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(pre.textContent.replace(/\n$/, "")).then(said, () => undefined);
  });
  pre.before(button);
}

/* Footnotes stand beside the text where there is room on either side, unless the look has something else there. */

const notes = document.querySelector(".prose > .footnotes");
const [BESIDE, GAP, BAR] = [240, 12, 20];
/** Beside the text, notes may make the page so long that it gets a bar to scroll, which takes their room away again. */
let neededRoom = BESIDE;

function placeNotes() {
  const text = notes.parentElement;
  const { left, right, top } = text.getBoundingClientRect();
  const isBelow = getComputedStyle(text).getPropertyValue("--notes") === "below";
  const isRoom = !isBelow && Math.min(left, innerWidth - right) >= neededRoom;
  if (!isRoom && notes.classList.contains("beside")) neededRoom = BESIDE + BAR;
  if (isRoom !== notes.classList.contains("beside")) {
    // What is not shown for a moment does not count as moved.
    notes.hidden = true;
    void notes.offsetHeight;
    notes.classList.toggle("beside", isRoom);
    notes.hidden = false;
  }
  /** The first sign of each note, by its id. */
  const marks = new Map([...text.querySelectorAll("[data-footnote-ref]")].reverse().map((mark) => [idOf(mark), mark]));
  const all = [...notes.querySelectorAll(":scope > ol > li")];
  for (const note of all) note.style.top = "";
  // All is read before anything is written: each note would have the page laid out again, and a text may have thousands.
  const topOf = (element) => element.getBoundingClientRect().top;
  const places = (isRoom ? all : []).map((note) => {
    const mark = marks.get(note.id);
    const within = mark?.closest(".beside > ol > li");
    return [note, note.offsetHeight, mark ? topOf(mark) - (within ? topOf(within) : top) : 0, within];
  });
  const tops = new Map();
  let free = 0;
  for (const [note, height, from, within] of places) {
    tops.set(note, Math.max(free, from + (tops.get(within) ?? 0)));
    note.style.top = `${tops.get(note)}px`;
    free = Math.round(tops.get(note)) + height + GAP;
  }
  // Long notes end with the text, and not over what stands below it.
  text.style.minHeight = free > 0 ? `${free}px` : "";
}

if (notes) new ResizeObserver(placeNotes).observe(document.body);

/* Sharing: copies the address of a post, or hands it to another program. */

for (const share of document.querySelectorAll(".share")) {
  const { url, copy: words, copied, share: others } = share.dataset;
  const add = (text, work) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.addEventListener("click", () => work(button).catch(() => undefined));
    share.append(button);
  };
  if ("clipboard" in navigator)
    add(words, async (button) => {
      await navigator.clipboard.writeText(url);
      button.textContent = copied;
      setTimeout(() => (button.textContent = words), 2000);
    });
  if ("share" in navigator) add(others, () => navigator.share({ url, title: document.title }));
}

/* Search: what is found follows what is typed, on the page of the search alone. */

if (document.getElementById("results"))
  import("./seek.js").then(
    ({ follow }) => follow(tellTimes),
    () => undefined,
  );

/* Photos: each fills the window, on pages that have a place for that. */

if (document.querySelector("dialog.lightbox")) import("./photos.js").catch(() => undefined);
if (document.querySelector("[data-player]")) import("./players.js").catch(() => undefined);

/* Those who write the site decide on nothing before they have seen it. */

if (document.querySelector(".own")) import("./own.js").catch(() => undefined);
