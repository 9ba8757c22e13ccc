import { formatFixed } from "#domain/format/number.ts";
import { inLanguage, numberText } from "../../shared/texts/texts.tsx";

/** Every text of the panel; figures come as they are written. */
export const TEXTS = inLanguage({
  en: {
    title: "Performance",
    measuredFor: (span: string) => `measured for ${span}`,
    seconds: (count: string) => `${count} s`,
    minutes: (count: string) => `${count} min`,
    reset: "Reset",
    copy: { offer: "Copy as JSON", done: "Copied", failed: "The browser did not let it be copied" },
    close: "Close performance panel",
    closeByKeys: (keys: string) => `Close (${keys})`,
    starting: "The engine is starting.",
    stages: {
      caption: "Latency of each stage, milliseconds",
      stage: "Stage, ms",
      distribution: "Distribution",
      /** Decades of the common axis, from SHAPE_FROM_MS to SHAPE_TO_MS. */
      decades: ["0.1", "1", "10", "100", "1 s"],
      p50: "p50",
      p99: "p99",
      max: "Max",
      /** What each stage is called and what it means. */
      words: {
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
      },
    },
    facts: {
      title: "Engine",
      quotes: { name: "Quotes/s", meaning: "Quote packets received, over the last 5 s." },
      frames: { name: "Frames/s", meaning: "Frames posted to painters, all tabs." },
      messages: { name: "Messages/s", meaning: "Messages on the one socket." },
      dropped: {
        name: "Frames dropped",
        meaning:
          "Due while the painter took no more, or replaced by a newer one before they were painted. Newest figures only: nothing queues.",
      },
      droppedOf: (dropped: string, all: string) => `${dropped} of ${all}`,
      received: { name: "Received, kB/s", meaning: "Bytes of messages, unpacked." },
      posted: { name: "Posted, kB/s", meaning: "Bytes of frames, to all tabs." },
      slowCalls: {
        name: "Slow calls",
        meaning:
          "The engine's calls over HTTP that took longer than a second, and how long the last one took.",
      },
      slowOf: ({ count, ms }: { readonly count: number; readonly ms: number }) =>
        `${numberText(count)}, last ${formatFixed(ms / 1_000, 1)} s`,
      gaps: {
        name: "Gaps",
        meaning: "Sequences missed and healed by a fresh snapshot, since the engine started.",
      },
      reconnects: { name: "Reconnects", meaning: "Since the engine started." },
      tabs: { name: "Tabs, views", meaning: "Served by this engine." },
      subscriptions: { name: "Subscriptions", meaning: "Asked of the server." },
      clockOffset: {
        name: "Clock offset, ms",
        meaning: "The server's clock less this device's, from the fastest ping of the last 5 minutes.",
      },
      ping: { name: "Ping, ms", meaning: "What the newest ping needed beyond the fastest." },
      wasm: { name: "WebAssembly, MB", meaning: "Memory of the decoder: fixed, room for 65,536 rows." },
      /** Where a browser has no WebAssembly. */
      noWasm: { name: "WebAssembly, MB", meaning: "JavaScript decodes here." },
      heap: { name: "Engine heap, MB", meaning: "JavaScript heap of the engine's worker." },
      /** Where a browser does not measure it. */
      noHeap: { name: "Engine heap, MB", meaning: "This browser tells a worker nothing of its heap." },
      notToBeHad: "n/a",
    },
    strategy: {
      title: "Strategy of this tab",
      questions: {
        name: "Answered here",
        meaning: "Questions about the strategy that this tab's worker answered, of those it was asked.",
      },
      of: (part: string, all: string) => `${part} of ${all}`,
      dropped: {
        name: "Overtaken",
        meaning: "Questions and answers that a newer one took the place of.",
      },
      last: { name: "Last answer, ms", meaning: "From the change to the worker's answer." },
      server: {
        name: "Server's summaries",
        meaning: "Answered, of those that were asked for. They follow what is changed when it is quiet.",
      },
      verified: {
        name: "Computed again",
        meaning:
          "Of the server's summaries, those that were computed again here in their own market: when the tab has time for it. In brackets those whose market streamed here too.",
      },
      verifiedOf: (verified: string, answers: string, live: string) => `${verified} of ${answers} (${live})`,
      differences: {
        name: "Differences",
        meaning: "Of those, how many had a figure more than a billionth away from the server's.",
      },
      lastDifference: {
        name: "Last difference",
        meaning: "The figure that was furthest away in the last of them, and by what part of it.",
      },
    },
    tabs: {
      caption: "Tabs of this engine",
      tab: "Tab",
      frames: "Frames/s",
      kilobytes: "kB/s",
      dropped: "Dropped",
      droppedStory: "Frames due while its painter took no more, or replaced before they were painted",
      p50: "p50, ms",
      p99: "p99, ms",
      latencyStory: "Server to pixel in this tab, ms",
      heap: "Heap, MB",
      heapStory: "JavaScript heap of its page, as it told when it was last in view; Chromium only",
      noChain: "No chain",
      /** Beside a tab's chains: it is the reader's own, or out of sight. */
      own: "this",
      hidden: "hidden",
    },
  },
});
