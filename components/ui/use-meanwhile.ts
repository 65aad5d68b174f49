"use client";
import { useRef, useState } from "react";
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { AsRead, Result } from "../../lib/doors/result";

const isRecord = (value: unknown): value is AsRead =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const pick = (record: object, names: readonly string[]): AsRead =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
/** As a field holds it. */
const inField = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(inField(a)) === JSON.stringify(inField(b));

/** What somebody else has stored since the form was filled. */
export type Meanwhile = {
  /** The fields that hold something else now than in the form. */
  others: { name: string; value: unknown; take: () => void }[];
  isLoaded: boolean;
  /** Fills in what is stored now, except where something was typed. */
  load: () => void;
};

/**
 * Knows what a form was filled from, which its action names to the operation, and what somebody else made of that
 * meanwhile. `record` is what the form shows, as it was read.
 */
export function useMeanwhile<T extends FieldValues>(
  form: UseFormReturn<T>,
  {
    values,
    record,
    loaded,
  }: { values: DefaultValues<T>; record?: object | undefined; loaded?: (() => void) | undefined },
) {
  const names = Object.keys(values);
  const filled = useRef<object>(values);
  const asRead = useRef(record && pick(record, names));
  const [theirs, setTheirs] = useState<AsRead | null>(null);
  const [isLoaded, setLoaded] = useState(false);

  const set = (name: string, value: unknown) =>
    form.setValue(name as Path<T>, inField(value) as PathValue<T, Path<T>>, {
      shouldDirty: true,
      shouldValidate: true,
    });

  /** Fills in stored values, except where something was typed. */
  function refill(stored: AsRead): void {
    const before = filled.current as AsRead;
    const typed = Object.entries(form.getValues()).filter(([name, value]) => !isSame(value, before[name]));
    const next = Object.fromEntries(
      Object.entries({ ...before, ...stored }).map(([name, value]) => [name, inField(value)]),
    );
    filled.current = next;
    if (asRead.current) asRead.current = { ...asRead.current, ...stored };
    // With its fields kept: what is typed before the next rendering would go to none, and be lost.
    form.reset(next as T, { keepFieldsRef: true });
    for (const [name, value] of typed) set(name, value);
  }

  /** Takes note of an answer: what is stored now of what was sent. */
  function heed(answer: Result<unknown>, sent: object): void {
    const stored = answer.ok ? answer.data : answer.error.code === "stale" ? answer.error.current : null;
    if (!asRead.current || !isRecord(stored)) return;
    const known = pick(stored, names);
    if (answer.ok) {
      asRead.current = { ...asRead.current, ...known };
      // Not what the form holds: somebody may have typed since.
      filled.current = sent;
      setTheirs(null);
    } else {
      const read = asRead.current;
      setTheirs(Object.fromEntries(Object.entries(known).filter(([name, value]) => !isSame(value, read[name]))));
      setLoaded(false);
    }
  }

  const inForm = form.watch();
  const meanwhile: Meanwhile | null = theirs && {
    isLoaded,
    others: Object.entries(theirs)
      .filter(([name, value]) => !isSame(value, inForm[name]))
      .map(([name, value]) => ({ name, value, take: () => set(name, value) })),
    load: () => {
      refill(theirs);
      setLoaded(true);
      loaded?.();
    },
  };
  return { asRead: () => asRead.current, heed, refill, meanwhile };
}
