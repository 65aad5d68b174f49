import type { Page } from "@playwright/test";

/** A kind of resource, as the browser names it. */
type ResourceType = "Document" | "Script" | "Stylesheet" | "Font" | "Image";

/** Counts what a page fetches from now on, as if for the first time; answers the bytes over the wire, headers included, of these kinds. */
export async function weigh(page: Page): Promise<(...kinds: ResourceType[]) => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return (...wanted) => wanted.reduce((sum, kind) => sum + (bytes.get(kind) ?? 0), 0);
}
