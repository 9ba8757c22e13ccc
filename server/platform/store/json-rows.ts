import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Rows for `insert(table).select(…)`, all of them in one parameter of the statement. With a parameter for each figure, thousands of rows
 * take the library that writes the statement seconds of the server's thread.
 * @param table whose columns are numbers and texts as JSON has them; a figure that is none (NaN) is written as NULL
 */
export function jsonRows<T extends PgTable>(table: T, rows: readonly Required<InferInsertModel<T>>[]): SQL {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const typed = columns.map(
    ([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`,
  );
  const text = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(columns.map(([key, { name }]) => [name, (row as Record<string, unknown>)[key]])),
    ),
  );
  return sql`select ${sql.join(names, sql`, `)} from json_to_recordset(${text}::json) as given(${sql.join(typed, sql`, `)})`;
}
