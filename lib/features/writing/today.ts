import type { Database } from "../../../db";
import { dayIn } from "../../core/calendar";
import { spokenName } from "../../core/host-names";
import { addressOf, readOptions } from "../../services/settings/reading";

/** The present day on the calendar of the site, the zone of that calendar, and the site's own name. */
export async function readToday(
  db: Database,
  now: Date,
): Promise<{ day: number; timeZone: string; own: string | null }> {
  const options = await readOptions(db);
  const timeZone = options.site_timezone;
  return { day: dayIn(timeZone, now), timeZone, own: spokenName(new URL(addressOf(options)).host) };
}
