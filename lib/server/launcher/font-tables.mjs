// Takes a font apart into its tables, and puts it together with others (OpenType, "Organization of an OpenType font").
export { convert } from "fontverter";

const HEAD = 12;
const ENTRY = 16;

/** The tables of a font by their tags. @param {Buffer} font */
export const tablesOf = (font) =>
  new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = HEAD + index * ENTRY;
      const start = font.readUInt32BE(at + 8);
      return [font.toString("latin1", at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
    }),
  );

const padded = (/** @type {Buffer} */ table) => Buffer.concat([table, Buffer.alloc(-table.length & 3)]);

/** @param {Buffer} table */
function checksum(table) {
  const words = padded(table);
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A font with some of its tables replaced by others; one for which there is no other goes. @param {Buffer} font @param {Record<string, Buffer | undefined>} others */
export function withTables(font, others) {
  const tables = [...tablesOf(font)].flatMap(([tag, table]) => {
    const instead = tag in others ? others[tag] : table;
    return instead ? [{ tag, table: instead }] : [];
  });
  const head = Buffer.alloc(HEAD + tables.length * ENTRY);
  const power = Math.floor(Math.log2(tables.length));
  font.copy(head, 0, 0, 4);
  head.writeUInt16BE(tables.length, 4);
  head.writeUInt16BE(ENTRY * 2 ** power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(ENTRY * (tables.length - 2 ** power), 10);
  let start = head.length;
  for (const [index, { tag, table }] of tables.entries()) {
    const at = HEAD + index * ENTRY;
    head.write(tag, at, "latin1");
    head.writeUInt32BE(checksum(table), at + 4);
    head.writeUInt32BE(start, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    start += padded(table).length;
  }
  return Buffer.concat([head, ...tables.map(({ table }) => padded(table))]);
}
