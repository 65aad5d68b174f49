import { address as addressField } from "../../../core/fields";
import { breathing } from "../../../core/giving-way";
import { tellingElements } from "../../../text/html/relink-html";
import { addressesInText, textWithAddresses } from "../../../services/rendering/renderer";
import type { Body } from "../../../text/markdown/addresses-in";
import { placeOf } from "../../../text/uploads";
import { type Text, textFrom } from "../../writing/texts";
import type { ForeignRecord } from "../records";
import type { Media } from "./media";
import type { OldSite, Place } from "./old-site";

const shownAddress = addressField(1023);
const noAddress = (address: string) => ({
  address: "",
  warnings: [`cover ${address.slice(0, 200)} is neither an http(s) address nor a file`],
});

/** A text with its media here, and what is to be said of it. */
export type Settled<B> = { body: B; warnings: string[]; hasLinks: boolean; hasFiles: boolean };

const looksLikeFile = (path: string): boolean =>
  /\.(?!html?$|php$|aspx?$|md$|markdown$|mdx$)[a-z0-9]{1,8}$/i.test(path.split(/[?#]/)[0] ?? "");
/** Brings the media of texts here and writes their addresses into them. */
export class Bodies {
  constructor(
    private readonly site: OldSite,
    private readonly media: Media,
  ) {}

  /**
   * A text whose files are attachments here, as old as the text where nobody knows more. Other addresses of the old site
   * are left for when all records are here.
   */
  async settle<B extends Body>(body: B, base?: string, createTime: Date | null = null): Promise<Settled<B>> {
    const warnings: string[] = [];
    if (this.site.isSame) return { body, warnings, hasLinks: false, hasFiles: false };
    const urls = new Map<string, string>();
    let [hasLinks, hasFiles, missing] = [false, false, 0];
    const breathe = breathing();
    for (const { address, kind, at, isFile } of await this.#placesIn(body, base)) {
      if (!isFile) {
        hasLinks = true;
        continue;
      }
      const isPicture = kind === "image";
      // A text of 2 MiB names tens of thousands.
      await breathe();
      const taken = await this.media.take(at, { isPicture, createTime });
      if ("url" in taken) {
        if (kind === "image" && !taken.mediaType.startsWith("image/"))
          warnings.push(`image ${address}: this is not a picture`);
        else {
          urls.set(address, taken.url);
          hasFiles = true;
        }
      } else if ("found" in taken) {
        hasFiles = true;
      } else if ("reason" in taken) warnings.push(`${kind} ${address}: ${taken.reason}`);
      else if ("unfetched" in taken) {
        if (kind === "link") hasLinks = true;
        warnings.push(`${kind} ${address} stays at the old site: ${taken.unfetched}`);
        if (at.absolute !== null && address !== at.absolute) urls.set(address, at.absolute);
      } else if ("missing" in taken) {
        if (kind === "link") hasLinks = true;
        // The reader has warned of a file that is not beside the text.
        if (base === undefined) {
          missing += 1;
          if (at.absolute !== null && address !== at.absolute) urls.set(address, at.absolute);
        }
      }
    }
    if (missing > 0)
      warnings.push(
        `${missing} ${missing === 1 ? "file was" : "files were"} not found and ${missing === 1 ? "stays" : "stay"} at the old site; name its folder with --media, or use --fetch-media`,
      );
    const settled = urls.size === 0 ? body : await textWithAddresses(body, urls);
    return { body: settled, warnings, hasLinks, hasFiles };
  }

  /** Says which files these records show, so that they can be fetched before the records are planned. */
  async foresee(records: readonly ForeignRecord[]): Promise<void> {
    const places: Place[] = [];
    if (!this.site.isSame) for (const record of records) places.push(...(await this.#filesOf(record)));
    await this.media.expect(places.map((at) => ({ ...at, path: this.site.below(at.path) })));
  }

  async #filesOf(record: ForeignRecord): Promise<Place[]> {
    if (record.kind === "attachment") return [this.site.resolve(record.address, "/") ?? []].flat();
    const [base, shown] = ["base" in record ? record.base : undefined, [] as Place[]];
    if ("originalContent" in record)
      // A text that is too complex fails when it is taken in.
      for (const { at, isFile } of await this.#placesIn({ editorType: "MARKDOWN", ...record }, base).catch(() => []))
        if (isFile) shown.push(at);
    const pictures = [
      ...("thumbnail" in record ? [record.thumbnail] : []),
      ...(record.kind === "photo" ? [record.url] : []),
    ];
    for (const address of pictures) {
      const at = placeOf(address) ? null : this.site.resolve(address, base);
      if (at) shown.push(at);
    }
    return shown;
  }

  /** The addresses of a text that lead to the old site. */
  async #placesIn(body: Body, base: string | undefined) {
    return [...(await addressesInText(body))].flatMap(([address, kind]) => {
      const at = placeOf(address) ? null : this.site.resolve(address, base);
      return at ? [{ address, kind, at, isFile: kind === "image" || looksLikeFile(at.path) }] : [];
    });
  }

  /** The address of a cover, a logo or an avatar; "" where there is none to show, or none that may be entered here. */
  async settleAddress(
    address: string,
    base?: string,
    createTime: Date | null = null,
  ): Promise<{ address: string; warnings: string[] }> {
    const settled = await this.#settle(address, base, createTime);
    return shownAddress.safeParse(settled.address).success ? settled : noAddress(address);
  }

  async #settle(
    address: string,
    base: string | undefined,
    createTime: Date | null,
  ): Promise<{ address: string; warnings: string[] }> {
    if (address.trim() === "" || placeOf(address) || this.site.isSame) return { address, warnings: [] };
    const at = this.site.resolve(address, base);
    if (at === null) return /^https?:\/\//i.test(address) ? { address, warnings: [] } : noAddress(address);
    const taken = await this.media.take(at, { isPicture: true, createTime });
    if ("url" in taken)
      return !taken.mediaType.startsWith("image/")
        ? { address: "", warnings: [`cover ${address}: this is not a picture`] }
        : { address: taken.url, warnings: [] };
    if ("found" in taken) return { address, warnings: [] };
    if ("reason" in taken) return { address: "", warnings: [`cover ${address}: ${taken.reason}`] };
    if ("unfetched" in taken)
      return {
        address: at.absolute ?? "",
        warnings: [`the picture ${address} stays at the old site: ${taken.unfetched}`],
      };
    if (at.absolute !== null && base === undefined)
      return { address: at.absolute, warnings: [`the picture ${address} was not found and stays at the old site`] };
    return { address, warnings: [] };
  }
}

/** Renders a text as it will be shown; says which telling elements are not shown. */
export async function renderBody({
  editorType,
  originalContent,
  keptHtml,
}: Body): Promise<{ text: Text; warnings: string[] }> {
  const text = await textFrom({
    editorType,
    originalContent,
    keepRaw: keptHtml !== null,
    raw: keptHtml ?? undefined,
  });
  if (editorType === "MARKDOWN" && keptHtml === null) return { text, warnings: [] };
  const before = tellingElements(keptHtml ?? originalContent);
  if (before.size === 0) return { text, warnings: [] };
  const after = tellingElements(text.columns.content);
  const gone = [...before].flatMap(([name, count]) => {
    const less = count - (after.get(name) ?? 0);
    return less > 0 ? [`${less} ${name}`] : [];
  });
  return { text, warnings: gone.length === 0 ? [] : [`removed on display: ${gone.join(", ")}`] };
}
