import { type AppError, toAppError } from "../core/errors";

/** An RFC 9457 answer; the request id finds an internal failure in the log. */
export function problem(
  error: AppError,
  requestId: string,
): { status: number; headers: Record<string, string>; body: string } {
  const { errors, reason, current, retryAfter, allow } = error.extra;
  const body = JSON.stringify({
    type: "about:blank",
    title: error.title,
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(reason !== undefined && { reason }),
    ...(errors && { errors }),
    ...(current !== undefined && { current }),
    requestId,
  });
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter));
  if (allow) headers.allow = allow.join(", ");
  // The rest of a refused body is not read.
  if (error.status === 413) headers.connection = "close";
  return { status: error.status, headers, body };
}

/** The same for anything thrown. */
export const problemFrom = (thrown: unknown, requestId: string) => problem(toAppError(thrown), requestId);
