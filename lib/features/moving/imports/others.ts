import { AppError } from "../../../core/errors";
import { importedLinks } from "../../links/importing";
import { takeExportedOption, takeOption } from "../../options/importing";
import { importedPhotos } from "../../photos/importing";
import { RedirectChecks } from "../../redirects/importing";
import { newLink } from "../../links/schema";
import type { AttachmentRecord, LinkRecord, MenuRecord, OptionRecord, PhotoRecord, RedirectRecord } from "../records";
import type { Bodies } from "./bodies";
import { planExportedFile } from "./exported-files";
import { clean, fit } from "./fields";
import { countable } from "./fitting";
import type { Media } from "./media";
import { planMenuEntry, refusedAddress } from "./menu-entries";
import type { OldSite } from "./old-site";
import { planRedirect } from "./own-redirects";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

/** Takes in records that are a row each, and settings. */
export class Others {
  #order = 0;
  readonly #redirects = new RedirectChecks();

  constructor(
    private readonly run: Run,
    private readonly bodies: Bodies,
    private readonly media: Media,
    private readonly site: OldSite,
  ) {}

  /** Entries come in their order, and higher numbers come first here. */
  #priority(): number {
    this.#order += 1;
    return 1_000_000 - this.#order;
  }

  async planLink(record: LinkRecord): Promise<Plan> {
    const url = newLink.shape.url.safeParse(record.url.trim());
    if (!url.success) throw refusedAddress(record.url);
    const logo = await this.bodies.settleAddress(record.logo);
    const priority = this.#priority();
    return planSimple(this.run, record, {
      store: importedLinks,
      title: record.name,
      createTime: null,
      values: async (_context, warnings) => {
        warnings.push(...logo.warnings);
        return {
          url: url.data,
          priority,
          name: fit(record.name.trim() || record.url, 255, "name", warnings),
          description: fit(record.description, 255, "description", warnings),
          logo: logo.address.length <= 1023 ? logo.address : "",
          team: fit(record.team.trim(), 255, "team", warnings),
        };
      },
      kept: ["priority"],
      cacheKeys: () => ["links"],
    });
  }

  async planPhoto(record: PhotoRecord): Promise<Plan> {
    if (record.url.trim() === "") throw refusedAddress(record.url);
    const [url, thumbnail] = [
      await this.bodies.settleAddress(record.url, undefined, record.takeTime),
      await this.bodies.settleAddress(record.thumbnail, undefined, record.takeTime),
    ];
    if (url.address === "") throw new AppError("invalid", url.warnings[0] ?? "its picture was not found");
    return planSimple(this.run, record, {
      store: importedPhotos,
      title: record.name,
      createTime: record.takeTime,
      values: async (_context, warnings) => {
        warnings.push(...url.warnings, ...thumbnail.warnings);
        const { description, location, team, takeTime } = record;
        return {
          name: clean(record.name).trim() || "Photo",
          url: url.address,
          thumbnail: thumbnail.address,
          takeTime,
          description: clean(description),
          location: clean(location),
          team: clean(team),
          likes: countable(record.likes),
        };
      },
      kept: ["likes"],
      cacheKeys: () => ["photos"],
    });
  }

  planMenu(record: MenuRecord): Promise<Plan> {
    return planMenuEntry(this.run, this.site, record, this.#priority());
  }

  planRedirect(record: RedirectRecord): Plan {
    return planRedirect(this.run, record, this.#redirects);
  }

  planOption(record: OptionRecord): Plan {
    const { run } = this;
    const { kind, source, option: title } = record;
    return async (context) => {
      const { dryRun, id: importId } = run.facts;
      const known = await run.recall(context.db, kind, source);
      const noted = { kind, source, title, warnings: record.warnings };
      if (known) {
        await run.note(context, { ...noted, outcome: "unchanged", recordId: known.recordId });
        return { id: null, cacheKeys: [] };
      }
      const { type, createTime, updateTime } = record.exported?.columns ?? {};
      const updatedTime = updateTime instanceof Date ? updateTime : context.now;
      const taken = record.exported
        ? await takeExportedOption(
            context.db,
            { key: record.option, type: type === "INTERNAL" ? type : "CUSTOM", value: String(record.value) },
            { createTime: createTime instanceof Date ? createTime : context.now, updateTime: updatedTime, dryRun },
          )
        : await takeOption(context.db, record.option, String(record.value), { now: context.now, dryRun });
      if ("refused" in taken) {
        await run.note(context, { ...noted, outcome: "skipped", reason: taken.refused, recordId: null });
        return { id: null, cacheKeys: [] };
      }
      await run.note(
        context,
        { ...noted, outcome: "imported", recordId: taken.id, isMade: taken.id !== null },
        taken.id === null
          ? {}
          : {
              memory: {
                hash: run.hashOf(record),
                given: {},
                recordKind: kind,
                recordId: taken.id,
                mark: updatedTime.toISOString(),
                madeBy: importId,
              },
            },
      );
      return { id: null, cacheKeys: taken.cacheKeys };
    };
  }

  async planAttachment(record: AttachmentRecord): Promise<Plan> {
    const { run } = this;
    const { kind, source, oldAddresses } = record;
    const title = record.name || record.address;
    if (record.exported) return planExportedFile(run, record);
    const at = this.site.resolve(record.address, "/");
    const { name, team, altText, caption, createTime } = record;
    const words = {
      name: clean(name),
      team: clean(team).slice(0, 255),
      createTime,
      altText: clean(altText).slice(0, 1023),
      caption: clean(caption).slice(0, 1023),
    };
    const taken = at === null ? { reason: "its address is not of the old site" } : await this.media.take(at, words);
    return async (context) => {
      const noted = { kind, source, title, warnings: [...record.warnings] };
      if ("url" in taken) {
        const known = await run.recall(context.db, kind, source);
        const isSame = known?.recordId === taken.id;
        await run.note(
          context,
          {
            ...noted,
            outcome: isSame ? "unchanged" : known ? "updated" : taken.isMade ? "imported" : "unchanged",
            recordId: taken.id,
          },
          {
            // Who made it stays known.
            ...(!isSame && {
              memory: {
                hash: run.hashOf(record),
                given: {},
                recordKind: kind,
                recordId: taken.id,
                mark: "",
                madeBy: taken.isMade ? run.facts.id : null,
              },
            }),
            oldAddresses,
          },
        );
        return { id: taken.id, cacheKeys: [] };
      }
      if ("found" in taken)
        await run.note(context, { ...noted, outcome: "imported", recordId: run.nextId() }, { oldAddresses });
      else if ("unfetched" in taken)
        await run.note(context, {
          ...noted,
          outcome: "failed",
          recordId: null,
          reason: `its file ${record.address} could not be fetched: ${taken.unfetched}`,
        });
      else if ("reason" in taken)
        await run.note(context, { ...noted, outcome: "failed", reason: taken.reason, recordId: null });
      else
        await run.note(context, {
          ...noted,
          outcome: "skipped",
          recordId: null,
          reason: run.facts.choices.fetchMedia
            ? "its file was not found, and nobody knows where to fetch it; name the old site with --site"
            : "its file was not found; name its folder with --media, or use --fetch-media",
        });
      return { id: null, cacheKeys: [] };
    };
  }
}
