import { AppError } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { retryDelay } from "./backoff.ts";
import type { BrokerEdges } from "./broker-edges.ts";
import type { BrokerProtocol } from "./broker-protocol.ts";
import { createDumpCache } from "./dump-cache.ts";
import { listedUniverse } from "./listed-universe.ts";
import type { Listing } from "./listing.ts";
import { listingDay } from "./schedule.ts";

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** A slow list is worth waiting for: the feed goes on with the one before. */
const DOWNLOAD_MS = 5 * 60_000;
/** A list with fewer contracts than this share of the one before is one that was cut short. */
const LEAST_SHARE = 0.5;
/** More rows without sense than this share is another format, not a bad row. */
const MOST_FAULTS = 0.05;

interface ListKeeperOptions {
  readonly protocol: BrokerProtocol;
  readonly edges: BrokerEdges;
  readonly dataDir: string;
  readonly symbols: readonly string[] | null;
  onListing(listing: Listing): void;
  onRejected(token: string, why: string): void;
  onProblem(problem: AppError): void;
}

/** Keeps the list of instruments of the newest trading day: from disk where it is there, else from the broker. */
interface ListKeeper {
  /** Reads what is on disk. @returns null when there is nothing of use */
  fromDisk(now: number): Listing | null;
  /** Downloads when the list in hand is not of the newest day and it is time to try. */
  tick(now: number, token: string | null): void;
  readonly isOld: boolean;
  stop(): void;
}

function asProblem(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new AppError(
    "feed.unreachable",
    `The list of instruments cannot be had (${why}); it is tried again.`,
  );
}

export function createListKeeper(options: ListKeeperOptions): ListKeeper {
  const { protocol, edges } = options;
  const cache = createDumpCache(options.dataDir, protocol.name, protocol.dumpExtension);
  let inHand: { date: IsoDate; contracts: number } | null = null;
  let wanted: IsoDate | null = null;
  let failures = 0;
  let retryAt = -Infinity;
  let now = -Infinity;
  let running: AbortController | null = null;

  /** What cannot be made a market of is refused here, where the list before stays in use. */
  function readChecked(bytes: Uint8Array, date: IsoDate, at: number): Listing {
    const listing = protocol.readList(bytes, date, options.symbols);
    listedUniverse(listing, at);
    const count = listing.contracts.length;
    const faulty = listing.faults > MOST_FAULTS * (listing.faults + count);
    const short = inHand !== null && count < LEAST_SHARE * inHand.contracts;
    if (count === 0 || faulty || short) {
      const what =
        count === 0
          ? "it holds no contract that is carried"
          : faulty
            ? `${listing.faults} of its rows make no sense (${listing.firstFault})`
            : `it holds ${count} contracts, the one before ${inHand?.contracts}`;
      const text = `The list of instruments of ${protocol.displayName} is not usable: ${what}; the one before stays in use.`;
      throw new AppError("feed.instruments", text, { faults: listing.faults, contracts: count });
    }
    inHand = { date, contracts: count };
    return listing;
  }

  /** All that is to be said of a list in one problem: of several with one code only the first of a minute is logged. */
  function tellNotes({ faults, firstFault, unknown, unforeseen, leftOut }: Listing): void {
    const notes: string[] = [];
    if (faults > 0) {
      notes.push(`${faults} rows of the list of instruments make no sense and are left out: ${firstFault}.`);
    }
    if (unknown.length > 0) {
      notes.push(
        `Contracts of ${unknown.join(", ")} are left out: the list does not hold what they derive from.`,
      );
    }
    if (unforeseen.length > 0) {
      const days = unforeseen.join(", ");
      notes.push(
        `The calendar has another day for the month's contracts of ${days}: a holiday or a rule that it does not know moved them.`,
      );
    }
    if (leftOut !== null)
      notes.push(`The list of ${protocol.displayName} has more than is carried; ${leftOut}.`);
    if (notes.length === 0) return;
    const details = { faults, underlyings: unknown.length, expiries: unforeseen.length };
    options.onProblem(new AppError("feed.instruments", notes.join(" "), details));
  }

  async function download(date: IsoDate, token: string | null): Promise<void> {
    const run = new AbortController();
    running = run;
    const deadline = setTimeout(() => run.abort(new Error("it takes too long")), DOWNLOAD_MS);
    try {
      const bytes = await protocol.download(edges, token, run.signal);
      if (run.signal.aborted) return;
      const listing = readChecked(bytes, date, now);
      failures = 0;
      const trouble = cache.save(date, bytes);
      if (trouble !== null) {
        const text =
          "The list of instruments could not be kept in DATA_DIR; a restart without the broker finds an older one.";
        options.onProblem(new AppError("feed.instruments", text, {}, { cause: trouble }));
      }
      tellNotes(listing);
      options.onListing(listing);
    } catch (error) {
      if (running !== run) return;
      const problem = asProblem(error);
      if (problem.code === "feed.token_rejected" && token !== null) {
        // The next token is tried as soon as it is there.
        options.onRejected(token, problem.message);
        return;
      }
      options.onProblem(problem);
      failures++;
      retryAt = now + retryDelay(failures, edges.random(), FIRST_RETRY_MS, LONGEST_RETRY_MS);
    } finally {
      clearTimeout(deadline);
      if (running === run) running = null;
    }
  }

  return {
    fromDisk(at) {
      const file = cache.newest(listingDay(at));
      if (file === null) return null;
      try {
        const listing = readChecked(file.bytes, file.date, at);
        tellNotes(listing);
        return listing;
      } catch (error) {
        options.onProblem(asProblem(error));
        return null;
      }
    },
    tick(at, token) {
      now = at;
      const day = listingDay(now);
      if (day !== wanted) {
        wanted = day;
        failures = 0;
        retryAt = -Infinity;
      }
      if (running !== null || inHand?.date === day || now < retryAt) return;
      if (protocol.isListGuarded && token === null) return;
      void download(day, token);
    },
    get isOld() {
      return wanted !== null && inHand?.date !== wanted;
    },
    stop() {
      const run = running;
      running = null;
      run?.abort(new Error("the feed is stopping"));
    },
  };
}
