import { type AnyColumn, asc, desc, type Placeholder, type SQL, type SQLWrapper, sql, type Table } from "drizzle-orm";

/** A condition that is never true, and one that always is. */
export const none: SQL = sql`1 = 0`;
export const every: SQL = sql`1 = 1`;

/**
 * The same condition, for rows that are looked up by their ids: SQLite reads all rows of a state rather than the ids
 * wherever an index fits the condition, and chooses no index for this form.
 */
export const rowByRow = (condition: SQLWrapper | undefined): SQL | undefined =>
  condition && sql`(${condition}) is true`;

/** The opposite of a condition; what it cannot tell counts as not met. */
export const isNotTrue = (condition: SQLWrapper): SQL => sql`(${condition}) is not true`;

/** Adds to a column in the database, so that both of two simultaneous writers count. */
export const plus = (column: AnyColumn, difference: number | Placeholder): SQL<number> =>
  sql`${column} + ${difference}`;

/** Adds, where a row that is inserted is there already, what the new one has in this column. */
export const plusInserted = (column: AnyColumn): SQL<number> =>
  sql`${column} + excluded.${sql.identifier(column.name)}`;

/** Subtracts from a column what a column of another table adds up to. */
export const minusSum = (
  column: AnyColumn,
  subtracted: AnyColumn,
  table: Table,
  condition: SQLWrapper | undefined,
): SQL<number> => sql`${column} - (select coalesce(sum(${subtracted}), 0) from ${table} where ${condition})`;

/** Whether a column is filled, as a column of an answer. */
export const isPresent = (column: AnyColumn): SQL<boolean> => sql<boolean>`${column} is not null`.mapWith(Boolean);

/** Whether a column's value occurs in a column of another table's records. */
export const isAmong = (column: AnyColumn, named: AnyColumn, table: Table, condition: SQLWrapper | undefined): SQL =>
  sql`${column} in (select ${named} from ${table} where ${condition})`;

/**
 * Whether a column is one of the values of another table's column that an index begins with: each value is looked up
 * after the one before, so that few values among many rows are found at once.
 */
export const isOneOfValues = (column: AnyColumn, named: AnyColumn, table: Table): SQL =>
  sql`${column} in (with recursive found (value) as (select min(${named}) from ${table} union all select (select min(${named}) from ${table} where ${named} > found.value) from found where found.value is not null) select value from found where value is not null)`;

/**
 * Whether a row is one of those that `begins` tells, or below one of them in the same tree, as far as the condition holds.
 * Row after row is found by the one above it, by an index (SQLite joins in this order): one statement, however deep.
 */
export const isInBranch = (
  table: Table,
  { id, parent }: { id: AnyColumn; parent: AnyColumn },
  begins: SQLWrapper,
  condition: SQLWrapper,
): SQL =>
  sql`${id} in (with recursive found (id) as (select ${id} from ${table} where ${begins} and ${condition} union select ${id} from found cross join ${table} where ${parent} = found.id and ${condition}) select id from found)`;

/** Whether a column is one of the values that PostgreSQL takes for one place; SQLite has no such form. */
export const isOneOf = (column: SQLWrapper, values: Placeholder): SQL => sql`${column} = any(${values})`;

/**
 * Whether a row is one of the first of its group that meet a condition. PostgreSQL looks up one group after the other by an
 * index, in one statement; SQLite has no such form.
 */
export const isAmongFirst = (
  table: Table,
  { id, group }: { id: AnyColumn; group: AnyColumn },
  groups: readonly number[],
  { condition, order, most }: { condition: SQLWrapper; order: AnyColumn[]; most: number },
): SQL =>
  sql`${id} in (select part.id from unnest(array[${sql.join(
    groups.map((each) => sql`${each}`),
    sql`, `,
  )}]::bigint[]) one (number) cross join lateral (select ${id} from ${table} where ${group} = one.number and ${condition} order by ${sql.join(order, sql`, `)} limit ${most}) part)`;

/**
 * Whether a row is the first of its group that meets a condition, among the rows of which `part` holds, or `others` holds of
 * it. An index that begins with the columns of `part` and the group leads from one group to the next, so that no other rows
 * are read, however many there are. `groups`: which ones count, by their name.
 */
export const isFirstOfGroup = (
  table: Table,
  { id, group }: { id: AnyColumn; group: AnyColumn },
  parts: {
    part: SQLWrapper;
    condition: SQLWrapper;
    order: AnyColumn[];
    groups: (name: SQL) => SQLWrapper;
    others: SQLWrapper;
  },
): SQL => {
  const name = sql`one.name`;
  const { part, condition, order, groups, others } = parts;
  const next = sql`(select min(${group}) from ${table} where ${part} and ${group} > ${name})`;
  const first = sql`(select ${id} from ${table} where ${part} and ${group} = ${name} and ${condition} order by ${sql.join(order, sql`, `)} limit 1)`;
  return sql`${id} in (with recursive one (name) as (select min(${group}) from ${table} where ${part} union all select ${next} from one where ${name} is not null) select ${first} from one where ${name} is not null and ${groups(name)} union all select ${id} from ${table} where ${others})`;
};

/** What a list is ordered by: the columns that a request names, each with whether it descends, as far as it may name them. */
export const ordering = (sortable: Record<string, AnyColumn>, named: readonly (readonly [string, boolean])[]): SQL[] =>
  named.flatMap(([name, down]) => {
    const column = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
    return column ? [(down ? desc : asc)(column)] : [];
  });

/** The first characters of a column, so that a long text is not carried whole. */
export const beginningOf = (column: AnyColumn, characters: number): SQL<string | null> =>
  sql<string | null>`substr(${column}, 1, ${sql.raw(String(characters))})`;

/** The bytes of texts in the database, which are read without the texts. */
export const bytesOf = (...columns: AnyColumn[]): SQL<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${column}), 0)`),
    sql` + `,
  )}`.mapWith(Number);

/** The same of a column of JSON. */
export const bytesOfJson = (column: AnyColumn): SQL<number> =>
  sql<number>`octet_length(cast(${column} as text))`.mapWith(Number);

/** How many rows the condition of a statement finds in all, beside each row of a page. */
export const foundInAll: SQL<number> = sql<number>`count(*) over ()`.mapWith(Number);

/** What a number adds up to from the first row in this order to each. */
export const sumSoFar = (value: SQL<number>, ...order: SQL[]): SQL<number> =>
  sql<number>`sum(${value}) over (order by ${sql.join(order, sql`, `)})`.mapWith(Number);

/** As many as a statement finds, read beside the rows of another one. */
export const numberOf = (counting: SQLWrapper): SQL<number> => sql<number>`(${counting})`.mapWith(Number);

/**
 * A column that is the same in each row, for rows of several tables that are read by one statement. Of texts only the
 * empty one is needed.
 */
export const always = <T extends number | boolean | "">(value: T, name: string) =>
  sql<
    T extends number ? number : T extends boolean ? boolean : string
  >`${sql.raw(value === "" ? "''" : String(value))}`.as(name);
