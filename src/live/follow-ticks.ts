/** Moments of charts, from streams. */
import type { Figure, Tick } from "./chart-columns.ts";
import { live } from "./live-state.ts";
import type { Stream } from "./streams.ts";

export type Take = (tick: Tick | null) => void;

/** What is not known is null in columns. */
export const figure = (value: number | undefined): Figure =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** Tells what a stream has, with the market's time; null while that is old or not known. */
export function follow<K extends "stats" | "quotes">(
  stream: Stream<K>,
  read: (data: NonNullable<ReturnType<Stream<K>["read"]>["data"]>) => readonly Figure[] | null,
  take: Take,
): () => void {
  const look = (): void => {
    const { data, isOld } = stream.read();
    if (data === null) return;
    const values = isOld ? null : read(data);
    const at = live.health?.marketTime ?? null;
    take(values === null || at === null ? null : { at, values });
  };
  const end = stream.subscribe(look);
  look();
  return end;
}
