/**
 * Which pieces of a build are asked for together with one that is imported later. Their names, each with a hash that does not compress, stand
 * in the piece that imports: in the frame they were 2 kB, which the first picture waited for. What is opened by a press, or comes after
 * the first picture, finds its own pieces a round trip later; a page, or a part that a page starts with, does not wait for that.
 */

/** Pieces whose imports are pages, and the parts that those start with. */
const STARTS_FROM = /^assets\/(?:page-contents|OpenInterestPage|AnalysisTabs)-/;
/** The same of a piece that much else is imported by. */
const STARTS = /^assets\/PageFrame-/;
/** There with every page. */
const ALWAYS_THERE = /^assets\/(?:frame|rolldown-runtime|index|session|frame-token)-/;

interface Host {
  readonly hostId: string;
  readonly hostType: "html" | "js";
}

/** @param file that is imported; @param pieces that it cannot start without */
export function preloadsOf(file: string, pieces: readonly string[], { hostId, hostType }: Host): string[] {
  if (hostType === "html") return [...pieces];
  if (!STARTS_FROM.test(hostId) && !STARTS.test(file)) return [];
  return pieces.filter((piece) => !ALWAYS_THERE.test(piece));
}
