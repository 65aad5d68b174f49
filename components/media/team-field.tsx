"use client";
import { type ComponentProps, useId } from "react";
import { Field } from "../ui/field";
import { Input } from "../ui/input";

type Props = { label: string; hint?: string; error?: string; teams: readonly string[] } & ComponentProps<"input">;

/** The name of a team: one that is there, or a new one. */
export function TeamField({ label, hint, error, teams, ...input }: Props) {
  const list = useId();
  return (
    <>
      <Field label={label} {...(hint && { hint })} {...(error && { error })}>
        <Input autoComplete="off" list={list} {...input} />
      </Field>
      <datalist id={list}>
        {teams.map((team) => (
          <option key={team} value={team} />
        ))}
      </datalist>
    </>
  );
}
