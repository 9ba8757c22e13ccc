import type { Stage } from "#workers/engine/api.ts";

/** What each stage is called and what it means. */
export const STAGE_WORDS: Readonly<Record<Stage, { readonly name: string; readonly meaning: string }>> = {
  network: {
    name: "Network",
    meaning:
      "From the server's timestamp to the engine's socket, less the clocks' offset. That is taken from the fastest ping of the last five minutes, so this is what a message needs beyond the fastest; it begins with the fourth ping of a connection.",
  },
  decode: {
    name: "Decode",
    meaning: "A message decoded in WebAssembly and merged into the tables.",
  },
  wait: {
    name: "Wait",
    meaning:
      "Merged, until its frame is begun. A view gets at most ten frames a second, so 50 ms is usual; a painter that takes no more adds to it.",
  },
  frame: {
    name: "Diff and frame",
    meaning: "Figures solved again, compared with what the tab has, and written into a frame.",
  },
  post: {
    name: "To painter",
    meaning: "The frame posted, until the tab's painter has taken it.",
  },
  paint: {
    name: "Paint",
    meaning:
      "Taken, until the last draw call. The painter waits for the display's next picture first, up to 17 ms at 60 a second. The plain table is not measured.",
  },
  total: {
    name: "Server to pixel",
    meaning:
      "From the server's timestamp of the newest figure in a frame to the last draw call. Not the sum of the rows above: percentiles do not add.",
  },
};
