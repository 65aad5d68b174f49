"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { Result } from "../../lib/doors/result";
import { inSession } from "../ui/session";

type Sending<T> = (onProgress: (part: number) => void, signal: AbortSignal) => Promise<Result<T>>;

/**
 * Sends one large file: `part` of it has travelled, null while nothing does. Leaving the page meanwhile is asked about,
 * since the rest would not arrive.
 */
export function useTransfer<T>(done: (answer: T) => void) {
  const t = useTranslations("moving");
  const [part, setPart] = useState<number | null>(null);
  const [failure, setFailure] = useState("");
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (part === null) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [part]);

  const send = async (sending: Sending<T>) => {
    const own = new AbortController();
    stop.current = own;
    setFailure("");
    setPart(0);
    const answer = await inSession(() => sending(setPart, own.signal));
    if (own.signal.aborted) return;
    setPart(null);
    if (answer?.ok) return done(answer.data);
    const [first] = Object.values(answer?.error.fields ?? {});
    setFailure(first ?? answer?.error.message ?? t("lost"));
  };
  const cancel = () => {
    stop.current?.abort();
    setPart(null);
  };
  return { send, cancel, part, failure, setFailure };
}
