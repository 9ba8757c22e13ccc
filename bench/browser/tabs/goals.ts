import type { Goals } from "../../lib/types.ts";

const PICTURES =
  "by thread (the table of whose CPU), of 758 ms in a run on a slower hour of this machine the pages' own threads had 238 (React writes header and totals four times a second, then style, layout and paint), painters 210, raster, messages and collectors of pages 171, the display 80, the engine 52 and the browser 22";

const MEMORY =
  "by memory dumps (memory-infra) of a chain beside a page of the app without one: until the browser collects its garbage, 20 to 45 MB are shapes of texts that were drawn on the canvases and 17 the page's own; once it has, a chain holds 36 to 41 MB malloc (four canvases of 1.6 MB and the browser's copies of them), 20 to 27 shared pictures, 7 V8 and 4 Blink, the other page 15, 4, 6 and 1";

export const goals = {
  jsonOverEngine: {
    atLeast: 8,
    tolerance: 0.3,
    explain:
      "these peers are told finished view deltas, which a server cuts for each of their tabs (the ratio with that server is below), while the engine reads and solves five live chains in the browser (by thread it has 40 of 116 ms, the tabs' own threads 32, their other threads and the browser the rest); and a message between two processes costs 0.24 ms of CPU here whatever it holds, 0.31 with a frame's 4 KB",
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
