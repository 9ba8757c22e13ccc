/**
 * Streams of figures for components. All consumers in this tab that want the same share one stream on the engine, which is opened with
 * the first of them and closed with the last. Then what it told is forgotten, so that a component which comes back does not show old
 * figures as new.
 */
import { useSyncExternalStore } from "react";
import type {
  Refusal,
  StreamData,
  StreamKind,
  StreamMessage,
  StreamSpec,
  StreamSpecOf,
} from "#workers/engine/api.ts";
import { engine } from "./engine-client.ts";
import { receive } from "./receive-stream.ts";
import type { OpenView, View } from "./views.ts";

export interface Streamed<T> {
  /** null until something is known. */
  readonly data: T | null;
  /** Why nothing newer is told; null when nothing is amiss. */
  readonly refused: Refusal | null;
  /** `data` is of an engine that is gone, or was refused since: it is older than it should be. */
  readonly isOld: boolean;
}

/** Something that can be watched: a stream, or what is made of one. */
export interface Handle<T> {
  /** Opens it when it is the first. @returns closes it when it is the last */
  subscribe(listener: () => void): () => void;
  read(): T;
}

export type Stream<K extends StreamKind> = Handle<Streamed<StreamData[K]>>;

export type StreamOf = <K extends StreamKind>(spec: StreamSpecOf<K>) => Stream<K>;

/** A stream that the engine could not open is asked for again, for as long as a component wants it. */
const RETRY_MS = 5_000;

const NOTHING: Streamed<never> = { data: null, refused: null, isOld: false };

/** One stream on the engine, and those who watch it. */
interface Shared {
  readonly listeners: Set<() => void>;
  state: Streamed<unknown>;
  close(): void;
}

function openShared(spec: StreamSpec, open: OpenView<StreamSpec>): Shared {
  let view: View<StreamSpec> | null = null;
  let port: MessagePort | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const shared: Shared = {
    listeners: new Set(),
    state: NOTHING,
    close() {
      clearTimeout(timer);
      view?.close();
      port?.close();
    },
  };

  function set(next: Streamed<unknown>): void {
    shared.state = next;
    for (const listener of shared.listeners) listener();
  }

  function outdate(refused: Refusal | null): void {
    const { data } = shared.state;
    set({ data, refused, isOld: data !== null });
  }

  function take(message: StreamMessage): void {
    if ("refused" in message) outdate(message.refused);
    else set({ data: message.data, refused: null, isOld: false });
  }

  function start(): void {
    view = open(
      spec,
      (next) => {
        // Another engine's: until it has told something, what its predecessor told is all there is.
        if (port !== null) outdate(shared.state.refused);
        port?.close();
        port = next;
        receive(next, take);
      },
      (refusal) => {
        outdate(refusal);
        view?.close();
        timer = setTimeout(start, RETRY_MS);
      },
    );
  }

  start();
  return shared;
}

export function createStreams(open: OpenView<StreamSpec>): StreamOf {
  const all = new Map<string, Shared>();

  function sharedOf(key: string, spec: StreamSpec): Shared {
    const known = all.get(key);
    if (known !== undefined) return known;
    const made = openShared(spec, open);
    all.set(key, made);
    return made;
  }

  return <K extends StreamKind>(spec: StreamSpecOf<K>): Stream<K> => {
    const key = JSON.stringify(spec, Object.keys(spec).sort());
    return {
      subscribe(listener) {
        const shared = sharedOf(key, spec as StreamSpec);
        shared.listeners.add(listener);
        return () => {
          if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
          all.delete(key);
          shared.close();
        };
      },
      read: () => (all.get(key)?.state ?? NOTHING) as Streamed<StreamData[K]>,
    };
  };
}

/**
 * The stream of what is wanted: opened by the first who subscribes to it. A component keeps the handle (`useMemo`, or a constant of its
 * module) for as long as it wants the same.
 */
export const streamOf: StreamOf = createStreams((...wanted) => engine().openStream(...wanted));

/** What `select` makes of the newest state. Drawn again when that changes: it must be a primitive, or the same object. */
export function useStream<T, S>(handle: Handle<T>, select: (state: T) => S): S {
  return useSyncExternalStore(handle.subscribe, () => select(handle.read()));
}
