import type { ComponentProps } from "react";

/** A form of a page, sent to the page's own address: `lib/doors/public-page.ts` finds by the name which one it is. */
export function PageForm({ name, children, ...form }: { name: string } & ComponentProps<"form">) {
  return (
    <form method="post" encType="multipart/form-data" {...form}>
      <input type="hidden" name="form" value={name} />
      {children}
    </form>
  );
}
