import { z } from "zod";

/** When the next scheduled post or sheet becomes public; null without one. */
export const publication = z.object({ at: z.date().nullable() });
