import type { IncomingMessage } from "node:http";
import { collectReads } from "../../core/cache-keys";
import { engine } from "../../core/operation";
import { requestOrigin } from "../../doors/request-host";
import { draftAt } from "../../services/settings/drafts";
import { readOptions } from "../../services/settings/reading";
import { isPublicPage, NOWHERE } from "../addresses/addresses";
import { codeOf, withLinksBelow } from "./owner-code";
import { previewPolicy } from "./page-policy";
import { finished } from "./pages";
import { isUnsaid, type NextHandler, renderForNobody } from "./render";
import type { Whole } from "./sending";

/** Whether a page of this site is at an address, which a preview can show. */
const isPage = (href: string): boolean =>
  href.startsWith("/") &&
  isPublicPage(href.split(/[?#]/, 1)[0] ?? "/") &&
  !/^\/(?:uploads\/|[^?#]*\.[a-z]{3,4}(?:$|[?#]))/.test(href);

/**
 * The site's origin for a page that a frame of the dashboard shows, which has none there; "" for other pages, and where it
 * would end a part of a policy.
 */
export function originInFrame({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): string {
  const origin = url.startsWith("/preview/") ? requestOrigin((name) => headers[name]?.toString()) : "";
  return /[;,]/.test(origin) ? "" : origin;
}

/**
 * A public page as options that are not stored would make it, by the code that makes it for everybody. It is kept by
 * nobody, shown in frames of this site alone, and has no origin, so that the owner's code in it reaches nothing here.
 * Null where the preview has ended.
 */
export async function makeLookPreview(next: NextHandler, req: IncomingMessage): Promise<Whole | null> {
  const draft = draftAt(req.url ?? "/");
  if (!draft || !isPage(draft.page)) return null;
  const { result: page } = await collectReads(
    async () => {
      const asked = await renderForNobody(next, draft.page, "");
      return isUnsaid(asked) ? renderForNobody(next, NOWHERE, "") : asked;
    },
    { drafted: draft.options },
  );
  const code = codeOf({ ...(await readOptions(engine().reader)), ...draft.options });
  const { status, headers, body } = await finished(page, false, code, originInFrame(req));
  return {
    status,
    headers: [
      ...headers
        .filter(([name]) => name.toLowerCase() !== "referrer-policy")
        .map(([name, value]) => {
          if (name.toLowerCase() === "location" && isPage(value)) return [name, draft.path + value];
          return [name, name.toLowerCase() === "content-security-policy" ? previewPolicy(value) : value];
        }),
      // Its address is for whoever has it.
      ["Referrer-Policy", "no-referrer"],
      ["X-Robots-Tag", "noindex, nofollow, noarchive"],
    ].flat(),
    body: Buffer.from(withLinksBelow(body.toString("utf8"), draft.path, isPage)),
  };
}
