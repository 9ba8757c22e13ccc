/**
 * Events and page views, for a sink that an operator plugs in; off by default, and then nothing is even kept
 * (rule EMB-6).
 */
export interface AnalyticsSink {
  track(event: string, properties: Readonly<Record<string, string | number | boolean>>): Promise<void> | void;
  page(name: string): Promise<void> | void;
}

type Entry =
  | { readonly kind: "page"; readonly name: string }
  | {
      readonly kind: "event";
      readonly name: string;
      readonly properties: Readonly<Record<string, string | number | boolean>>;
    };

/** What waits until the sink's code is there; older ones give way. */
const QUEUE_LIMIT = 100;

export interface Analytics {
  track(event: string, properties?: Readonly<Record<string, string | number | boolean>>): void;
  page(name: string): void;
  /** The sink is there: what has waited goes out. */
  open(sink: AnalyticsSink): void;
}

/**
 * @param isOn false: nothing is plugged in, and nothing waits
 * @returns each entry is tried once; a sink that fails loses it, and the page never notices
 */
export function createAnalytics(isOn: boolean): Analytics {
  const waiting: Entry[] = [];
  let open: AnalyticsSink | null = null;

  async function send(sink: AnalyticsSink, entry: Entry): Promise<void> {
    try {
      await (entry.kind === "page" ? sink.page(entry.name) : sink.track(entry.name, entry.properties));
    } catch {
      // One attempt: counting visits is never worth a second one.
    }
  }

  function take(entry: Entry): void {
    if (open !== null) return void send(open, entry);
    if (!isOn) return;
    waiting.push(entry);
    if (waiting.length > QUEUE_LIMIT) waiting.shift();
  }

  return {
    track: (name, properties = {}) => take({ kind: "event", name, properties }),
    page: (name) => take({ kind: "page", name }),
    open(sink) {
      open = sink;
      for (const entry of waiting.splice(0)) void send(sink, entry);
    },
  };
}
