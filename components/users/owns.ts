"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { UserRemoval } from "../../lib/features/accounts/schema";

/** What an account owns in words, such as "3 posts and 1 file"; "" for nothing. */
export function useOwns(removal: UserRemoval | null): { texts: string } {
  const t = useTranslations("users.owns");
  const format = useFormatter();
  const kinds = ["posts", "sheets", "journals", "files"] as const;
  const said = kinds.flatMap((kind) => (removal && removal[kind] > 0 ? [t(kind, { count: removal[kind] })] : []));
  return { texts: format.list(said) };
}
