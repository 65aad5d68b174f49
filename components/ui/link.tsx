"use client";
import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useMayGo } from "./use-dashboard-router";

/** How a link among words looks; buttons, tabs and titles of rows are seen to lead somewhere without it. */
export const linkLook = "underline decoration-edge underline-offset-3 hover:decoration-current";

/**
 * A link inside the dashboard without prefetching: its pages are rendered again for each request, so prefetching would render
 * every linked page for nothing. Without a connection the page stays as it is.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  const mayGo = useMayGo();
  return (
    <NextLink
      prefetch={false}
      onNavigate={(event) => {
        if (!mayGo()) event.preventDefault();
      }}
      {...props}
    />
  );
}
