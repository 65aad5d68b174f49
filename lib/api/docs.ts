import type { Reply } from "../doors/endpoint";

/** The viewer is loaded on this page alone: its own script and the styles it sets, nothing from elsewhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

const colours = { "bg-color": "#fbfaf6", "text-color": "#1c1a17", "primary-color": "#a8341a", "nav-bg-color": "#f2f0ea", "nav-text-color": "#1c1a17", "nav-hover-bg-color": "#fbfaf6", "nav-accent-color": "#a8341a", "header-color": "#1c1a17" };
/** Nothing is fetched that this site does not have, and no other document is opened. */
const manners = { "load-fonts": "false", "show-header": "false", "allow-spec-url-load": "false", "allow-spec-file-load": "false", "allow-server-selection": "false", "allow-advanced-search": "false" };
const look = { theme: "light", "render-style": "focused", "schema-style": "table", "show-method-in-nav-bar": "as-colored-text", "regular-font": "Inter Variable, system-ui, sans-serif", "persist-auth": "false" };

const attributes = Object.entries({ "spec-url": "/api/openapi.json", ...manners, ...look, ...colours }).map(([name, value]) => `${name}="${value}"`);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Broadsheet API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script type="module" src="/api-docs/rapidoc.js"></script>
</head>
<body>
<rapi-doc ${attributes.join(" ")}></rapi-doc>
<noscript><p>This page shows <a href="/api/openapi.json">the OpenAPI document</a>, with JavaScript.</p></noscript>
</body>
</html>
`;

/** The OpenAPI document in a viewer (RapiDoc, `public/api-docs`). */
export const answerDocs = (): Reply => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate", "content-security-policy": policy, "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin" },
  body: page,
});
