import { invalid } from "../../core/errors";
import { procedure } from "../../core/operation";
import {
  type AddressCheck,
  fetchOutside,
  type Incoming,
  isPublicAddress,
  Unreachable,
} from "../../services/outbound/outbound";
import { type PageFacts, readPage } from "../../text/html/page-facts";
import * as shape from "./schema";

const PAGE_MS = 8_000;
const LOGO_MS = 4_000;
const MOST_OF_PAGE = 2_097_152;
const MOST_OF_LOGO = 1_048_576;
/** Addresses that are tried for a logo. */
const MOST_LOGOS = 4;
const LONGEST_LOGO = 1023;

const unreachable = () =>
  invalid("url", "unreachable", "This address could not be reached. Check it, or fill in the rest yourself.");

const typeOf = ({ headers }: Incoming): string => String(headers["content-type"] ?? "").toLowerCase();
const headers = (accept: string) => ({ "user-agent": "Broadsheet", accept });

/** The page's text; in another encoding than it says, it is read as UTF-8. */
function textOf(page: Incoming): string {
  const [, charset = "utf-8"] = /charset=["']?([\w-]+)/.exec(typeOf(page)) ?? [];
  try {
    return new TextDecoder(charset).decode(page.body);
  } catch {
    return new TextDecoder().decode(page.body);
  }
}

/** The first of these addresses that answers with a picture; a browser's list of icons may be out of date. */
async function logoOf({ icons }: PageFacts, page: string, allows: AddressCheck): Promise<string> {
  const addresses = [...icons, "/favicon.ico"].flatMap((icon) =>
    URL.canParse(icon, page) ? new URL(icon, page).href : [],
  );
  for (const address of [...new Set(addresses)].filter(({ length }) => length <= LONGEST_LOGO).slice(0, MOST_LOGOS)) {
    const answer = await fetchOutside(address, {
      method: "GET",
      headers: headers("image/*"),
      timeMs: LOGO_MS,
      mostBytes: MOST_OF_LOGO,
      allows,
    }).catch((error: unknown) => {
      if (error instanceof Unreachable) return null;
      throw error;
    });
    if (answer?.status === 200 && answer.body.length > 0 && typeOf(answer).startsWith("image/")) return answer.url;
  }
  return "";
}

const short = (text: string, most: number) => [...text].slice(0, most).join("").trim();

/** What `proposeLink` is made of: `allows` says which addresses may be asked. */
export const proposing = (allows: AddressCheck) =>
  procedure("proposeLink", {
    can: "manage links",
    input: shape.linkAddress,
    output: shape.linkProposal,
    example: { url: "https://society.example.org/" },
    summary:
      "Fetches the page and says what a link to it may show. Addresses that are not on the public internet are refused like those that do not answer.",
    run: async (_context, { url }) => {
      const page = await fetchOutside(url, {
        method: "GET",
        headers: headers("text/html"),
        timeMs: PAGE_MS,
        mostBytes: MOST_OF_PAGE,
        allows,
      }).catch((error: unknown) => {
        throw error instanceof Unreachable ? unreachable() : error;
      });
      if (page.status !== 200) throw unreachable();
      const facts = typeOf(page).includes("html") ? readPage(textOf(page)) : { name: "", description: "", icons: [] };
      return {
        name: short(facts.name, 255),
        description: short(facts.description, 255),
        logo: await logoOf(facts, page.url, allows),
      };
    },
  });

/** Name, description and logo for a link to an address, as its page gives them. */
export const proposeLink = proposing(isPublicAddress);
