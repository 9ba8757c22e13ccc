import { averageVolume } from "#domain/chain/average-volume.ts";
import { countsIn } from "#domain/chain/origin.ts";
import { known } from "#protocol/http/figures.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import type { VolumeHistoryMessage } from "../../bus/bus-messages.ts";
import { volumeHistorySubject } from "../../bus/market-subjects.ts";
import type { MarketDay } from "../recorder.ts";
import type { DailyBar } from "./daily-bars.ts";

type ToldVolume = VolumeHistoryMessage["underlyings"][number];

/** Tells the feeds what is usually traded in a session of each underlying. */
export interface VolumeTeller {
  /** Reads what is kept of all underlyings of a day and tells it; nothing is asked of the market's source. */
  load(day: MarketDay): Promise<void>;
  /** Reads one again: more is kept of it than before. */
  renew(day: MarketDay, underlying: number): Promise<void>;
  /** Tells once more what is known: a market that has just begun has heard nothing. */
  retell(): void;
  stop(): void;
}

interface TellerOptions {
  /** of now's market, and of the late one, which has the same past */
  readonly buses: readonly Bus[];
  /** Days of an underlying before the market day as they are kept, in the shares of now. */
  readonly keptDays: (day: MarketDay, underlying: number) => Promise<readonly DailyBar[]>;
  /** told of troubles; the underlying keeps what was told before */
  readonly onProblem: (error: unknown) => void;
  /** ms between two underlyings: storage and feed have their turns */
  readonly pauseMs?: number;
}

const PAUSE_MS = 15;
/** Underlyings a message to the feed. */
const PORTION = 50;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function createVolumeTeller(options: TellerOptions): VolumeTeller {
  const { buses, keptDays, onProblem, pauseMs = PAUSE_MS } = options;
  const loaded = new Map<number, ToldVolume>();
  /** of the newest `load`: an older one that is still at it ends */
  let turn = 0;
  let market = "";

  function tell(underlyings: readonly ToldVolume[]): void {
    if (underlyings.length === 0) return;
    const payload = Buffer.from(JSON.stringify({ underlyings } satisfies VolumeHistoryMessage));
    for (const bus of buses) bus.publish(volumeHistorySubject(), payload);
  }

  /** null where it could not be read */
  async function read(day: MarketDay, underlying: number): Promise<ToldVolume | null> {
    try {
      const bars = await keptDays(day, underlying);
      const counted = bars.filter(({ origin }) => countsIn(day.isInvented, origin));
      const { average, days } = averageVolume(counted.map(({ volume }) => volume));
      return { underlying, average: known(average), days };
    } catch (error) {
      onProblem(error);
      return null;
    }
  }

  function retell(): void {
    const all = [...loaded.values()];
    for (let from = 0; from < all.length; from += PORTION) tell(all.slice(from, from + PORTION));
  }

  return {
    async load(day) {
      const own = ++turn;
      if (market !== day.market) loaded.clear();
      market = day.market;
      for (let from = 0; from < day.followed.length; from += PORTION) {
        const portion: ToldVolume[] = [];
        for (const { underlying } of day.followed.slice(from, from + PORTION)) {
          const told = await read(day, underlying);
          if (own !== turn) return;
          if (told !== null) {
            loaded.set(underlying, told);
            portion.push(told);
          }
          await pause(pauseMs);
        }
        if (own !== turn) return;
        tell(portion);
      }
    },
    async renew(day, underlying) {
      const own = turn;
      const told = await read(day, underlying);
      if (told === null || own !== turn) return;
      loaded.set(underlying, told);
      tell([told]);
    },
    retell,
    stop() {
      turn++;
    },
  };
}
