import type { Log } from "../../lib/log.ts";
import type { Lease } from "../database.ts";
import { isConnectionLost, SqlError } from "../failures.ts";
import type { Engine } from "./database-engine.ts";

/** A statement that hangs ends by then, or never. */
const SPIN_MS = 500;

interface LeasesOptions {
  /** The turn of a lease is over. */
  readonly pass: () => void;
  /** Ends an engine that hangs. */
  readonly kill: (hanging: Engine) => Promise<void>;
  readonly isFull: () => boolean;
  readonly log: Log;
}

/** Hands an engine out to one caller after another, and brings it back to order after one that was given up. */
export function createLeases({ pass, kill, isFull, log }: LeasesOptions): (used: Engine) => Lease {
  /** statements under way in the engine: one, or none */
  let underWay = 0;

  /** Of a call that was given up: what hangs is killed, what only idles in a transaction is brought back to order. */
  async function recover(used: Engine): Promise<void> {
    let hangs = underWay > 0;
    if (!hangs) {
      const deadline = setTimeout(() => void kill(used), SPIN_MS);
      await used.query("rollback").catch(() => {
        hangs = true;
      });
      clearTimeout(deadline);
    }
    if (!hangs) return;
    log.error("store: a statement hangs, the database is opened again");
    await kill(used);
  }

  return (used) => ({
    async query(text, params) {
      underWay++;
      try {
        return await used.query(text, params);
      } catch (error) {
        throw isFull() && isConnectionLost(error) ? new SqlError("the disk is full", "53100") : error;
      } finally {
        underWay--;
      }
    },
    release: pass,
    destroy: () => void recover(used).finally(pass),
  });
}
