/** Who in the browser works: until a trader sees a chain, or for tabs that are open. */
import { type ThreadTime, threadTimes } from "./threads.ts";

export const PLACES = [
  "page's thread",
  "engine",
  "painter",
  "other threads of pages",
  "display",
  "browser",
] as const;
type Place = (typeof PLACES)[number];

/** ms of CPU */
export type CpuByPlace = Readonly<Record<Place, number>>;

function placeOf({ kind, name }: ThreadTime): Place {
  if (kind === "gpu-process") return "display";
  if (kind !== "renderer") return "browser";
  if (name === "") return "page's thread";
  if (name.startsWith("SharedWorker")) return "engine";
  return name.startsWith("DedicatedWorker") ? "painter" : "other threads of pages";
}

/** @returns reads, when called, what all threads have used since */
export function startCpuByPlace(pids: readonly number[]): (pids: readonly number[]) => CpuByPlace {
  const before = new Map(threadTimes(pids).map(({ thread, ms }) => [thread, ms]));
  return (now) => {
    const spent = Object.fromEntries(PLACES.map((place) => [place, 0])) as Record<Place, number>;
    for (const time of threadTimes(now)) spent[placeOf(time)] += time.ms - (before.get(time.thread) ?? 0);
    return spent;
  };
}
