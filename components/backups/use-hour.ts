import { useFormatter } from "next-intl";
import { useTimeZone } from "../ui/time-zone";

/** An hour of UTC as the reader's clock shows it today. */
export function useHour(): (hour: number) => { utc: string; here: string } {
  const format = useFormatter();
  const timeZone = useTimeZone();
  return (hour) => {
    const at = new Date();
    at.setUTCHours(hour, 0, 0, 0);
    const write = (zone: string) =>
      format.dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
    return { utc: write("UTC"), here: write(timeZone) };
  };
}
