import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";

/** Values of a row in the order of its columns, as the driver gives them. */
export type Row = readonly unknown[];

export type Query = (text: string, params?: readonly unknown[]) => Promise<readonly Row[]>;

export type Db = PgRemoteDatabase<Record<string, never>>;

/** Statements one after another on one connection. */
export interface Session {
  readonly query: Query;
  readonly db: Db;
}

/** Drizzle over a connection that knows no Drizzle. */
export function sessionOf(query: Query): Session {
  const db = drizzle(async (text, params) => ({ rows: (await query(text, params)) as unknown[][] }));
  return { query, db };
}
