// Adds to the page about the API: opens calls at their addresses, filters them, and sends them. The page can be read
// without it.

const tools = document.querySelector<HTMLFormElement>("form.tools");
const calls = [...document.querySelectorAll<HTMLDetailsElement>("details.call")];

/* Without a configured address, the commands show the one that the page was fetched from. */

function sayAddress(): void {
  const guide = document.querySelector<HTMLElement>("#guide[data-address]");
  if (!guide) return;
  const texts = document.createTreeWalker(guide, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    node.nodeValue = (node.nodeValue ?? "").replaceAll(guide.dataset.address ?? "", location.origin);
}

/* Opens the call that the address names. */

/** The id that the address names; "" where it cannot be read. */
function named(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

function openNamed(): void {
  const id = named();
  const call = id === "" ? null : document.getElementById(id);
  if (!(call instanceof HTMLDetailsElement)) return;
  call.open = true;
  call.scrollIntoView();
}

/* Filtering: a call's line must contain every word. */

function search(wanted: string): number {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const call of calls) {
    const line =
      `${call.dataset.method} ${call.dataset.path} ${call.querySelector("summary span")?.textContent}`.toLowerCase();
    call.hidden = !words.every((word) => line.includes(word));
    if (!call.hidden) found += 1;
  }
  for (const group of document.querySelectorAll<HTMLElement>(".group"))
    group.hidden = words.length > 0 && !group.querySelector(".call:not([hidden])");
  return found;
}

/* Sending requests. */

function labelled(text: string, field: HTMLInputElement | HTMLTextAreaElement): HTMLLabelElement {
  const label = document.createElement("label");
  label.append(text, field);
  return label;
}

function inputFor(name: string, place: string): HTMLLabelElement {
  const input = document.createElement("input");
  Object.assign(input, {
    name: `${place} ${name}`,
    required: place === "path",
    autocomplete: "off",
    spellcheck: false,
  });
  return labelled(`${name} (${place})`, input);
}

function bodyFor(call: HTMLDetailsElement): HTMLLabelElement {
  if (call.dataset.body?.startsWith("multipart/")) {
    const input = document.createElement("input");
    Object.assign(input, { name: "files", type: "file", multiple: true, required: true });
    return labelled("Files", input);
  }
  const text = document.createElement("textarea");
  Object.assign(text, { name: "body", spellcheck: false, value: call.querySelector(".example")?.textContent ?? "" });
  return labelled("Body (JSON)", text);
}

/** The request that a form describes, always to this server: the page's policy allows no other. */
function requestOf(call: HTMLDetailsElement, form: FormData): Request {
  const headers = new Headers();
  const query = new URLSearchParams();
  let path = call.dataset.path ?? "";
  for (const [name, value] of form) {
    const [place, field = ""] = name.split(" ");
    if (typeof value !== "string" || value === "") continue;
    if (place === "path") path = path.replace(`{${field}}`, encodeURIComponent(value));
    else if (place === "query") query.append(field, value);
    else if (place === "header") headers.set(field, value);
  }
  const token = new FormData(tools ?? undefined).get("token");
  if (typeof token === "string" && token !== "") headers.set("authorization", `Bearer ${token}`);
  const method = call.dataset.method ?? "GET";
  const address = query.size > 0 ? `${path}?${query}` : path;
  if (call.dataset.body?.startsWith("multipart/")) {
    const files = new FormData();
    for (const file of form.getAll("files")) files.append("files", file);
    return new Request(address, { method, headers, body: files, credentials: "omit" });
  }
  const body = form.get("body");
  if (typeof body !== "string") return new Request(address, { method, headers, credentials: "omit" });
  headers.set("content-type", "application/json");
  return new Request(address, { method, headers, body, credentials: "omit" });
}

async function answerTo(request: Request): Promise<string> {
  try {
    const response = await fetch(request);
    const text = await response.text();
    const shown = response.headers.get("content-type")?.includes("json")
      ? JSON.stringify(JSON.parse(text), null, 2)
      : text;
    return `${request.method} ${new URL(request.url).pathname}: ${response.status}\n${shown}`;
  } catch (error) {
    return `The server did not answer: ${String(error)}`;
  }
}

function addForm(call: HTMLDetailsElement): void {
  if (call.querySelector(".try")) return;
  const form = document.createElement("form");
  form.className = "try";
  const heading = document.createElement("h4");
  heading.textContent = "Try it on this site";
  const send = document.createElement("button");
  send.textContent = "Send";
  const answer = document.createElement("output");
  const parameters = [...call.querySelectorAll<HTMLElement>(".parameters > li")].map(({ dataset }) =>
    inputFor(dataset.name ?? "", dataset.in ?? ""),
  );
  form.append(heading, ...parameters, ...(call.dataset.body ? [bodyFor(call)] : []), send, answer);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shown = document.createElement("pre");
    shown.textContent = "…";
    answer.replaceChildren(shown);
    void answerTo(requestOf(call, new FormData(form))).then((text) => (shown.textContent = text));
  });
  call.append(form);
}

for (const call of calls) call.addEventListener("toggle", () => call.open && addForm(call));
addEventListener("hashchange", openNamed);
openNamed();
sayAddress();
if (tools) {
  tools.hidden = false;
  tools.addEventListener("submit", (event) => event.preventDefault());
  const wanted = tools.querySelector<HTMLInputElement>("[name=wanted]");
  wanted?.addEventListener("input", () => {
    const found = search(wanted.value);
    const status = tools.querySelector("[role=status]");
    if (status) status.textContent = `${found} ${found === 1 ? "call" : "calls"}.`;
  });
}
performance.mark("usable");
