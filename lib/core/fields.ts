import { z } from "zod";
import { isTimeZone } from "./calendar";
import { IncomingFile } from "./incoming-file";

/** Counts characters as people do: code points, not UTF-16 units. */
const isWithin = (value: string, max: number): boolean =>
  value.length <= max || (value.length <= max * 2 && [...value].length <= max);
const countAtLeast = (value: string, min: number): boolean =>
  value.length >= min && (min < 2 || [...value].length >= min);

const issue = (input: unknown, code: string, message: string) => ({
  code: "custom" as const,
  input,
  params: { code },
  message,
});

/**
 * A string of `min` to `max` code points, inclusive. NUL and broken surrogates are refused, since no engine stores them
 * faithfully.
 */
export const text = (max: number, min = 0) =>
  z
    .string()
    .check(({ value, issues }) => {
      if (!isWithin(value, max)) issues.push(issue(value, "too_long", `At most ${max} characters.`));
      if (!countAtLeast(value, min)) issues.push(issue(value, "too_short", `At least ${min} characters.`));
      if (value.includes("\0") || !value.isWellFormed())
        issues.push(
          issue(
            value,
            "wrong_format",
            "This text contains characters that cannot be stored. Remove control characters and unpaired surrogates.",
          ),
        );
    })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) });

/** A text that is not blank; stored trimmed. */
export const label = (max: number) =>
  text(max).transform((value, context) => {
    const trimmed = value.trim();
    if (trimmed === "") context.issues.push(issue(value, "required", "This must not be blank."));
    return trimmed;
  });

export const int32 = z.int32();
export const id = z.int32().min(1);
export const bigId = z.int().min(1);
export const flag = z.boolean();

/** A text whose only bound is that of the whole body. */
export const longText = text(2_097_152);
export const mediumText = text(1023);
export const shortText = text(255);
export const slug = text(255);

/** The years 1000 to 9999; PostgreSQL's text form of other years is ambiguous. */
export const FIRST_INSTANT = -30_610_224_000_000;
export const LAST_INSTANT = 253_402_300_799_999;
const instantWords = "Use ISO 8601 with an offset, or epoch milliseconds.";

/** An instant: ISO 8601 with offset or epoch milliseconds in, `Date` inside. */
export const instantIn = z
  .union([z.iso.datetime({ offset: true }), z.int().min(FIRST_INSTANT).max(LAST_INSTANT)], { error: instantWords })
  .transform((value, context) => {
    const instant = new Date(value);
    if (!(instant.getTime() >= FIRST_INSTANT && instant.getTime() <= LAST_INSTANT))
      context.issues.push(issue(value, "wrong_value", instantWords));
    return instant;
  });

/** Leaves as ISO 8601 UTC with milliseconds, which is what `JSON.stringify` makes of a `Date`. */
export const instantOut = z.date();

const hasOtherScheme = (value: string) =>
  /^[\p{Cc}\s]*[a-z][a-z0-9+.-]*:/iu.test(value) && !/^https?:\/\//i.test(value);

/** http(s) or relative to the site; no other scheme. */
export const address = (max: number) =>
  text(max).refine((value) => !hasOtherScheme(value) && !/[\p{Cc}]/u.test(value), {
    params: { code: "wrong_scheme" },
    error: "Enter an http(s) address or a path on this site.",
  });

/** The name or address of another server, or "" for none. */
export const hostName = text(255).refine((value) => !/[\s\p{Cc}]/u.test(value), {
  params: { code: "wrong_format" },
  error: "This must be the name of a server, without spaces.",
});

/** Whether a text is a whole address of the web, without control characters, which could end a header. */
export const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:\/\//i.test(value) && !/\p{Cc}/u.test(value);

/** An absolute http(s) address. */
export const absoluteUrl = (max: number) =>
  text(max).refine(isWebAddress, {
    params: { code: "wrong_format" },
    error: "Use an absolute address that starts with http:// or https://.",
  });

const looksLikeEmail = (value: string) => /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/.test(value);
const emailWords = { params: { code: "wrong_format" }, error: "This does not look like an e-mail address." };

export const emailWithin = (max: number) => text(max).refine(looksLikeEmail, emailWords);
export const email = emailWithin(127);

