import { HtmlValidate } from "html-validate";
import { crawl } from "./crawl";
import type { Server } from "./server";
import { structuredData } from "./structured-data";

// A `>` may stand in a text as it is.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-raw-characters": "off" },
  root: true,
});

/** What a validator finds wrong with the pages that a stranger reaches from these addresses. */
export async function mistakes(server: Server, from: readonly string[]): Promise<{ paths: string[]; found: string[] }> {
  const pages = (await crawl(server, from)).filter(
    ({ reply }) => reply.headers["content-type"]?.startsWith("text/html") && reply.headers.location === undefined,
  );
  const found: string[] = [];
  for (const { path, reply } of pages) {
    found.push(...structuredData(reply.text).wrong.map((wrong) => `${path}: ${wrong}`));
    for (const { messages } of (await validator.validateString(reply.text)).results)
      found.push(...messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} ${selector}`));
  }
  return { paths: pages.map(({ path }) => path), found };
}

/** Pages that no other leads to. */
export const apart = [
  "/search?keyword=tide",
  "/search/busy",
  "/page/2",
  "/nowhere",
  "/login",
  "/register",
  "/set-password?code=1",
  "/unsubscribe?token=x",
  "/unsubscribe?list=posts&token=x",
  "/confirm?list=posts&token=x",
  "/setup",
];
