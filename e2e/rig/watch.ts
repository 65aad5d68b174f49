import type { BrowserContext } from "@playwright/test";

/**
 * Whose texts a test shows: ours may load nothing from other hosts; foreign ones may, and get empty pictures for the
 * missing ones.
 */
export type Texts = "ours" | "found";

const isForeign = (address: string): boolean => {
  const { hostname, protocol } = new URL(address);
  return hostname !== "localhost" && hostname !== "127.0.0.1" && protocol.startsWith("http");
};

const onePixel = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

/**
 * Records unexpected errors of a browser: console errors, uncaught errors, policy violations, requests to other hosts.
 */
export class Watch {
  readonly problems: string[] = [];
  /** Documents that were answered with an error status; the browser reports these in its console as well. */
  readonly #refused = new Set<string>();

  constructor(
    private readonly context: BrowserContext,
    private readonly texts: Texts,
  ) {
    context.on("response", (response) => {
      if (response.status() >= 400 && response.request().isNavigationRequest()) this.#refused.add(response.url());
    });
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      this.problems.push(`${message.location().url} ${message.text()}`);
    });
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => {
      if (texts === "ours" && isForeign(request.url())) this.problems.push(`request to another host: ${request.url()}`);
    });
  }

  async begin(): Promise<void> {
    if (this.texts !== "found") return;
    await this.context.route("**", (route) => {
      const isPicture = route.request().resourceType() === "image";
      return isPicture || isForeign(route.request().url())
        ? route.fulfill(isPicture ? { contentType: "image/svg+xml", body: onePixel } : { body: "" })
        : route.fallback();
    });
  }

  /** The console's errors without those about refused documents. */
  unexpected = (): string[] =>
    this.problems.filter(
      (problem) =>
        !(
          [...this.#refused].some((url) => problem.startsWith(`${url} `)) &&
          problem.includes("the server responded with a status of")
        ),
    );
}