/** An e-mail address, or "" for none. */
export const emailOrNone = (max: number) =>
  text(max).refine((value) => value === "" || looksLikeEmail(value), emailWords);

/** At most 1,000 items without duplicates; `keyOf` gives the key by which items are compared. */
export const unique = <T extends z.ZodType>(item: T, keyOf: (item: z.output<T>) => unknown = (value) => value) =>
  z
    .array(item)
    .max(1000)
    .check(({ value, issues }) => {
      const seen = new Set<unknown>();
      value.forEach((entry, index) => {
        const key = keyOf(entry);
        if (seen.has(key)) issues.push({ ...issue(entry, "duplicate", "This is listed twice."), path: [index] });
        seen.add(key);
      });
    })
    .meta({ uniqueItems: true, maxItems: 1000 });

/** A time zone by its name. */
export const timeZone = text(100).refine(isTimeZone, {
  params: { code: "wrong_value" },
  error: "Use the name of a time zone, such as Europe/Lisbon.",
});

/** Files of one request at most. */
export const MOST_FILES = 50;
/** An uploaded file. Only a door makes one, so no caller can name a path. */
export const incomingFile = z
  .instanceof(IncomingFile, { error: "Send a file." })
  .meta({ type: "string", format: "binary" });

/** Items on a page unless its size is given. */
export const USUAL_SIZE = 20;

/** `page`, `size`, `sort` and `keyword` of paged lists; `sort` holds `field,asc` or `field,desc`. */
export const pageInput = (sortable: readonly [string, ...string[]]) => ({
  page: z.int().min(1).max(10_000_000).default(1),
  size: z.int().min(1).max(100).default(USUAL_SIZE),
  sort: z
    .array(
      z.union([z.templateLiteral([z.enum(sortable), ",", z.enum(["asc", "desc"])]), z.enum(sortable)], {
        error: `Sort by ${sortable.join(", ")}, each alone or followed by ,asc or ,desc.`,
      }),
    )
    .max(5)
    .optional(),
  keyword: text(100).optional(),
});

/** The same of a short list, which is whole unless `page` or `size` is given. */
export const shortListInput = (sortable: readonly [string, ...string[]]) => {
  const { page, size, ...rest } = pageInput(sortable);
  return {
    page: page.unwrap().optional().describe("Counts from 1. Without `page` and `size` the answer is the whole list."),
    size: size.unwrap().optional().describe(`Items on one page; ${USUAL_SIZE} if only \`page\` is given.`),
    ...rest,
  };
};

/** The most items of a list for everybody that is whole where no page is asked for; longer ones are read by pages. */
export const MOST_WHOLE = 1_000;

/** What part of such a list is asked for. */
export const partInput = {
  page: z
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe(
      `Counts from 1. Without \`page\` and \`size\` the answer is the whole list, ${MOST_WHOLE} items at most.`,
    ),
  size: z.int().min(1).max(100).optional().describe(`Items on one page; ${USUAL_SIZE} if only \`page\` is given.`),
};

/** The page that stands for that part. */
export const partOf = ({ page, size }: { page?: number | undefined; size?: number | undefined }) =>
  page === undefined && size === undefined
    ? { page: 1, size: MOST_WHOLE }
    : { page: page ?? 1, size: size ?? USUAL_SIZE };

/** A page of a list of addresses; larger than other pages, since addresses are short. */
export const addressPage = z.strictObject({ page: z.int().min(1).max(10_000_000), size: z.int().min(1).max(10_000) });

/** An address, its last change, and the address of the picture there; "" without one that everybody may see. */
export const publicAddress = z.object({ url: z.string(), changed: instantOut, picture: z.string() });

/** A page of a list, with the total number of items. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: z.int() });

/** The input of an operation that takes nothing. */
export const noInput = z.strictObject({});

/** A record by its slug; longer than any slug, since an old link may be. */
export const slugRef = z.strictObject({ slug: text(1000) });

/** The output of an operation that answers nothing. */
export const nothing = z.void();

/** The names of a `sort` parameter in order, as `[name, descending]`. */
export const sortOrder = (sort: readonly string[] | undefined): [string, boolean][] =>
  (sort ?? []).map((entry) => {
    const [name = "", direction] = entry.split(",");
    return [name, direction === "desc"];
  });
