"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Post } from "../../lib/features/writing/schema";
import { dotOf } from "../text-states/text-states";
import { StateDot } from "../ui/badge";
import { useSiteTimeZone } from "./site-date-field";
import { wallClock } from "../../lib/core/calendar";
import { standingOf } from "./standing";

/** The longest timer of a browser, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The current time, updated when the post's date arrives or changes. */
export function useNowUntil(moment: Date | undefined): Date {
  const [now, setNow] = useState(() => new Date());
  const at = moment?.getTime() ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(0, at + 1 - Date.now()), LONGEST_WAIT));
    return () => clearTimeout(timer);
  }, [at]);
  return now;
}

/** The post's state: a dot and a word, and whether there is a working text. */
export function StandingWords({ post, now, changed }: { post: Post | null; now: Date; changed: boolean }) {
  const t = useTranslations("editor.standing");
  const format = useFormatter();
  const { timeZone, isElsewhere } = useSiteTimeZone();
  const standing = standingOf(post, now);
  const yearOf = (date: Date) => wallClock(date, timeZone).slice(0, 4);
  const isThisYear = post !== null && yearOf(post.createTime) === yearOf(now);
  const date = post
    ? format.dateTime(post.createTime, {
        day: "numeric",
        month: "short",
        ...(!isThisYear && { year: "numeric" }),
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
        timeZone,
        ...(isElsewhere && { timeZoneName: "short" }),
      })
    : "";
  return (
    <span data-standing={standing} className="[&>span]:!whitespace-normal" suppressHydrationWarning>
      <StateDot dot={dotOf[standing]}>{t(standing, { date })}</StateDot>
      {changed && <span className="text-soft"> · {t("changed")}</span>}
    </span>
  );
}
