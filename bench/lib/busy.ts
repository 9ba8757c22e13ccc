import os from "node:os";

/** Above this share of the machine others take part in every figure. */
export const TOO_BUSY = 0.2;
const SAMPLE_MS = 1_000;

type Times = Readonly<Record<string, number>>;

/** Share of all cores' time that was not idle between two readings. */
export function busyShare(before: readonly Times[], after: readonly Times[]): number {
  let idle = 0;
  let all = 0;
  after.forEach((core, i) => {
    const earlier = before[i] ?? {};
    for (const [kind, ms] of Object.entries(core)) {
      const spent = ms - (earlier[kind] ?? 0);
      all += spent;
      if (kind === "idle") idle += spent;
    }
  });
  return all === 0 ? 0 : 1 - idle / all;
}

const read = (): Times[] => os.cpus().map(({ times }) => ({ ...times }));

/** How busy others keep the machine while we wait, 0 to 1. */
export async function othersShare(): Promise<number> {
  const before = read();
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  return busyShare(before, read());
}

export function busyWarning(share: number): string | null {
  if (share <= TOO_BUSY) return null;
  return `other programs took ${Math.round(share * 100)} % of the machine before this bench began: its figures are theirs too`;
}
