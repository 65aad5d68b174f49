import type { Page } from "@playwright/test";

/** A type of resource, as the browser names it. */
type ResourceType = "Document" | "Script" | "Stylesheet" | "Font" | "Image";

/**
 * Counts what a page loads from now on, with an empty cache; returns the bytes received, headers included, of these
 * types.
 */
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
