import type { Result } from "../../lib/doors/result";
import type { Attachment } from "../../lib/features/attachments/schema";
import type { Send } from "./upload-queue";

type Way = { method: "POST"; path: string; body: FormData | File; key?: string };

/**
 * Sends bytes and tells which part of them has travelled, which `fetch` does not. Rejects where no answer came.
 */
export function sendBytes<T>(
  { method, path, body, key }: Way,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const lost = () => reject(new Error("The connection ended."));
    request.open(method, path);
    request.responseType = "text";
    if (key !== undefined) request.setRequestHeader("Idempotency-Key", key);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.upload.addEventListener("load", () => onProgress(1));
    request.addEventListener("load", () => {
      try {
        const answer = JSON.parse(request.responseText) as Result<T>;
        if (typeof answer.ok === "boolean") return resolve(answer);
      } catch {
        // A proxy in between may answer with a page of its own.
      }
      lost();
    });
    for (const end of ["error", "timeout", "abort"]) request.addEventListener(end, lost);
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    if (signal.aborted) return lost();
    request.send(body);
  });
}

function formOf(file: File, team = ""): FormData {
  const body = new FormData();
  if (team !== "") body.append("team", team);
  body.append("files", file, file.name);
  return body;
}

/** Keeps a new file. */
export const sendFile: Send = async ({ file, key, team }, onProgress, signal) => {
  const answer = await sendBytes<Attachment[]>(
    { method: "POST", path: "/admin/upload", body: formOf(file, team), key },
    (part) => onProgress(Math.round(part * file.size)),
    signal,
  );
  if (!answer.ok) return answer;
  const [made] = answer.data;
  if (!made) throw new Error("The answer held no file.");
  return { ok: true, data: made };
};

/** Puts a file in the place of another, at the same address. */
export const sendReplacement = (
  attachmentId: number,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Result<Attachment>> =>
  sendBytes({ method: "POST", path: `/admin/upload/${attachmentId}`, body: formOf(file) }, onProgress, signal);
