import { notFound } from "next/navigation";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";

export const dynamic = "force-dynamic";

/** What devices read when the site is put on a home screen; only where it has an icon of its own. */
export async function GET() {
  const { title, hasIcon } = await readAsVisitor(getSite, {});
  if (!hasIcon) notFound();
  const icons = [192, 512].map((size) => ({
    src: `/icons/${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  }));
  return Response.json(
    { name: title, start_url: "/", display: "browser", icons },
    { headers: { "content-type": "application/manifest+json" } },
  );
}
