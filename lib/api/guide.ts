import { createPersonalToken } from "../features/accounts/tokens/personal-tokens";
import { createJournal } from "../features/journals/mutations";
import { createLink } from "../features/links/mutations";
import { createMenu } from "../features/menus/mutations";
import { createOption } from "../features/options/mutations";
import { createCategory } from "../features/taxonomy/categories/mutations";
import { createTag } from "../features/taxonomy/tags/mutations";
import { createSheet } from "../features/writing/sheets/mutations";

/** The address in the commands below; a site puts its own there. */
const ADDRESS = "http://localhost:3000";
const asJson = "-H 'Content-Type: application/json'";
const asAda = "-H 'Authorization: Bearer TOKEN'";
/** A command that sends the example of its operation. */
const create = (path: string, { example }: { example?: unknown }) => `\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/${path} ${asJson} ${asAda} \\
  -d '${JSON.stringify(example)}'
\`\`\``;

/** A short form of what the journey with the typed client does. */
const client = [
  'import createClient from "openapi-fetch";',
  'import type { paths } from "./api";',
  "",
  `const api = createClient<paths>({ baseUrl: "${ADDRESS}", headers: { Authorization: "Bearer TOKEN" } });`,
  'const { data, error } = await api.POST("/api/admin/posts", { body: { title: "Notes on the engine" } });',
  "if (error) throw new Error(error.detail);",
  "console.log(data.url);",
].join("\n");

const text = `Manage a site (\`/api/admin\`) and read it (\`/api/content\`). JSON in and out.

## From nothing to a published post

The first account installs the site and is its ADMIN:

\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/users -H 'Content-Type: application/json' \\
  -d '{"username": "ada", "nickname": "Ada Lovelace", "email": "ada@example.org", "title": "The Daily Engine", "password": "analytical engine"}'
\`\`\`

Sign in. The answer holds \`accessToken\` (for a day) and \`refreshToken\` (for 30 days, each works once):

\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/login -H 'Content-Type: application/json' \\
  -d '{"username": "ada", "password": "analytical engine"}'
\`\`\`

Send the token with everything that is not public:

\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/posts -H 'Content-Type: application/json' -H 'Authorization: Bearer TOKEN' \\
  -d '{"title": "Notes on the engine", "originalContent": "It weaves *algebraic* patterns.", "status": "PUBLISHED"}'
\`\`\`

Read and search it, as anyone may:

\`\`\`sh
curl ${ADDRESS}/api/content/posts
\`\`\`

\`\`\`sh
curl '${ADDRESS}/api/content/posts/search?keyword=algebra'
\`\`\`

## One of each

A category, a tag, and the post with both; what is not sent stays as it is:

${create("categories", createCategory)}

${create("tags", createTag)}

\`\`\`sh
curl -X PUT ${ADDRESS}/api/admin/posts/1 ${asJson} ${asAda} \\
  -d '{"title": "Notes on the engine", "categoryIds": [1], "tagIds": [1]}'
\`\`\`

A page of its own, a note, a link, an option of your own, an entry of the menu:

${create("sheets", createSheet)}

${create("journals", createJournal)}

${create("links", createLink)}

${create("options", createOption)}

${create("menus", createMenu)}

A file, or several (\`files\` repeated); the answer is an array. With the \`url\` of a picture in it a photo is made:

\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/attachments ${asAda} -F 'files=@plan.png' -F 'team=Drawings'
\`\`\`

\`\`\`sh
curl -X POST ${ADDRESS}/api/admin/photos ${asJson} ${asAda} \\
  -d '{"name": "Plan 25", "url": "URL", "thumbnail": "", "team": "Drawings"}'
\`\`\`

A visitor comments, without a token; the comment waits (\`AUDITING\`) until somebody approves it:

\`\`\`sh
curl -X POST ${ADDRESS}/api/content/posts/comments ${asJson} \\
  -d '{"author": "Charles", "content": "Where do the *cards* come from?", "postId": 1}'
\`\`\`

\`\`\`sh
curl '${ADDRESS}/api/admin/posts/comments?status=AUDITING' ${asAda}
\`\`\`

\`\`\`sh
curl -X PUT ${ADDRESS}/api/admin/posts/comments/1/status/PUBLISHED ${asAda}
\`\`\`

\`\`\`sh
curl ${ADDRESS}/api/content/posts/1/comments
\`\`\`

A script signs in with a token of its own, shown this once, in place of TOKEN; its scopes say what it may do:

${create("tokens", createPersonalToken)}

## A client with types

The OpenAPI document is \`${ADDRESS}/api/openapi.json\`. Of it openapi-typescript makes types, with which openapi-fetch checks each call while you write it:

\`\`\`bash
npx openapi-typescript ${ADDRESS}/api/openapi.json -o api.d.ts
npm install openapi-fetch
\`\`\`

\`\`\`ts
${client}
\`\`\`

## What holds everywhere

- **One record** is a bare object; created: 201 with \`Location\`. **A list** is a bare array; how many there are stands in \`X-Total-Count\`, the other pages in \`Link\`. \`page\` counts from 1, \`size\` goes to 100, \`sort=createTime,desc\` may be repeated.
- **PUT** changes what is sent and leaves the rest; \`null\` clears. What a record cannot be without has to be sent each time: a post's or a page's \`title\`, for one, else 400.
- **Dates** leave as ISO 8601 in UTC; they enter with an offset, or as epoch milliseconds.
- **Errors** are \`application/problem+json\` with \`code\`, \`detail\` and, for a field that breaks its rule, one entry in \`errors\`. Fields nobody knows are refused, query names nobody knows are ignored.
- **Lost updates**: an answer with \`version\` carries it as \`ETag\`; sent back in \`If-Match\`, a change that would overwrite another is refused with 412.
- **Repeats**: \`Idempotency-Key\` on a POST makes the same request within 24 hours answer the first answer.
- **Webhooks** are told by POST. \`X-Broadsheet-Event\` says what happened, \`X-Broadsheet-Delivery\` is the same for each try. \`X-Broadsheet-Signature\` is \`t=SECONDS,v1=HEX\`: HEX is the HMAC-SHA256, keyed with the webhook's secret, of SECONDS, a full stop and the body as it came. What is not answered with 2xx in ten seconds is tried again, eight times in all.
- **From a page of another origin** (CORS): browsers show it answers only where the option \`api_allowed_origins\` lists its origin, several parted by spaces: \`https://app.example https://www.example\`. There are no cookies to be sent; a token goes in \`Authorization\`, and not into a page that others see.
- **Caching**: what is public carries an \`ETag\`; \`If-None-Match\` gives 304.
`;

/** The guide for newcomers, in Markdown. `lib/api/docs.test.ts` runs every shell command in this order. */
export const guide = (address: string): string => text.replaceAll(ADDRESS, address);
