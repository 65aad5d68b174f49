"use client";
import { useCallback, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Fields } from "./edits";
import type { FieldErrors } from "./saving";

/** The field that an error's name is about; items of a list are named by index, and indexes change. */
const fieldOf = (name: string) => name.split(".", 1)[0] as keyof Fields;

/** The fields that the server refused last, shown at their places. */
export function useRefusedFields(form: UseFormReturn<Fields>) {
  const [fieldsRefused, setFieldsRefused] = useState(false);
  const refused = useRef<string[]>([]);
  /** The server's field errors; none means that it took all fields. */
  const fieldErrors = useCallback(
    (errors: FieldErrors) => {
      form.clearErrors(refused.current.map(fieldOf));
      for (const [name, message] of Object.entries(errors)) form.setError(name as keyof Fields, { message });
      refused.current = Object.keys(errors);
      setFieldsRefused(refused.current.length > 0);
    },
    [form],
  );
  const refusedNow = useCallback((): readonly string[] => refused.current, []);
  /** A changed field no longer has its error. */
  const fieldChanged = useCallback(
    (name: string | undefined) => {
      setFieldsRefused(false);
      if (name !== undefined && refused.current.some((each) => fieldOf(each) === fieldOf(name)))
        form.clearErrors(fieldOf(name));
    },
    [form],
  );
  return { fieldsRefused, fieldErrors, refusedNow, fieldChanged };
}
