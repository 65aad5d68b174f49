"use client";
import { type ComponentProps, useEffect, useRef } from "react";

/** A checkbox that can also show "some of them". */
export function Checkbox({
  indeterminate = false,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "ref"> & { indeterminate?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input type="checkbox" ref={box} {...rest} />;
}
