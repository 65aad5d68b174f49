import { z } from "zod";

const byStatus = z.object({ total: z.int(), PUBLISHED: z.int(), INTIMATE: z.int(), DRAFT: z.int(), RECYCLE: z.int() });

/** The numbers of everything the caller may work on; `visits` and `likes` are sums over all of it. */
export const statistics = z.object({
  posts: byStatus,
  sheets: byStatus,
  journals: z.object({ total: z.int(), PUBLIC: z.int(), INTIMATE: z.int() }),
  categories: z.int(),
  tags: z.int(),
  links: z.int(),
  menus: z.int(),
  words: z.int(),
  visits: z.int(),
  likes: z.int(),
});

/** The same of everything public. */
export const publicStatistics = z.object({
  posts: z.int(),
  sheets: z.int(),
  journals: z.int(),
  categories: z.int(),
  tags: z.int(),
  links: z.int(),
  words: z.int().describe("In posts and sheets, those behind a password left out."),
  visits: z.int().describe("As `words`."),
  likes: z.int().describe("As `words`, and of journals."),
});
