/**
 * The chain views this tab wants, whatever engine serves them: each is opened once on the engine that lives now, opened anew
 * on its successor, and always ends up with the newest specification, however quickly they follow each other.
 */
import type { ChainViewSpec, Outcome } from "#workers/engine/api.ts";

/** What is needed of the engine's API here. */
export interface ViewHost {
  open(spec: ChainViewSpec, port: MessagePort): Promise<Outcome<number>>;
  configure(id: number, spec: ChainViewSpec): Promise<Outcome<null>>;
  close(id: number): unknown;
}

export interface ChainView {
  configure(spec: ChainViewSpec): void;
  close(): void;
}

interface ViewKeeper {
  add(
    spec: ChainViewSpec,
    takePort: (port: MessagePort) => void,
    onRefused: (message: string) => void,
  ): ChainView;
  /** An engine is there: every view is opened on it. */
  serve(host: ViewHost): void;
  /** The engine is gone, its views with it. */
  lost(): void;
}

interface OpenView {
  spec: ChainViewSpec;
  readonly takePort: (port: MessagePort) => void;
  readonly onRefused: (message: string) => void;
  /** Engine the view is open on, or being opened on. */
  host: ViewHost | null;
  /** Its number there; null until the engine has answered. */
  id: number | null;
}

export function createViewKeeper(): ViewKeeper {
  const views = new Set<OpenView>();
  let current: ViewHost | null = null;

  async function open(view: OpenView, host: ViewHost): Promise<void> {
    if (view.host === host) return;
    view.host = host;
    view.id = null;
    const { spec } = view;
    const channel = new MessageChannel();
    view.takePort(channel.port1);
    const outcome = await host.open(spec, channel.port2);
    if (view.host !== host) return;
    if (!outcome.ok) return view.onRefused(outcome.message);
    if (!views.has(view)) return void host.close(outcome.value);
    view.id = outcome.value;
    if (view.spec !== spec) await configure(view, host, outcome.value);
  }

  async function configure(view: OpenView, host: ViewHost, id: number): Promise<void> {
    const { spec } = view;
    const outcome = await host.configure(id, spec);
    // An answer to what is no longer asked is no news.
    if (!outcome.ok && view.spec === spec && view.host === host) view.onRefused(outcome.message);
  }

  return {
    add(spec, takePort, onRefused) {
      const view: OpenView = { spec, takePort, onRefused, host: null, id: null };
      views.add(view);
      if (current !== null) void open(view, current);
      return {
        configure(next) {
          view.spec = next;
          if (view.host !== null && view.id !== null) void configure(view, view.host, view.id);
        },
        close() {
          views.delete(view);
          if (view.host !== null && view.id !== null) view.host.close(view.id);
        },
      };
    },
    serve(host) {
      current = host;
      for (const view of views) void open(view, host);
    },
    lost() {
      current = null;
      for (const view of views) {
        view.host = null;
        view.id = null;
      }
    },
  };
}
