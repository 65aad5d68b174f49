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

/** A short form of the journey with the typed client. */
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

Sign in. The answer contains \`accessToken\` (valid for a day) and \`refreshToken\` (valid for 30 days; each works once):

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

A category, a tag, and the post in both. Fields that are not sent stay as they are:

${create("categories", createCategory)}

${create("tags", createTag)}

\`\`\`sh
curl -X PUT ${ADDRESS}/api/admin/posts/1 ${asJson} ${asAda} \\
  -d '{"title": "Notes on the engine", "categoryIds": [1], "tagIds": [1]}'
\`\`\`

A sheet (a page without a date), a journal, a link, an option of your own, a menu entry:

${create("sheets", createSheet)}

${create("journals", createJournal)}

${create("links", createLink)}

${create("options", createOption)}

${create("menus", createMenu)}

Upload a file, or several (repeat \`files\`); the answer is an array. Then make a photo with the \`url\` of a picture in it:

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

A script uses an access token of its own in place of TOKEN. Its scopes say what it may do; it is shown only once:

${create("tokens", createPersonalToken)}

## A client with types

The OpenAPI document is \`${ADDRESS}/api/openapi.json\`. openapi-typescript makes types from it, and openapi-fetch uses them to check each call while you write it:

\`\`\`bash
npx openapi-typescript ${ADDRESS}/api/openapi.json -o api.d.ts
npm install openapi-fetch
\`\`\`

\`\`\`ts
${client}
\`\`\`

## What holds everywhere

- **One record** is a bare object; created: 201 with \`Location\`. **A list** is a bare array; \`X-Total-Count\` has the number of all records, and \`Link\` the other pages. \`page\` counts from 1, \`size\` is at most 100, \`sort=createTime,desc\` may be repeated.
- **PUT** changes the fields that are sent and leaves the rest; \`null\` clears a field. Required fields must be sent each time, such as the \`title\` of a post or sheet; otherwise the answer is 400.
- **Dates** are answered in ISO 8601, in UTC. Send them with an offset, or as epoch milliseconds.
- **Errors** are \`application/problem+json\` with \`code\`, \`detail\` and, for each wrong field, an entry in \`errors\`. Unknown fields are refused; unknown query parameters are ignored.
- **Lost updates**: an answer with a \`version\` also has it as \`ETag\`. Send it back in \`If-Match\`, and a change that would overwrite somebody else's is refused with 412.
- **Repeating**: with an \`Idempotency-Key\`, a POST that is sent again within 24 hours gets the first answer again and does nothing.
- **Webhooks** receive a POST. \`X-Broadsheet-Event\` says what happened; \`X-Broadsheet-Delivery\` is the same for each attempt. \`X-Broadsheet-Signature\` is \`t=SECONDS,v1=HEX\`: HEX is the HMAC-SHA256, keyed with the webhook's secret, of SECONDS, a full stop and the body as received. If the receiver does not answer 2xx within ten seconds, the delivery is tried again, at most eight times in all. At most 1,000 messages wait for one receiver; beyond that the oldest are dropped. A webhook whose receiver takes nothing for three days is turned off, which is mailed to every ADMIN.
- **From a page of another origin** (CORS): browsers let it read answers only if the option \`api_allowed_origins\` lists its origin, separated by spaces: \`https://app.example https://www.example\`. The API uses no cookies; send a token in \`Authorization\`, and never put it into a page that others can see.
- **Caching**: public answers have an \`ETag\`; with a matching \`If-None-Match\` the answer is 304.
`;

/** The guide for newcomers, in Markdown. `lib/api/docs.test.ts` runs every shell command in this order. */
export const guide = (address: string): string => text.replaceAll(ADDRESS, address);
