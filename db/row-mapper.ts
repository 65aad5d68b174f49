import { Column, is, SQL } from "drizzle-orm";

type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
type Field = { path: string[]; field: unknown };
type Row = Record<string, unknown>;

/** What reads a field's value, or null where the driver's value is the value. */
function decoderOf(field: unknown): Decoder | null {
  const decoder = (is(field, Column) ? field : is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : (field as { sql: { decoder: Decoder } }).sql.decoder) as Decoder;
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : decoder;
}

/**
 * Puts rows together for a flat selection: what is to be done for each column is worked out once and
 * not, as Drizzle does, for each value again. Null where a selection has parts within parts.
 */
export function rowMapper(fields: readonly Field[]): ((rows: unknown[][]) => Row[]) | null {
  if (fields.some(({ path }) => path.length !== 1)) return null;
  const columns = fields.map(({ path, field }) => ({ name: path[0] ?? "", decoder: decoderOf(field) }));
  const make = (values: unknown[]): Row => {
    const row: Row = {};
    let i = 0;
    for (const { name, decoder } of columns) {
      const value = values[i];
      row[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value);
      i += 1;
    }
    return row;
  };
  return (rows) => rows.map(make);
}
