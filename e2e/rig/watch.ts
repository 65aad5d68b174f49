import type { BrowserContext } from "@playwright/test";

/** Notes what goes wrong in a browser without being asked for: console errors, uncaught errors, policy violations, requests to other hosts. */
export class Watch {
  readonly problems: string[] = [];
  /** Documents that were answered with an error status; the browser says so in its console as well. */
  readonly #refused = new Set<string>();

  constructor(context: BrowserContext) {
    context.on("response", (response) => {
      if (response.status() >= 400 && response.request().isNavigationRequest()) this.#refused.add(response.url());
    });
    context.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      this.problems.push(`${message.location().url} ${message.text()}`);
    });
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error().message}`));
    context.on("request", (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (hostname !== "localhost" && hostname !== "127.0.0.1" && protocol.startsWith("http")) this.problems.push(`request to another host: ${request.url()}`);
    });
  }

  /** What is left after the console's own words about refused documents. */
  unexpected = (): string[] => this.problems.filter((problem) => !([...this.#refused].some((url) => problem.startsWith(`${url} `)) && problem.includes("the server responded with a status of")));
}
