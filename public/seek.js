// The page of the search, where what is found follows what is typed. `public/site.js` loads it there.

/** Shows what is found for the form as it is; `then` is told when something else is shown. */
export function follow(then) {
  const seek = document.querySelector(".heading .seek");
  if (!seek) return;

  let waiting, asked;
  const show = async () => {
    const query = new URLSearchParams([...new FormData(seek)].filter(([, value]) => value.trim() !== ""));
    asked?.abort();
    if (!query.has("keyword")) return;
    asked = new AbortController();
    const address = `/search?${query}`;
    const answer = await fetch(address, { signal: asked.signal });
    // Too many searches: the next one is sent by the button.
    if (!answer.ok) return;
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const name of ["#results", ".heading .meta"]) {
      const [now, next] = [document.querySelector(name), made.querySelector(name)];
      if (now && next) now.replaceWith(next);
      else if (next) seek.before(next);
      else now?.remove();
    }
    document.title = made.title;
    history.replaceState(null, "", address);
    then();
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void show().catch(() => undefined), 300);
  };
  seek.addEventListener("input", soon);
  // What was typed before this was loaded.
  const { keyword } = seek.elements;
  if (keyword.value !== keyword.defaultValue) soon();
}
