"use client";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { sayFailed } from "./toaster";

/**
 * A part of the dashboard whose script is loaded when it is first shown, since most pages never show it. Its opener
 * takes `opener`, which begins loading at hover or focus. Not React's `lazy`: that holds back content for 300 ms after
 * an empty place was shown.
 */
export function late<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  let fetched: ComponentType<P> | undefined;
  const watching = new Set<() => void>();
  const watch = (changed: () => void) => {
    watching.add(changed);
    return () => watching.delete(changed);
  };
  const fetchOnce = async () => {
    fetched ??= await fetchPart();
    for (const changed of watching) changed();
  };
  const prepare = () => void fetchOnce().catch(() => undefined);

  function Late(props: P) {
    const t = useTranslations("ui");
    const Part = useSyncExternalStore(
      watch,
      () => fetched,
      () => undefined,
    );
    // A failed load is repeated at the next opening.
    const isWanted = !("open" in props) || props.open === true;
    useEffect(() => {
      if (!Part && isWanted) fetchOnce().catch(() => sayFailed(t("notFetched")));
    }, [Part, isWanted, t]);
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(Late, { opener: { onPointerEnter: prepare, onFocus: prepare } });
}
