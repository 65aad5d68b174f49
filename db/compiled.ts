import { Column, is, Param, Placeholder, SQL } from "drizzle-orm";

type Row = Record<string, unknown>;
type Values = Record<string, unknown>;
type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
type Field = { path: string[]; field: unknown };

/** The parts of Drizzle's prepared queries that are used here; `stmt` is better-sqlite3's. */
type Statement = {
  query?: { params: unknown[] };
  fields?: Field[];
  stmt?: { raw: () => { all: (...params: unknown[]) => unknown[][] }; run: (...params: unknown[]) => unknown };
  customResultMapper?: (rows: unknown[][]) => Row[];
  execute?: (values?: Values) => Promise<unknown>;
};

/** What reads a column's value, or null where the driver's value is the value. */
function decoderOf(field: unknown): Decoder | null {
  const decoder = (is(field, Column) ? field : is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : (field as { sql: { decoder: Decoder } }).sql.decoder) as Decoder;
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : decoder;
}

/** Puts rows of a flat selection together. */
function rowsOf(fields: readonly Field[]): (rows: unknown[][]) => Row[] {
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

/** Fills the places of a statement. */
function paramsOf(params: readonly unknown[]): (values: Values) => unknown[] {
  const valueOf = (name: string, values: Values) => {
    if (!(name in values)) throw new Error(`No value for the place "${name}" was given.`);
    return values[name];
  };
  const makers = params.map((param) => {
    if (is(param, Placeholder)) return (values: Values) => valueOf(param.name, values);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (values: Values) => encoder.mapToDriverValue(valueOf(value.name, values));
  });
  return (values) => makers.map((make) => make(values));
}

/**
 * A prepared query for which it is worked out once what each place and each column needs, and not, as
 * Drizzle does, at every execution and for every value, which a list of many columns feels.
 */
export function compiled<P>(prepared: P): P {
  const statement = prepared as Statement;
  const { fields, stmt, query } = statement;
  const isFlat = fields?.every(({ path }) => path.length === 1) === true;
  if (fields && !isFlat) return prepared;
  const rows = fields && rowsOf(fields);
  if (rows) statement.customResultMapper = rows;
  // PostgreSQL's driver has its own way with places.
  if (!stmt || !query) return prepared;
  const fill = paramsOf(query.params);
  const reader = rows && stmt.raw();
  statement.execute = async (values = {}) => (rows && reader ? rows(reader.all(...fill(values))) : stmt.run(...fill(values)));
  return prepared;
}
