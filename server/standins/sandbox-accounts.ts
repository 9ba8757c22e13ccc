import type { BookKind } from "./book-table.ts";

export type SandboxProvider = "kite" | "upstox" | "angel" | "icici" | "google";

/** A person who exists in the sandbox only. */
export interface SandboxAccount {
  readonly provider: SandboxProvider;
  /** client id at the broker; Google's subject */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** what the chooser says of it */
  readonly about: string;
  readonly book: BookKind;
}

/** Client ids in each broker's own form; no real customer has them. */
const IDS: Readonly<Record<SandboxProvider, readonly string[]>> = {
  kite: ["SBX001", "SBX002", "SBX003", "SBX004"],
  upstox: ["SB1001", "SB1002", "SB1003", "SB1004"],
  angel: ["S1000001", "S1000002", "S1000003", "S1000004"],
  icici: ["SANDBOX1", "SANDBOX2", "SANDBOX3", "SANDBOX4"],
  google: ["100000000000000000001", "100000000000000000002", "100000000000000000003"],
};

const PEOPLE: readonly Pick<SandboxAccount, "name" | "about" | "book">[] = [
  { name: "Asha Rao", about: "an iron condor on NIFTY, in profit, ₹12 lakh of funds", book: "condor" },
  { name: "Vikram Shah", about: "bought calls and a future, at a loss, little cash", book: "directional" },
  { name: "Meera Iyer", about: "calendars, intraday legs, open and rejected orders", book: "busy" },
  { name: "Kabir Das", about: "just opened: funds, no position", book: "empty" },
];

export function namedAccounts(provider: SandboxProvider): readonly SandboxAccount[] {
  return IDS[provider].map((id, i) => {
    const person = PEOPLE[i]!;
    const email = `${person.name.toLowerCase().replace(" ", ".")}@sandbox.invalid`;
    return provider === "google"
      ? { ...person, provider, id, email, about: email, book: "empty" }
      : { ...person, provider, id, email };
  });
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const DIGITS = "0123456789";

function pick(alphabet: string, bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}

/**
 * An account that was never used, so that a newcomer sees a first sign-in.
 * @param random as `crypto.randomBytes`
 */
export function freshAccount(
  provider: SandboxProvider,
  random: (count: number) => Uint8Array,
): SandboxAccount {
  const id =
    provider === "google" ? `2${pick(DIGITS, random(20))}` : `SF${pick(`${LETTERS}${DIGITS}`, random(8))}`;
  const name = `Sandbox Trader ${id.slice(-4)}`;
  return {
    provider,
    id,
    name,
    email: `trader.${id.toLowerCase()}@sandbox.invalid`,
    about: "a fresh account",
    book: "empty",
  };
}
