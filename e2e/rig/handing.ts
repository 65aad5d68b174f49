import type { Locator, Page } from "@playwright/test";

// Files as a browser gets them of people: dragged onto a page, or pasted.

type Given = { name: string; bytes: Buffer };

/** What a browser holds of files that are dragged or copied. */
const carrying = (page: Page, given: readonly Given[]) =>
  page.evaluateHandle(
    (all) => {
      const data = new DataTransfer();
      for (const { name, base64 } of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      return data;
    },
    given.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") })),
  );

export async function drop(target: Locator, given: readonly Given[]): Promise<void> {
  const dataTransfer = await carrying(target.page(), given);
  for (const type of ["dragenter", "dragover", "drop"]) await target.dispatchEvent(type, { dataTransfer });
}

export async function paste(target: Locator, given: readonly Given[]): Promise<void> {
  const data = await carrying(target.page(), given);
  await target.evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })),
    data,
  );
}
