import type { Findings } from "./findings.ts";

/** Answers kept, of some hundred bytes each: two hundred underlyings with four timeframes. */
const MOST = 800;

/** What was found until one instant stays what it is: it is looked for once, however many ask, and kept for who asks next. */
export function createKeptFindings() {
  const all = new Map<string, Promise<Findings>>();
  return {
    of(name: string, look: () => Promise<Findings>): Promise<Findings> {
      const there = all.get(name);
      if (there !== undefined) return there;
      const made = look();
      all.set(name, made);
      made.catch(() => all.delete(name));
      const oldest = all.keys().next().value;
      if (all.size > MOST && oldest !== undefined) all.delete(oldest);
      return made;
    },
  };
}
