import type { Goals } from "../../lib/types.ts";

const PICTURES =
  "the engine's part is the row of frames that are kept and not painted; the rest, 45 to 60 ms a second of each tab, is what the browser pays for its pictures: without a GPU the canvases are copied (20 of 60 for ten pictures a second, the grid bench's table of parts) and put together for the display (40), whatever is drawn on them";

const MEMORY =
  "by memory dumps (memory-infra) of a chain beside a page of the app without one: until the browser collects its garbage, 20 to 45 MB are shapes of texts that were drawn on the canvases and 17 the page's own; once it has, a chain holds 36 to 41 MB malloc (four canvases of 1.6 MB and the browser's copies of them), 20 to 27 shared pictures, 7 V8 and 4 Blink, the other page 15, 4, 6 and 1";

export const goals = {
  jsonOverEngine: {
    atLeast: 8,
    tolerance: 0.3,
    explain:
      "these peers are told finished view deltas, which a server cuts for each of their tabs (the ratio with that server is below), while the engine reads and solves five live chains in the browser; and a message between two processes costs 0.24 ms of CPU here whatever it holds, 0.31 with a frame's 4 KB",
  },
  tenTabs: { atMost: 300, unit: "ms/s", explain: PICTURES },
  thirtyTabs: { atMost: 100, unit: "ms/s", explain: PICTURES },
  hiddenCpu: { atMost: 1, unit: "ms/s" },
  visibleMemory: { atMost: 32, unit: "MB", explain: MEMORY },
  hiddenMemory: {
    atMost: 6,
    unit: "MB",
    explain:
      "what is left is the page itself: React, its document and styles, and the memory the browser has not yet given back",
  },
  delivery: { atMost: 10, unit: "ms" },
  sockets: { atMost: 1, unit: "sockets" },
} satisfies Goals;
