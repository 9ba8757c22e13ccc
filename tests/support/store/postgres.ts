/** A Postgres server for tests: STRIKEWISE_POSTGRES, or the one on this machine that asks for no password. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";

const SERVER = process.env.STRIKEWISE_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres";

async function command(text: string): Promise<void> {
  const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

export const hasPostgres: boolean = await command("select 1").then(
  () => true,
  () => false,
);

if (!hasPostgres) {
  console.warn("no Postgres server answers: its tests are skipped (name one in STRIKEWISE_POSTGRES)");
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database of its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `strikewise_test_${randomUUID().replaceAll("-", "")}`;
  await command(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`) };
}
