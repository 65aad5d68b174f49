import { expect } from "vitest";
import { api } from "../api/app";
import { issueTokens } from "../features/accounts/tokens/tokens";
import type { Role } from "../core/access";
import { statusOf } from "../core/errors";
import { engine } from "../core/operation";
import { provideFeatures } from "../server/features";
import { anActor } from "./actors";

provideFeatures();

/** A new account with this role and its access token. */
export async function aToken(role: Role): Promise<{ id: number; token: string }> {
  const { id } = await anActor(role);
  return { id, token: await tokenOf(id) };
}

/** Another access token of an account. */
export const tokenOf = async (userId: number): Promise<string> =>
  (
    await engine().transaction(
      (db) => issueTokens(db, { userId, role: "ADMIN" }, new Date()),
      () => null,
    )
  ).accessToken;

type Call = { token?: string | undefined; body?: unknown; headers?: Record<string, string>; ip?: string };
type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Headers; text: string; json: Json; list: Json[] };

/** Whether a body is sent as it is or as JSON; undici sets no Content-Length of its own before it sends. */
function bodyOf(body: unknown): { body?: BodyInit; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  // The platform writes the form, and its boundary into the type.
  if (body instanceof FormData) return { body, headers: {} };
  if (body instanceof Uint8Array) return { body: body as BodyInit, headers: { "content-length": String(body.length) } };
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return { body: bytes, headers: { "content-type": "application/json", "content-length": String(bytes.byteLength) } };
}

/** A form with one file. */
export function aForm(
  name = "text.txt",
  bytes: Buffer | string = "A text.",
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("files", new Blob([bytes as BlobPart], { type: "application/x-made-up" }), name);
  return form;
}

/** Internal failures, for tests that expect none. */
export const logged: unknown[] = [];

/** One request to the API, as the front desk would pass it on; checks the shape of refusals. */
export async function call(
  method: string,
  path: string,
  { token, body, headers = {}, ip = "192.0.2.1" }: Call = {},
): Promise<Answer> {
  const sent = bodyOf(body);
  const request = new Request(`http://localhost/api${path}`, {
    method,
    ...(sent.body && { body: sent.body }),
    headers: { ...sent.headers, ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  return read(await api(request, { ip, requestId: "test-request", log: (error) => logged.push(error) }), method);
}

/** Reads an answer, and checks the shape of a refusal. */
export async function read(response: Response, method: string): Promise<Answer> {
  const text = await response.text();
  const parsed: unknown = text === "" ? null : JSON.parse(text);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    json: (parsed ?? {}) as Json,
    list: Array.isArray(parsed) ? (parsed as Json[]) : [],
  };
  if (response.status >= 400 && method !== "HEAD") expectProblem(answer);
  return answer;
}

/** A refusal: RFC 9457 with the fields of docs/specification.md ("Refusals"). */
function expectProblem({ status, headers, json }: Answer): void {
  expect(headers.get("content-type")).toBe("application/problem+json");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-request-id")).toBe("test-request");
  expect(json).toMatchObject({
    type: "about:blank",
    title: expect.stringMatching(/^[A-Z]/),
    status,
    detail: expect.stringMatching(/\S.*[.?!]$/),
    requestId: "test-request",
  });
  expect(statusOf[json.code as keyof typeof statusOf]).toBe(status);
  expect(headers.has("www-authenticate")).toBe(status === 401);
  expect(headers.has("allow")).toBe(status === 405);
  for (const each of (json.errors ?? []) as Json[])
    expect(each).toEqual({
      field: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
    });
  expect(
    Object.keys(json).filter(
      (key) => !["type", "title", "status", "code", "detail", "reason", "errors", "current", "requestId"].includes(key),
    ),
  ).toEqual([]);
}
