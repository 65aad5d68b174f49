import { expect, it } from "vitest";
import { relinked } from "./relink";

const replace = (markdown: string) =>
  relinked(markdown, (address, kind) => (/fog|map\.pdf|ä b/.test(address) ? `/new/${kind}` : undefined));

it.each([
  ['![fog.png](fog.png "fog.png") and fog.png', '![fog.png](/new/image "fog.png") and fog.png'],
  ["![](<./fog 1.png>)", "![](</new/image>)"],
  ["![](%C3%A4%20b.png)", "![](/new/image)"],
  ["[the map](docs/map.pdf) [![](fog.png)](map.pdf)", "[the map](/new/link) [![](/new/image)](/new/link)"],
  ["![x][fog]\n\n[fog]: ./fog.png 'title'\n", "![x][fog]\n\n[fog]: /new/image 'title'\n"],
  [
    '<p><img alt="x" src=\'fog.png\'> <a href="map.pdf">x</a></p>',
    '<p><img alt="x" src="/new/image"> <a href="/new/link">x</a></p>',
  ],
  ["`![](fog.png)`\n\n    ![](fog.png)\n", "`![](fog.png)`\n\n    ![](fog.png)\n"],
  ["![](other.png)\r\n\r\n* 雾 ![](fog.png)\r\n", "![](other.png)\r\n\r\n* 雾 ![](/new/image)\r\n"],
])("%j becomes %j", (markdown, expected) => expect(replace(markdown)).toBe(expected));
