import type { Goals } from "../../lib/types.ts";

const CANVASES =
  "canvases of the grid's size alone, with a worker and nothing else, hold 12 to 22 MB over an empty page: without a GPU the browser keeps each about four times. A live tab was seen to hold 31 MB malloc (the canvases among it), 16 MB shared pictures, 14 MB V8 and 9 to 12 MB Blink, where an empty page has 9, 1, 3 and 1; what of malloc is not canvases has no owner yet";

export const goals = {
  jsonOverEngine: {
    atLeast: 8,
    tolerance: 0.3,
    explain:
      "these peers are told finished view deltas, which a server cuts for each of their tabs (the ratio with that server is below), while the engine reads and solves five live chains in the browser; and a message between two processes costs 0.24 ms of CPU here whatever it holds, 0.31 with a frame's 4 KB",
  },
  thirtyTabs: { atMost: 100, unit: "ms/s" },
  hiddenCpu: { atMost: 1, unit: "ms/s" },
  visibleMemory: { atMost: 32, unit: "MB", explain: CANVASES },
  hiddenMemory: {
    atMost: 6,
    unit: "MB",
    explain:
      "what is left is the page itself: React, its document and styles, and the memory the browser has not yet given back",
  },
  delivery: { atMost: 10, unit: "ms" },
  sockets: { atMost: 1, unit: "sockets" },
} satisfies Goals;
