"use client";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useState } from "react";
import { sayFailed } from "./toaster";

/**
 * A part of the dashboard whose script is fetched when it is first shown: most pages are left without having shown it.
 * What opens it takes `opener`, and the fetching begins as soon as a pointer or the focus is there. Not React's `lazy`:
 * where that has shown an empty place, it holds back what arrives for 300 ms.
 */
export function late<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  let fetched: ComponentType<P> | undefined;
  const fetchOnce = async () => (fetched ??= await fetchPart());
  const prepare = () => void fetchOnce().catch(() => undefined);

  function Late(props: P) {
    const t = useTranslations("ui");
    const [Part, setPart] = useState(() => fetched);
    // What could not be fetched is tried again when it is opened again.
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
