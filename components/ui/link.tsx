import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link inside the dashboard. Nothing is fetched before it is followed: its pages are made anew each time, so fetching all that a list links to would make every one of them for nothing. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
