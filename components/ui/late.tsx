"use client";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useState } from "react";
import { sayFailed } from "./toaster";

/**
 * A part of the dashboard whose script is loaded when it is first shown, since most pages never show it. Its opener
 * takes `opener`, which begins loading at hover or focus. Not React's `lazy`: that holds back content for 300 ms after
 * an empty place was shown.
 */
export function late<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  let fetched: ComponentType<P> | undefined;
  const fetchOnce = async () => (fetched ??= await fetchPart());
  const prepare = () => void fetchOnce().catch(() => undefined);

  function Late(props: P) {
    const t = useTranslations("ui");
    const [Part, setPart] = useState(() => fetched);
    // A failed load is repeated at the next opening.
    const isWanted = !("open" in props) || props.open === true;
    useEffect(() => {
      if (Part || !isWanted) return;
      fetchOnce().then(
        (part) => setPart(() => part),
        () => sayFailed(t("notFetched")),
      );
    }, [Part, isWanted, t]);
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(Late, { opener: { onPointerEnter: prepare, onFocus: prepare } });
}
