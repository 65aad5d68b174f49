import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link inside the dashboard without prefetching: its pages are rendered again for each request, so prefetching would render
 * every linked page for nothing.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />;
