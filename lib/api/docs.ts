import { html, raw } from "hono/html";
import { renderContent } from "../services/rendering/renderer";
import type { Reply } from "../doors/endpoint";
import type { Place } from "./openapi";
import { type Described, reference } from "./reference";

/** The page's own script and style, which the launcher builds from `lib/api/viewer`; nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, must-revalidate",
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
};

/** The OpenAPI document as a page that works without scripts: the guide, then every call. */
export async function docs(document: object, { address, server }: Place): Promise<Reply> {
  const described = document as Described;
  const { info } = described;
  const guide = await renderContent({ editorType: "MARKDOWN", originalContent: info.description, keepRaw: false });
  const { contents, calls } = await reference(described);
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Broadsheet API</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api-docs/viewer.css?v=${info.version}" />
        <script type="module" src="/api-docs/viewer.js?v=${info.version}"></script>
      </head>
      <body>
        <a class="skip" href="#guide">Skip to the guide</a>
        <header>
          <h1>Broadsheet API</h1>
          <p>
            Version ${info.version}${server === "/" ? "" : html` at <a href="${server}">${server}</a>`}. The same for
            programs: <a href="/api/openapi.json">the OpenAPI document</a>.
          </p>
        </header>
        <nav aria-label="Contents">
          <p class="label">Guide</p>
          <ul>
            ${guide.toc.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
          </ul>
          <p class="label">Calls</p>
          ${contents}
        </nav>
        <main>
          <section id="guide" class="prose" tabindex="-1" ${server === "/" ? html` data-address="${address}"` : ""}>
            ${raw(guide.html)}
          </section>
          <section id="calls">
            <h2>Every call</h2>
            <form class="tools" hidden>
              <label
                >Show calls with
                <input type="search" name="wanted" autocomplete="off" placeholder="posts, PUT, comment &hellip;"
              /></label>
              <label
                >Token for trying them
                <input type="password" name="token" autocomplete="off" aria-describedby="token-note"
              /></label>
              <p class="label" id="token-note">Kept until this page is closed. <span role="status"></span></p>
            </form>
            ${calls}
          </section>
        </main>
      </body>
    </html> `;
  return { status: 200, headers, body: String(page) };
}
