import { hashOf, hexOf, type Seal, type StoredRow } from "./audit-chain.ts";
import type { SealRepository } from "./repositories/seals.ts";

const SEALS_A_READ = 1_000;
/** Faults that are told one by one; the others are counted. */
const MOST_TOLD = 20;

/** A seal that an operator has kept elsewhere. */
export interface NotedSeal {
  readonly number: number;
  /** SHA-256 in hex */
  readonly hash: string;
}

export interface AuditVerdict {
  /** rows that have a seal and are as they were when they got it */
  readonly intact: number;
  readonly first: number | null;
  /** rows up to this one were removed for their age, and its seal is where the chain begins; null for none */
  readonly prunedUpTo: number | null;
  readonly last: Seal | null;
  /** rows after the last seal */
  readonly unsealed: number;
  readonly faults: number;
  /** the first of them, in words */
  readonly told: readonly string[];
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => hexOf(a) === hexOf(b);

/** What is wrong with the seal that follows another one, and with its row; null when nothing is. */
function faultOf(seal: Seal, before: Seal | null, row: StoredRow | undefined): string | null {
  const { number, previous, hash } = seal;
  if (row === undefined) return `row ${number} was sealed and is missing`;
  if (previous !== (before?.number ?? null)) {
    const since = before === null ? "the beginning" : `row ${before.number}`;
    return `what was sealed between ${since} and row ${number} is missing, the seals with it`;
  }
  return isSame(hashOf(before?.hash ?? null, row), hash)
    ? null
    : `row ${number} is not what was sealed: it was changed, or another one has its number`;
}

/** Goes over the whole chain, from its first seal to the one that is the last when this begins. @throws AppError storage.* */
export async function verifyAudit(
  seals: SealRepository,
  noted: NotedSeal | null = null,
): Promise<AuditVerdict> {
  const told: string[] = [];
  let faults = 0;
  let intact = 0;
  let first: number | null = null;
  let prunedUpTo: number | null = null;
  const tell = (fault: string): void => {
    faults++;
    if (told.length < MOST_TOLD) told.push(fault);
  };

  const last = await seals.last();
  let before: Seal | null = null;
  for (let after = Number.MIN_SAFE_INTEGER; last !== null && after < last.number; ) {
    const some: readonly Seal[] = await seals.seals(after, last.number, SEALS_A_READ);
    const end: number = some.at(-1)?.number ?? last.number;
    const rows = new Map((await seals.rows(after, end)).map((row) => [row.number, row]));
    for (const seal of some) {
      if (before === null && !rows.has(seal.number) && (await seals.isPruned(seal))) {
        prunedUpTo = seal.number;
        before = seal;
        continue;
      }
      first ??= seal.number;
      const fault = faultOf(seal, before, rows.get(seal.number));
      if (fault === null) intact++;
      else tell(fault);
      rows.delete(seal.number);
      before = seal;
    }
    for (const number of rows.keys()) tell(`row ${number} stands among sealed rows and was never sealed`);
    after = end;
  }
  if (noted !== null) {
    const { number } = noted;
    const found = await seals.byNumber(number);
    const isTooOld = prunedUpTo !== null && number < prunedUpTo;
    if (found === null && isTooOld)
      tell(
        `the seal of row ${number}, which was noted, went with the rows that were removed for their age: note a newer one`,
      );
    else if (found === null) tell(`the seal of row ${number} is gone, which was noted`);
    else if (hexOf(found.hash) !== noted.hash)
      tell(`the seal of row ${number} is not the one that was noted`);
  }
  const unsealed = await seals.countAfter(last?.number ?? Number.MIN_SAFE_INTEGER);
  return { intact, first, prunedUpTo, last, unsealed, faults, told };
}
