import { Column, is, noopEncoder, Param, Placeholder, SQL } from "drizzle-orm";

type Row = Record<string, unknown>;
type Values = Record<string, unknown>;
type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
type Field = { path: string[]; field: unknown };

/** The parts of Drizzle's prepared queries that this file uses; `stmt` is better-sqlite3's. */
type Statement = {
  query?: { params: unknown[] };
  fields?: Field[];
  stmt?: { raw: () => { all: (...params: unknown[]) => unknown[][] }; run: (...params: unknown[]) => unknown };
  customResultMapper?: (rows: unknown[][]) => Row[];
  execute?: (values?: Values) => Promise<unknown>;
};

/** Decodes a column's value; null where the driver's value is used as it is. */
function decoderOf(field: unknown): Decoder | null {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
      ? (field as unknown as { decoder: Decoder }).decoder
      : (field as { sql: { decoder: Decoder } }).sql.decoder;
  return decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : decoder;
}

/**
 * Makes a function that builds a row of a flat selection. It is compiled as one object literal: an object that is
 * filled field by field becomes a slow dictionary when it has many columns.
 */
function rowsOf(fields: readonly Field[]): (rows: unknown[][]) => Row[] {
  const decoders = fields.map(({ field }) => decoderOf(field));
  const columns = fields.map(
    ({ path }, i) =>
      `${JSON.stringify(path[0])}: ${decoders[i] ? `v[${i}] === null ? null : d[${i}].mapFromDriverValue(v[${i}])` : `v[${i}]`}`,
  );
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- names and numbers of columns only
  const make = new Function("d", `return (v) => ({ ${columns.join(", ")} });`)(decoders) as (values: unknown[]) => Row;
  return (rows) => rows.map(make);
}

function valueMissing(name: string, values: Values): unknown {
  if (!(name in values)) throw new Error(`No value for the place "${name}" was given.`);
  return values[name];
}

/** Whether a placeholder's value needs no encoding. */
const isPlain = (encoder: Param["encoder"]) =>
  encoder.mapToDriverValue === Column.prototype.mapToDriverValue ||
  encoder.mapToDriverValue === noopEncoder.mapToDriverValue;

/** Makes a function that fills a statement's placeholders, compiled as one array literal for the same reason. */
function paramsOf(params: readonly unknown[]): (values: Values) => unknown[] {
  const given = (place: Placeholder) => {
    const name = JSON.stringify(place.name);
    return `(v[${name}] ?? missing(${name}, v))`;
  };
  const places = params.map((param, i) => {
    if (is(param, Placeholder)) return given(param);
    if (!is(param, Param) || !is(param.value, Placeholder)) return `p[${i}]`;
    return isPlain(param.encoder) ? given(param.value) : `p[${i}].encoder.mapToDriverValue(${given(param.value)})`;
  });
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- names of places and numbers only
  return new Function("p", "missing", `return (v) => [${places.join(", ")}];`)(params, valueMissing) as (
    values: Values,
  ) => unknown[];
}

/**
 * A prepared query that works out its encoders and decoders once. Drizzle does so at every execution, for every value.
 */
export function compiled<P>(prepared: P): P {
  const statement = prepared as Statement;
  const { fields, stmt, query } = statement;
  const isFlat = fields?.every(({ path }) => path.length === 1) === true;
  if (fields && !isFlat) return prepared;
  const rows = fields && rowsOf(fields);
  if (rows) statement.customResultMapper = rows;
  // PostgreSQL's driver binds placeholders in its own way.
  if (!stmt || !query) return prepared;
  const fill = paramsOf(query.params);
  const reader = rows && stmt.raw();
  statement.execute = async (values = {}) =>
    rows && reader ? rows(reader.all(...fill(values))) : stmt.run(...fill(values));
  return prepared;
}
