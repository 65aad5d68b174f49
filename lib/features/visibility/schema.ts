import { z } from "zod";

/** When the next scheduled post or sheet becomes visible; null where none is scheduled. */
export const publication = z.object({ at: z.date().nullable() });
