import { notFound, redirect } from "next/navigation";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getCard } from "../../../../lib/features/site/cards";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ name: string }> };
type Kind = "post" | "sheet" | "site";

/** The picture that other sites show of a text, such as `/cards/post-12-0f3a….png`; earlier ones lead to the present one. */
export async function GET(_request: Request, { params }: Context) {
  const { name } = await params;
  const [, kind, id] = /^(post|sheet|site)-(\d{1,9})-[0-9a-f]{12}\.png$/.exec(name) ?? notFound();
  const path = `/cards/${name}`;
  const { address, png } = await readAsVisitor(getCard, { kind: kind as Kind, id: Number(id), path });
  return png ? new Response(new Uint8Array(png), { headers: { "content-type": "image/png" } }) : redirect(address);
}
