/** Characters that no text needs and some databases do not store. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A row of the export; its fields may be missing or of any type. */
export class Row {
  readonly #fields: Record<string, unknown>;

  constructor(value: unknown) {
    this.#fields = isRecord(value) ? value : {};
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  /** A text or number as text; "" for anything else. */
  text(name: string): string {
    const value = this.#value(name);
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
    return typeof value === "string" ? value.replace(control, "").toWellFormed() : "";
  }

  /** Of a text as it stands in the file. */
  length(name: string): number {
    const value = this.#value(name);
    return typeof value === "string" ? value.length : 0;
  }

  number(name: string): number {
    const value = Number(this.#value(name) ?? 0);
    return Number.isFinite(value) ? value : 0;
  }

  /** 1, true, "1" and "true". */
  flag(name: string): boolean {
    return ["1", "true"].includes(String(this.#value(name)));
  }

  has(name: string): boolean {
    const value = this.#value(name);
    return value !== undefined && value !== null;
  }

  /** ISO texts, texts of MySQL in UTC, and milliseconds. */
  date(name: string): Date | null {
    const value = this.#value(name);
    const text =
      typeof value === "string" ? value.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, "$1T$2Z") : "";
    const time = typeof value === "number" ? value : text === "" ? Number.NaN : Date.parse(text);
    const isReal = Number.isFinite(time) && time >= Date.UTC(1000) && time < Date.UTC(10_000);
    // Date.parse takes 31 February for a day of March.
    const day = /^\d{4}-(\d\d)-(\d\d)T[\d:.]+Z$/.exec(text);
    return !isReal || (day && new Date(time).getUTCDate() !== Number(day[2])) ? null : new Date(time);
  }
}
