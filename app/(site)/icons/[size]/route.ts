import { notFound } from "next/navigation";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getIcon } from "../../../../lib/features/options/icon";
import { iconSizes } from "../../../../lib/features/options/schema";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ size: string }> };

/** The site's icon in one size, such as `/icons/192.png`. */
export async function GET(_request: Request, { params }: Context) {
  const { size: name } = await params;
  const size = iconSizes.find((each) => `${each}.png` === name) ?? notFound();
  const [icon = notFound()] = await readAsVisitor(getIcon, { sizes: [size] });
  return new Response(new Uint8Array(icon), { headers: { "content-type": "image/png" } });
}
