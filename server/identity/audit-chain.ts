import { createHash } from "node:crypto";

/** A row of the audit log as it is stored: numbers in digits, details as the text that they are kept as. */
export interface StoredRow {
  readonly number: number;
  /** what its seal is made of, in this order */
  readonly values: readonly [
    number: string,
    at: string,
    actor: string | null,
    action: string,
    subject: string | null,
    address: string | null,
    details: string,
  ];
}

export interface Seal {
  /** of the row that it seals */
  readonly number: number;
  /** of the row sealed before it, null for the first of all */
  readonly previous: number | null;
  readonly hash: Uint8Array;
}

/** Names the form: another one would be another line. */
const FORM = "strikewise audit 1\n";
const NOTHING_BEFORE = new Uint8Array(32);

/** SHA-256 of the form's name, the seal before (32 bytes, zeros for none) and the row as a JSON array in UTF-8. */
export function hashOf(before: Uint8Array | null, { values }: StoredRow): Uint8Array {
  return createHash("sha256")
    .update(FORM)
    .update(before ?? NOTHING_BEFORE)
    .update(JSON.stringify(values))
    .digest();
}

/** Seals of rows, in their order, after the last one that there is. */
export function sealRows(last: Seal | null, rows: readonly StoredRow[]): Seal[] {
  const seals: Seal[] = [];
  let before = last;
  for (const row of rows) {
    before = {
      number: row.number,
      previous: before?.number ?? null,
      hash: hashOf(before?.hash ?? null, row),
    };
    seals.push(before);
  }
  return seals;
}

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");
