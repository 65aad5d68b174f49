/** What a newcomer reads first; every command is run by `lib/api/docs.test.ts`, in this order. */
export const guide = `Manage a site (\`/api/admin\`) and read it (\`/api/content\`). JSON in and out.

## From nothing to a published post

The first account installs the site and is its ADMIN:

\`\`\`sh
curl -X POST http://localhost:3000/api/admin/users -H 'Content-Type: application/json' \\
  -d '{"username": "ada", "nickname": "Ada Lovelace", "email": "ada@example.org", "title": "The Daily Engine", "password": "analytical engine"}'
\`\`\`

Sign in. The answer holds \`accessToken\` (for a day) and \`refreshToken\` (for 30 days, each works once):

\`\`\`sh
curl -X POST http://localhost:3000/api/admin/login -H 'Content-Type: application/json' \\
  -d '{"username": "ada", "password": "analytical engine"}'
\`\`\`

Send the token with everything that is not public:

\`\`\`sh
curl -X POST http://localhost:3000/api/admin/posts -H 'Content-Type: application/json' -H 'Authorization: Bearer TOKEN' \\
  -d '{"title": "Notes on the engine", "originalContent": "It weaves *algebraic* patterns.", "status": "PUBLISHED"}'
\`\`\`

Read and search it, as anyone may:

\`\`\`sh
curl http://localhost:3000/api/content/posts
\`\`\`

\`\`\`sh
curl 'http://localhost:3000/api/content/posts/search?keyword=algebra'
\`\`\`

## What holds everywhere

- **One record** is a bare object; created: 201 with \`Location\`. **A list** is a bare array; how many there are stands in \`X-Total-Count\`, the other pages in \`Link\`. \`page\` counts from 1, \`size\` goes to 100, \`sort=createTime,desc\` may be repeated.
- **PUT** changes what is sent and leaves the rest; \`null\` clears.
- **Dates** leave as ISO 8601 in UTC; they enter with an offset, or as epoch milliseconds.
- **Errors** are \`application/problem+json\` with \`code\`, \`detail\` and, for a field that breaks its rule, one entry in \`errors\`. Fields nobody knows are refused, query names nobody knows are ignored.
- **Lost updates**: an answer with \`version\` carries it as \`ETag\`; sent back in \`If-Match\`, a change that would overwrite another is refused with 412.
- **Repeats**: \`Idempotency-Key\` on a POST makes the same request within 24 hours answer the first answer.
- **Caching**: what is public carries an \`ETag\`; \`If-None-Match\` gives 304.
`;
