/**
 * What this tab wants kept open on its engine, whichever engine serves it: views of chains, and streams. Each is opened once on the
 * engine that lives now, opened anew on its successor, and always ends up with the newest specification, however quickly they follow
 * each other.
 */
import type { Outcome, Refusal } from "#workers/engine/api.ts";

/** What is needed of the engine's API here. */
export interface ViewHost<Spec> {
  open(spec: Spec, port: MessagePort): Promise<Outcome<number>>;
  configure(id: number, spec: Spec): Promise<Outcome<null>>;
  close(id: number): unknown;
}

export interface View<Spec> {
  configure(spec: Spec): void;
  close(): void;
}

/**
 * @param takePort told the port that its messages come on, anew with each engine
 * @param onRefused the engine does not open it, or not as it was asked last
 */
export type OpenView<Spec> = (
  spec: Spec,
  takePort: (port: MessagePort) => void,
  onRefused: (refusal: Refusal) => void,
) => View<Spec>;

interface ViewKeeper<Spec> {
  readonly add: OpenView<Spec>;
  /** An engine is there: every view is opened on it. */
  serve(host: ViewHost<Spec>): void;
  /** The engine is gone, its views with it. */
  lost(): void;
}

interface Kept<Spec> {
  spec: Spec;
  readonly takePort: (port: MessagePort) => void;
  readonly onRefused: (refusal: Refusal) => void;
  /** Engine the view is open on, or being opened on. */
  host: ViewHost<Spec> | null;
  /** Its number there; null until the engine has answered. */
  id: number | null;
}

export function createViewKeeper<Spec>(): ViewKeeper<Spec> {
  const views = new Set<Kept<Spec>>();
  let current: ViewHost<Spec> | null = null;

  async function open(view: Kept<Spec>, host: ViewHost<Spec>): Promise<void> {
    if (view.host === host) return;
    view.host = host;
    view.id = null;
    const { spec } = view;
    const channel = new MessageChannel();
    view.takePort(channel.port1);
    const outcome = await host.open(spec, channel.port2);
    if (view.host !== host) return;
    if (!outcome.ok) return view.onRefused(outcome);
    if (!views.has(view)) return void host.close(outcome.value);
    view.id = outcome.value;
    if (view.spec !== spec) await configure(view, host, outcome.value);
  }

  async function configure(view: Kept<Spec>, host: ViewHost<Spec>, id: number): Promise<void> {
    const { spec } = view;
    const outcome = await host.configure(id, spec);
    // An answer to what is no longer asked is no news.
    if (!outcome.ok && view.spec === spec && view.host === host) view.onRefused(outcome);
  }

  return {
    add(spec, takePort, onRefused) {
      const view: Kept<Spec> = { spec, takePort, onRefused, host: null, id: null };
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
