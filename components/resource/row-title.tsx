"use client";
import { Fragment, type ReactNode } from "react";
import { useListing } from "./listing";
import type { Row } from "./resource";
import { Link } from "../ui/link";

export const titleLook =
  "text-left text-[0.95rem] leading-snug font-[560] no-underline [overflow-wrap:anywhere] hover:underline hover:underline-offset-3";

/** A row's main cell where opening it takes one of its actions, such as one with a dialog. */
export function RowOpener({ row, action, children }: { row: Row; action: string; children: ReactNode }) {
  const { actionsOn, act } = useListing();
  const taken = actionsOn(row).find(({ name }) => name === action);
  return (
    <button type="button" data-main className={titleLook} onClick={() => taken && act(taken, row)}>
      {children}
    </button>
  );
}

/** A row's main cell where there is nothing to open: the keys for rows go to it. */
export const RowName = ({ children }: { children: ReactNode }) => (
  <span data-main tabIndex={-1} className="text-[0.95rem] leading-snug font-[560] [overflow-wrap:anywhere]">
    {children}
  </span>
);

/** A row's main cell: its name, which opens it, and notes below. Keys go to what carries `data-main`. */
export const RowTitle = ({
  href,
  notes = [],
  children,
}: {
  href: string;
  notes?: readonly (string | false | null | undefined)[];
  children: ReactNode;
}) => {
  const said = notes.filter(Boolean);
  return (
    <>
      <Link href={href} data-main className={titleLook}>
        {children}
      </Link>
      {said.length > 0 && (
        <div className="mt-px text-[0.8rem] [overflow-wrap:anywhere] text-soft">
          {said.map((note, at) => (
            <Fragment key={at}>
              {at > 0 && " · "}
              <bdi>{note}</bdi>
            </Fragment>
          ))}
        </div>
      )}
    </>
  );
};
