"use client";
import { useTranslations } from "next-intl";
import { useDesk } from "../admin/desk";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { Link } from "../ui/link";
import { addressOf, isNarrowed, stateOf, widened } from "./list-place";
import { useListing } from "./listing";

/** An empty list: why, and the way on. */
export function NothingHere() {
  const { resource, view } = useListing();
  const { place, words, begin } = resource;
  const t = useTranslations(words);
  const kit = useTranslations("list");
  const { may } = useDesk();
  const link = (href: string, label: string) => (
    <Button asChild>
      <Link href={href}>{label}</Link>
    </Button>
  );
  if (isNarrowed(place, view))
    return (
      <Empty text={t("empty.narrowed")} action={link(addressOf(place, view, widened(place, view)), kit("widen"))} />
    );
  const state = stateOf(place, view);
  const usual = place.states?.names[0] ?? "";
  const mayBegin = begin && (!begin.can || may(begin.can)) && (!begin.states || begin.states.includes(state));
  return (
    <Empty
      text={t(`empty.${state || "all"}`)}
      action={
        mayBegin ? link(begin.href, t("empty.begin")) : state !== usual ? link(place.path, kit("toAll")) : undefined
      }
    />
  );
}
