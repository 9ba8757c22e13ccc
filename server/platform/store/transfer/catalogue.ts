import type { Query } from "../database.ts";

/** A table as a backup needs to know it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** columns of the primary key: the order of the rows in a backup */
  readonly key: readonly string[];
}

interface Column {
  readonly name: string;
  /** as SQL writes it */
  readonly type: string;
  /** sequence that numbers it, null for most */
  readonly sequence: string | null;
}

export const LEDGER = "strikewise_migrations";

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const TABLES = `
  select c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
         pg_get_serial_sequence(quote_ident(c.relname), a.attname),
         coalesce(array_position(i.indkey::int2[], a.attnum), -1)
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where c.relkind = 'r' and c.relname = any(string_to_array($1::text, ','))
  order by c.relname collate "C", a.attnum`;

const REFERENCES = `
  select f.relname, t.relname from pg_constraint k
  join pg_class f on f.oid = k.conrelid
  join pg_class t on t.oid = k.confrelid
  where k.contype = 'f' and f.oid <> t.oid`;

/** Tables that others refer to come before them. @throws Error when they refer to one another in a circle */
function inOrder(tables: readonly Table[], references: readonly (readonly unknown[])[]): Table[] {
  const ordered: Table[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const next = [...left].find(
      ({ name }) =>
        !references.some(([from, to]) => from === name && [...left].some((other) => other.name === to)),
    );
    if (next === undefined)
      throw new Error(`tables refer to one another: ${[...left].map(({ name }) => name)}`);
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

/** Those of the named tables that are there, with what they are made of; referred tables first, else by name. */
export async function readTables(query: Query, names: readonly string[]): Promise<readonly Table[]> {
  const rows = await query(TABLES, [names.join(",")]);
  const tables = new Map<string, { name: string; columns: Column[]; key: [number, string][] }>();
  for (const [table, column, type, sequence, position] of rows) {
    const name = String(table);
    const found = tables.get(name) ?? { name, columns: [], key: [] };
    tables.set(name, found);
    found.columns.push({
      name: String(column),
      type: String(type),
      sequence: sequence === null ? null : String(sequence),
    });
    if (Number(position) >= 0) found.key.push([Number(position), String(column)]);
  }
  const list = [...tables.values()].map(({ name, columns, key }) => ({
    name,
    columns,
    key: key.sort(([a], [b]) => a - b).map(([, column]) => column),
  }));
  return inOrder(list, await query(REFERENCES));
}
