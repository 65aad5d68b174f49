import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type Entrance, root } from "./server";

type Json = Record<string, unknown>;
export type Answer<T = Json> = { status: number; headers: Headers; body: T; text: string };
type Post = {
  id: number;
  title: string;
  slug: string;
  url: string;
  status: string;
  version: number;
  inProgress: boolean;
  locked: boolean;
  summary: string;
  createTime: string;
};
type Uploaded = { id: number; url: string; size: number; width: number; height: number };
type Term = { id: number; name: string; slug: string; url: string; postCount: number };

export const account = {
  username: "ada",
  nickname: "Ada Lovelace",
  email: "ada@example.org",
  password: "analytical engine",
};

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : {}) as T, text };
}

/** The JSON API over real HTTP, as one caller. */
export class Api {
  constructor(
    private readonly server: Entrance,
    readonly token?: string,
  ) {}

  /** The same caller at another server. */
  at = (server: Entrance): Api => new Api(server, this.token);

  async call<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.server.url(`/api${path}`), {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return answerOf<T>(response);
  }

  /** Sends a form with files. */
  async send<T = Json>(method: string, path: string, body: FormData): Promise<Answer<T>> {
    const headers = { authorization: `Bearer ${this.token ?? ""}` };
    return answerOf<T>(await fetch(this.server.url(`/api${path}`), { method, headers, body }));
  }

  /** A call that must answer this status; returns the body. */
  async must<T>(status: number, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    // An expectation would be kept as a step of the test, each taking longer than the one before.
    if (answer.status !== status)
      throw new Error(`${method} ${path} answered ${answer.status} instead of ${status}: ${answer.text}`);
    return answer.body;
  }

  get = <T = Json>(path: string) => this.must<T>(200, "GET", path);
  post = (fields: Json) => this.must<Post>(201, "POST", "/admin/posts", { status: "PUBLISHED", ...fields });
  /** Changes a post; keeps its title, which every change must contain, unless one is given. */
  change = async (id: number, fields: Json, query = "") =>
    this.must<Post>(200, "PUT", `/admin/posts/${id}${query}`, {
      title: (await this.get<Post>(`/admin/posts/${id}`)).title,
      ...fields,
    });
  /** Uploads one file as a form. */
  async upload(name: string, bytes: Buffer): Promise<Uploaded> {
    const body = new FormData();
    body.append("files", new Blob([new Uint8Array(bytes)]), name);
    const { status, body: uploaded } = await this.send<[Uploaded]>("POST", "/admin/attachments", body);
    expect(status, name).toBe(201);
    const [made] = uploaded;
    return made;
  }

  /** Has a small export looked through, with other names in it where they are given; answers the number of the dry run. */
  async lookThrough(name = "small-wordpress", called: Record<string, string> = {}): Promise<number> {
    const sample = readFileSync(join(root, "e2e/samples/small-wordpress.xml"), "utf8");
    const source = Object.entries(called).reduce((text, [before, after]) => text.replaceAll(before, after), sample);
    const body = new FormData();
    body.append("kind", "auto");
    body.append("dryRun", "true");
    body.append("file", new Blob([source]), `${name}.xml`);
    const { status, text, body: begun } = await this.send<{ id: number }>("POST", "/admin/imports", body);
    expect(status, text).toBe(202);
    return begun.id;
  }

  text = (id: number, fields: Json) => this.must<Post>(200, "PUT", `/admin/posts/${id}/content`, fields);
  status = (id: number, status: string) => this.must<Post>(200, "PUT", `/admin/posts/${id}/status/${status}`);
  category = (fields: Json) => this.must<Term>(201, "POST", "/admin/categories", fields);
  sheet = (fields: Json) => this.must<Post>(201, "POST", "/admin/sheets", { status: "PUBLISHED", ...fields });
  journal = (fields: Json) => this.must<{ id: number; url: string }>(201, "POST", "/admin/journals", fields);
  tag = (fields: Json) => this.must<Term>(201, "POST", "/admin/tags", fields);
}

/** Signs in over HTTP. */
export async function logIn(
  server: Entrance,
  { username, password }: { username: string; password: string } = account,
): Promise<Api> {
  const { accessToken } = await new Api(server).must<{ accessToken: string }>(200, "POST", "/admin/login", {
    username,
    password,
  });
  return new Api(server, accessToken);
}

/** Installs the site over HTTP and signs in as its first account. */
export async function install(server: Entrance, title = "The Daily Test"): Promise<Api> {
  await new Api(server).must(201, "POST", "/admin/users", { ...account, title });
  return logIn(server);
}
