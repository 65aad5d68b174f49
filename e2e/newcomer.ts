// A client developer's first program. Not part of the program's types: the journey `typed-client.spec.ts` compiles it
// against types made of the running server's document.
import createClient from "openapi-fetch";
import type { paths } from "./api";

type Answered<T> = { data?: T; error?: unknown; response: Response };

/** The answer to a call that must succeed. */
async function must<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (error !== undefined || !response.ok)
    throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`);
  return data as T;
}

/** The form in which files are sent. */
function formOf({ files, team }: { files: string[]; team?: string | null }): FormData {
  const form = new FormData();
  for (const file of files) form.append("files", new Blob([file]), "plan.txt");
  form.append("team", team ?? "");
  return form;
}

/** Installs a site, signs in, and uses one of each resource; returns the results. */
export async function newcomer(baseUrl: string): Promise<string[]> {
  const seen: string[] = [];
  const open = createClient<paths>({ baseUrl });
  const account = { username: "ada", password: "analytical engine" };
  const owner = await must(
    open.POST("/api/admin/users", {
      body: { ...account, nickname: "Ada Lovelace", email: "ada@example.org", title: "The Daily Engine" },
    }),
  );
  seen.push(`${owner.username} is ${owner.role}`);

  const { accessToken } = await must(open.POST("/api/admin/login", { body: account }));
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${accessToken}` } });

  const category = await must(api.POST("/api/admin/categories", { body: { name: "Engines" } }));
  const tag = await must(api.POST("/api/admin/tags", { body: { name: "looms", color: "rebeccapurple" } }));
  const post = await must(
    api.POST("/api/admin/posts", {
      body: {
        title: "Notes",
        originalContent: "It weaves *algebraic* patterns.",
        status: "PUBLISHED",
        categoryIds: [category.id],
        tagIds: [tag.id],
      },
    }),
  );
  const user = await must(
    api.POST("/api/admin/users", {
      body: { username: "grace", nickname: "Grace", email: "grace@example.org", title: "Admiral", role: "AUTHOR" },
    }),
  );
  const invitation = await must(api.POST("/api/admin/invitations", { body: { role: "EDITOR" } }));
  seen.push(
    `${post.title} in ${post.categories.map(({ name }) => name).join()} with ${post.tags.map(({ name }) => name).join()}`,
  );

  const listed = await api.GET("/api/content/posts", { params: { query: { size: 5, sort: ["createTime,desc"] } } });
  seen.push(`${listed.data?.length} of ${listed.response.headers.get("x-total-count")} listed`);
  const found = await must(open.GET("/api/content/posts/search", { params: { query: { keyword: "algebra" } } }));
  seen.push(
    `found: ${found[0]?.highlights.text
      .filter(({ match }) => match)
      .map(({ text }) => text)
      .join()}`,
  );

  const sheet = await must(
    api.POST("/api/admin/sheets", { body: { title: "About", originalContent: "Engines.", status: "PUBLISHED" } }),
  );
  const journal = await must(api.POST("/api/admin/journals", { body: { sourceContent: "The mill turned." } }));
  const link = await must(api.POST("/api/admin/links", { body: { name: "Society", url: "https://society.example/" } }));
  const [file] = await must(
    api.POST("/api/admin/attachments", { body: { files: ["A plan."], team: "Drawings" }, bodySerializer: formOf }),
  );
  const photo = await must(
    api.POST("/api/admin/photos", { body: { name: "Plan", url: file?.url ?? "", thumbnail: "" } }),
  );
  const used = await must(
    api.GET("/api/admin/attachments/{attachmentId}/usages", { params: { path: { attachmentId: file?.id ?? 0 } } }),
  );
  seen.push(
    `${sheet.url}, ${journal.type}, ${link.name}, ${file?.mediaType} used by ${used.map(({ kind }) => kind).join()} ${photo.name}`,
  );

  const waiting = await must(
    open.POST("/api/content/posts/comments", {
      body: { author: "Charles", content: "Where *from*?", postId: post.id },
    }),
  );
  const commented = { params: { path: { id: post.id } } };
  const before = await must(open.GET("/api/content/posts/{id}/comments", commented));
  const approved = await must(
    api.PUT("/api/admin/posts/comments/{commentId}/status/{status}", {
      params: { path: { commentId: waiting.id, status: "PUBLISHED" } },
    }),
  );
  const after = await must(open.GET("/api/content/posts/{id}/comments", commented));
  seen.push(
    `${waiting.status}: ${before.length} to be seen; ${approved.status}: ${after.map(({ author }) => author).join()}`,
  );

  const path = { postId: post.id };
  const changed = await must(
    api.PUT("/api/admin/posts/{postId}", {
      params: { path, header: { "If-Match": `"${post.version}"` } },
      body: { title: "More notes" },
    }),
  );
  const stale = await api.PUT("/api/admin/posts/{postId}", {
    params: { path, header: { "If-Match": `"${post.version}"` } },
    body: { title: "Other notes" },
  });
  seen.push(`${changed.title}, then ${stale.error?.code}`);
  await must(
    api.PUT("/api/admin/posts/{postId}/content", {
      params: { path },
      body: { originalContent: "Still being written." },
    }),
  );
  await must(
    api.PUT("/api/admin/categories/{categoryId}", {
      params: { path: { categoryId: category.id } },
      body: { name: "Machines" },
    }),
  );
  await must(api.PUT("/api/admin/tags/{tagId}", { params: { path: { tagId: tag.id } }, body: { name: "cards" } }));
  await must(api.PUT("/api/admin/users/{userId}", { params: { path: { userId: user.id } }, body: { role: "EDITOR" } }));
  const refused = await api.POST("/api/admin/posts", { body: { title: " " } });
  seen.push(`refused: ${refused.error?.errors?.map(({ field, code }) => `${field} ${code}`).join()}`);

  await must(api.DELETE("/api/admin/posts/{postId}", { params: { path, query: { permanent: true } } }));
  await must(api.DELETE("/api/admin/categories/{categoryId}", { params: { path: { categoryId: category.id } } }));
  await must(api.DELETE("/api/admin/tags/{tagId}", { params: { path: { tagId: tag.id } } }));
  await must(api.DELETE("/api/admin/users/{userId}", { params: { path: { userId: user.id } } }));
  await must(
    api.DELETE("/api/admin/invitations/{invitationId}", { params: { path: { invitationId: invitation.id } } }),
  );
  const gone = await api.GET("/api/admin/posts/{postId}", { params: { path } });
  seen.push(`then ${gone.response.status}`);
  return seen;
}
