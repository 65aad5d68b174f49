import { readAsVisitor } from "../../../../lib/doors/page";
import { getFavicon } from "../../../../lib/features/options/icon";

export const dynamic = "force-dynamic";

/** `/favicon.ico`, which many programs ask for without having read a page. */
export async function GET() {
  const icon = await readAsVisitor(getFavicon, {});
  return new Response(new Uint8Array(icon), { headers: { "content-type": "image/x-icon" } });
}
