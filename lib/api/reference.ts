import { html } from "hono/html";
import { breathing } from "../core/giving-way";
import { fieldsOf, type Schema, wordsFor } from "./shapes";

export type Html = ReturnType<typeof html>;
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Media = { schema: Schema; examples?: Record<string, { value: unknown }> };
type Answer = { description: string; content?: Record<string, Media>; headers?: Record<string, unknown> };
type Call = {
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
};

/** The parts of an OpenAPI document that the reference shows. */
export type Described = {
  info: { version: string; description: string };
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema> };
};

const PROBLEM = "problem";

/** A description, with names between backticks. */
const prose = (text: string) => text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));

/** The fields of a value, with their own fields. */
function fields(schema: Schema): Html | "" {
  const holder = fieldsOf(schema);
  if (!holder?.properties) return "";
  const required = new Set(holder.required);
  const items = Object.entries(holder.properties).map(
    ([name, each]) =>
      html`<li>
        <code>${name}</code>${required.has(name) ? html` <b>required</b>` : ""}
        <i>${wordsFor(each)}</i
        >${each.default === undefined ? "" : html` <i>(${JSON.stringify(each.default)} if left out)</i>`}${each.description ? html` ${prose(each.description)}` : ""}${fields(each)}
      </li>`,
  );
  return html`<ul class="fields">
    ${items}
  </ul>`;
}

const parameterRow = ({ name, in: place, required, description, schema }: Parameter) =>
  html`<li data-name="${name}" data-in="${place}">
    <code>${name}</code>
    <i>${place}${required ? ", required" : ""}; ${wordsFor(schema)}</i
    >${description ? html` ${prose(description)}` : ""}
  </li>`;

function body(call: Call): Html | "" {
  const [type, media] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!type || !media) return "";
  const example = media.examples?.Example;
  return html`<h4>Body <small>${type}${media.schema.type === "array" ? `, ${wordsFor(media.schema)}` : ""}</small></h4>
    ${fields(media.schema)}${
      example
        ? html`<p class="label">For example</p>
            <pre><code class="example">${JSON.stringify(example.value, null, 2)}</code></pre>`
        : ""
    }`;
}

function success([status, { description, content, headers }]: [string, Answer]): Html {
  const [type, media] = Object.entries(content ?? {})[0] ?? [];
  const named = Object.keys(headers ?? {}).map((name, i) => html`${i > 0 ? ", " : " Headers: "}<code>${name}</code>`);
  return html`<p>
      <b class="status">${status}</b>
      ${description}${media ? html`: <i>${wordsFor(media.schema)}</i>, ${type}.` : "."}${named}
    </p>
    ${media ? fields(media.schema) : ""}`;
}

const refusal = ([status, { description }]: [string, Answer]) =>
  html`<li><b class="status">${status}</b> ${description}</li>`;

function call(path: string, method: string, each: Call): Html {
  const answers = Object.entries(each.responses);
  const name = method.toUpperCase();
  return html`<details
    class="call"
    id="${method}-${path}"
    data-method="${name}"
    data-path="${path}"
    ${each.requestBody ? html` data-body="${Object.keys(each.requestBody.content)[0] ?? ""}"` : ""}
  >
    <summary><b class="method ${method}">${name}</b> <code>${path}</code> <span>${each.summary}</span></summary>
    <p>${prose(each.description)}</p>
    ${
      each.parameters
        ? html`<h4>Parameters</h4>
            <ul class="fields parameters">
              ${each.parameters.map(parameterRow)}
            </ul>`
        : ""
    }${body(each)}
    <h4>Answer</h4>
    ${answers.filter(([status]) => Number(status) < 400).map(success)}
    <h4>Refusals</h4>
    <ul class="refusals">
      ${answers.filter(([status]) => Number(status) >= 400).map(refusal)}
    </ul>
    <p class="label">Each with <a href="#${PROBLEM}">a problem</a> as its body.</p>
  </details>`;
}

type Group = { id: string; title: string; calls: [path: string, method: string, call: Call][] };

/** Calls by resource: first those for visitors, then those that manage the site. */
function groupsOf({ paths }: Described): Group[] {
  const groups = new Map<string, Group>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, each] of Object.entries(methods)) {
      const [, , area = "", noun = ""] = path.split("/");
      const title = `${area === "content" ? "Reading" : "Managing"}: ${noun.replaceAll("-", " ")}`;
      const group = groups.get(title) ?? { id: `${area}-${noun}`, title, calls: [] };
      group.calls.push([path, method, each]);
      groups.set(title, group);
    }
  return [...groups.values()].toSorted((a, b) => Number(a.id.startsWith("admin-")) - Number(b.id.startsWith("admin-")));
}

/** The calls of a group; others are answered while they are written. */
async function callsOf({ calls }: Group, breathe: () => Promise<void>): Promise<Html[]> {
  const written: Html[] = [];
  for (const [path, method, each] of calls) {
    await breathe();
    written.push(call(path, method, each));
  }
  return written;
}

/** Every call of the document, and a list of their groups for navigation. */
export async function reference(document: Described): Promise<{ contents: Html; calls: Html }> {
  const groups = groupsOf(document);
  const sections: Html[] = [];
  const breathe = breathing();
  for (const group of groups)
    sections.push(
      html`<section class="group" id="${group.id}">
        <h3>${group.title}</h3>
        ${await callsOf(group, breathe)}
      </section>`,
    );
  const problem = document.components.schemas.Problem ?? {};
  return {
    contents: html`<ul>
      ${groups.map(({ id, title, calls }) => html`<li><a href="#${id}">${title}</a> <small>${calls.length}</small></li>`)}
      <li><a href="#${PROBLEM}">Problems</a></li>
    </ul>`,
    calls: html`${sections}
      <section id="${PROBLEM}">
        <h3>Problems</h3>
        <p>What every refusal answers, as <code>application/problem+json</code> (RFC 9457).</p>
        ${fields(problem)}
      </section>`,
  };
}
