import type { z } from "zod";
import type { noInput } from "./fields";
import type { Operation } from "./operation";
import { port } from "./port";
import type { SiteLocale } from "./languages";

/** The query that reads the site's facts; the doors need its language and time zone. */
export type SiteFacts = Operation<
  typeof noInput,
  z.ZodType<{ installed: boolean; locale: SiteLocale; timeZone: string }>
>;

export const siteFacts = port<SiteFacts>("what the site is");
