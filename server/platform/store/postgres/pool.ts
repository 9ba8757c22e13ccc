import { DatabaseError, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "../../lib/log.ts";
import type { Backend, Lease, Row } from "../database.ts";
import { reasonOf, SqlError, unavailable } from "../failures.ts";
import { createGate } from "../gate.ts";
import type { StoreStats } from "../store-metrics.ts";

const MOST_CONNECTIONS = 10;
const CONNECT_MS = 3_000;
const IDLE_MS = 30_000;
/** The database gives up statements that no caller waits for any more. */
const STATEMENT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** How often a database that is away is asked whether it is back, and one that is there whether it still is. */
const AWAY_MS = 500;
const THERE_MS = 5_000;

/** Codes with which a connection fails before the database has a word. */
const NETWORK =
  /^(?:E(?:CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|ENOENT|EAI_AGAIN)$/;

/** What a driver threw, as `SqlError`; a lost connection is one with a code of class 08. */
function asSqlError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    return new SqlError(error.message, error.code ?? "XX000", error.constraint ?? null);
  }
  const { code, message } = error as { code?: string; message?: string };
  const isNetwork =
    NETWORK.test(code ?? "") || /terminated|timeout|not queryable|ended|closed/i.test(message ?? "");
  return isNetwork ? new SqlError(message ?? "the connection was lost", "08006") : error;
}

interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  readonly log: Log;
  readonly stats: StoreStats;
  readonly pool?: PoolConfig;
}

function createPool(url: string, more: PoolConfig): Pool {
  return new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    application_name: "strikewise",
    // Set on the connection, not in its startup packet: poolers in between refuse what they don't know there.
    onConnect: async (client) => {
      await client.query(
        `set statement_timeout = ${STATEMENT_MS}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; set search_path = public`,
      );
    },
    ...more,
  });
}

/** @param lost told when the connection breaks while it is lent */
function lend(client: PoolClient, lost: (error: Error) => void): Lease {
  let isOver = false;
  // Between two statements nothing else listens, and an error that nothing hears ends the process.
  client.on("error", lost);
  function giveBack(isBroken: boolean): void {
    if (isOver) return;
    isOver = true;
    client.off("error", lost);
    if (isBroken) client.on("error", () => {});
    client.release(isBroken);
  }
  return {
    async query(text, params = []) {
      try {
        const { rows } = await client.query<unknown[]>({ text, values: [...params], rowMode: "array" });
        return rows satisfies readonly Row[];
      } catch (thrown) {
        throw asSqlError(thrown);
      }
    },
    release: () => giveBack(false),
    destroy: () => giveBack(true),
  };
}

/** @throws when the database behind the lease does not answer in time */
async function askForLife(lease: Lease): Promise<void> {
  const deadline = setTimeout(lease.destroy, CONNECT_MS);
  try {
    await lease.query("select 1");
    lease.release();
  } catch (error) {
    lease.destroy();
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}

/** Connections to a Postgres server, and whether it is there. */
export function openPool({ url, log, stats, pool: more = {} }: PostgresOptions): Backend {
  const pool = createPool(url, more);
  // An idle connection that breaks; the next look tells whether the database is there.
  pool.on("error", (error) => log.warn({ reason: error.message }, "store: a connection to Postgres broke"));
  const gate = createGate();
  let trouble: string | null = "it is being connected to";
  let isClosed = false;
  let wasThere = false;
  let timer: NodeJS.Timeout | undefined;

  function lost(error: unknown): void {
    if (isClosed || trouble !== null) return;
    trouble = reasonOf(error);
    gate.close();
    log.error({ reason: (error as Error).message }, "store: Postgres is away");
    clearTimeout(timer);
    timer = setTimeout(() => void look(), AWAY_MS);
  }

  async function lease(): Promise<Lease> {
    const client = await pool.connect().catch((error: unknown) => {
      throw asSqlError(error);
    });
    // A listener of its own for every lease, which takes it off again.
    return lend(client, (error) => lost(error));
  }

  /** Asks for a sign of life, and again after a while. */
  async function look(): Promise<void> {
    try {
      await askForLife(await lease());
      if (trouble !== null && !isClosed) {
        if (wasThere) stats.restarted();
        log.info("store: Postgres is there");
        wasThere = true;
        trouble = null;
        gate.open();
      }
    } catch (error) {
      const why = reasonOf(error);
      if (trouble === null) lost(error);
      else if (trouble !== why && !isClosed) {
        log.error({ reason: (error as Error).message }, "store: Postgres cannot be used");
        trouble = why;
      }
    }
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), trouble === null ? THERE_MS : AWAY_MS);
    timer.unref();
  }

  void look();
  return {
    async lease() {
      if (isClosed) throw unavailable("it is closed");
      if (trouble !== null) throw unavailable(trouble);
      try {
        return await lease();
      } catch (error) {
        // All connections in use is no sign that the database is away.
        if (pool.totalCount >= pool.options.max) throw unavailable("it is busy", error);
        lost(error);
        throw error;
      }
    },
    up: () => gate.wait(),
    obstacle: () => (trouble === null ? null : `Storage: ${trouble}`),
    async close() {
      if (isClosed) return;
      isClosed = true;
      trouble = "it is closed";
      clearTimeout(timer);
      await pool.end();
    },
  };
}
