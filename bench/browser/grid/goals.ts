import type { Goals } from "../../lib/types.ts";

export const goals = {
  mainPerThousand: { atMost: 2 },
  displayed: {
    atLeast: 55,
    explain:
      "canvases of this size that are painted once and then stand still display 56 in the same run; of the 500 ms a second that the browser's threads get there, display and raster have 296 and painter and page 155",
  },
  everyDisplayed: {
    atLeast: 55,
    explain:
      "canvases of this width that are painted once and stand still display 33 in the same run: without a GPU every displayed frame of a scroll is put together by the processor, on a third of a core here",
  },
  everyCpu: {
    atMost: 0.5,
    explain:
      "the peer displays a tenth of our frames (3.5 a second beside 37.9): it has the whole core and does not get to the rest, and what is not drawn costs nothing",
  },
  longTask: {
    atMost: 0,
    explain:
      "each was the page's writing and layout of the text for screen readers, whose turn of twenty seconds fell into the scroll (traced by long animation frames); since this run it waits until the scrolling has come to rest, and two runs of the same steps had no task over 50 ms; the dearest takes 2.7 ms of CPU",
  },
  cpuFew: {
    atMost: 0.4,
    explain:
      "most of ours is what the browser pays for ten pictures a second of canvases of this size without a GPU, whatever is drawn on them (the table of parts): about 20 ms for the copies, 40 for the display",
  },
  cpuMany: { atMost: 0.4 },
  dom: {
    atMost: 0.6,
    explain:
      "by a trace of 2,000 updates a second, of the main thread's 190 ms Blink's layout and shaping take 50, painting 43, scripts 45, and 39 the putting together of layers, of which each strike that stays in sight is one; raster and compositor take another 110, the display 75",
  },
  heap: {
    atMost: 3,
    explain:
      "by the rows of this table React and the grid's page hold 2.4 (the DOM renderer's less the empty page), the painter 0.4 more (the canvas on the main thread) and a worker of its own, with a heap of its own, 0.6",
  },
} satisfies Goals;
