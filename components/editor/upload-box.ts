import { holdsFiles } from "../media/dropped-files";
import type { Upload, UploadQueue } from "../media/upload-queue";

export type UploadWords = Record<"waiting" | "reading" | "lost" | "cancel" | "retry" | "remove", string> & {
  bar: (name: string) => string;
  sending: (part: number) => string;
};

/** The element of an upload: its name, a bar, words, and what can be done. */
export function uploadBox(): HTMLElement {
  const box = document.createElement("span");
  box.className = "editor-upload";
  box.append(
    ...["name", "bar", "said"].map((part) => Object.assign(document.createElement("span"), { className: part })),
  );
  box.querySelector(".bar")?.append(document.createElement("span"));
  for (const part of ["retry", "cancel"]) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: part });
    // A click must not move the cursor.
    button.addEventListener("mousedown", (event) => event.preventDefault());
    box.append(button);
  }
  return box;
}

/** Shows how far an upload is. */
export function fillUpload(box: HTMLElement, upload: Upload, queue: UploadQueue, words: UploadWords): void {
  const { id, name, size, sent, state, message } = upload;
  const part = size === 0 ? 0 : Math.min(100, Math.floor((100 * sent) / size));
  const isWrong = state === "refused" || state === "lost";
  const of = (selector: string) => box.querySelector<HTMLElement>(selector);
  const [title, bar, said] = [of(".name"), of(".bar"), of(".said")];
  box.dataset.state = state;
  if (title) title.textContent = name;
  if (bar) {
    bar.hidden = isWrong;
    bar.role = "progressbar";
    bar.ariaLabel = words.bar(name);
    [bar.ariaValueMin, bar.ariaValueMax, bar.ariaValueNow] = ["0", "100", String(part)];
    (bar.firstElementChild as HTMLElement).style.width = `${state === "reading" ? 100 : part}%`;
  }
  if (said) {
    said.role = isWrong ? "alert" : null;
    said.textContent =
      state === "refused" ? message : state === "sending" ? words.sending(part) : state === "done" ? "" : words[state];
  }
  const [retry, cancel] = [of(".retry"), of(".cancel")];
  if (retry) {
    retry.hidden = !queue.mayRetry(id);
    retry.textContent = words.retry;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- filled again, this replaces the one before
    retry.onclick = () => (state === "lost" ? queue.goOn() : queue.retry(id));
  }
  if (cancel) {
    cancel.hidden = state === "reading" || state === "done";
    cancel.textContent = isWrong ? words.remove : words.cancel;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- filled again, this replaces the one before
    cancel.onclick = () => queue.cancel(id);
  }
}

export type Uploading = { queue: UploadQueue; words: UploadWords };

/** Whether a paste is files alone: office programs add a picture of the text to their texts. */
export const isOfFiles = (data: DataTransfer | null): boolean => holdsFiles(data) && data?.getData("text/plain") === "";
