import type { Goals } from "../../lib/types.ts";

export const goals = {
  mainPerThousand: { atMost: 2 },
  displayed: {
    atLeast: 55,
    explain:
      "canvases of this size that are painted once and then stand still show no more (the row below): without a GPU every displayed frame of a scroll is put together by the processor, on a third of a core here",
  },
  everyDisplayed: {
    atLeast: 55,
    explain:
      "canvases of this width that are painted once and stand still display 54 in the same run; the rest is the painting of every column of the rows in sight, on a third of a core",
  },
  everyCpu: {
    atMost: 0.5,
    explain:
      "the peer displays a seventh of our frames (6.4 a second beside 43.7): it has the whole core and does not get to the rest, and what is not drawn costs nothing",
  },
  longTask: {
    atMost: 0,
    explain:
      "the page's dearest task needs 6 to 10 ms of CPU (the table below; 4 to 5 ms for canvases that stand still), and this laptop is three times slower: 18 to 30 ms; the longest of a run also waits in the middle for painter, display and two busy loops on its core",
  },
  cpuFew: {
    atMost: 0.4,
    explain:
      "at 2,000 updates a second most of ours is what the browser pays for ten pictures a second of canvases of this size without a GPU, whatever is drawn on them (the table of parts): about 20 ms for the copies, 40 for the display",
  },
  cpuMany: { atMost: 0.4 },
  dom: {
    atMost: 0.6,
    explain:
      "ten times a second Blink paints and commits 1,200 cells of text, which took it 12 to 15 ms each time until 21 November (0.58 and 0.61 then); what takes more since was not looked into",
  },
  heap: { atMost: 3 },
} satisfies Goals;
