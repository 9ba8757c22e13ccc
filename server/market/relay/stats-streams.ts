import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { StatsInterestMessage } from "../bus/bus-messages.ts";
import { statsInterestSubject } from "../bus/market-subjects.ts";
import type { Tally } from "./rooms/room.ts";
import { ScreenerRoom } from "./rooms/screener-room.ts";
import { type StatsRoom, StatsRooms } from "./rooms/stats-rooms.ts";

interface StatsOptions {
  readonly bus: Bus;
  readonly log: Log;
  readonly now: () => number;
  /** told of an underlying that has ceased to exist while it was watched */
  readonly onGone: (room: StatsRoom) => void;
  readonly onHealed: () => void;
  readonly sent: { readonly underlyings: Tally; readonly screener: Tally };
}

/** Stats of underlyings and the screener, which the feed works out only while they are watched. */
export class Stats {
  readonly underlyings: StatsRooms;
  readonly screener: ScreenerRoom;
  readonly #bus: Bus;
  #isDue = false;
  #isClosed = false;

  constructor({ bus, log, now, onGone, onHealed, sent }: StatsOptions) {
    this.#bus = bus;
    const onInterest = () => this.#sayInterestSoon();
    this.underlyings = new StatsRooms({ bus, log, now, onInterest, onGone, sent: sent.underlyings });
    this.screener = new ScreenerRoom({ bus, log, now, onInterest, onHealed, sent: sent.screener });
  }

  /** Says to the feed what is watched; called every few seconds, because the feed forgets. */
  sayInterest(): void {
    const message: StatsInterestMessage = {
      underlyings: this.underlyings.watched(),
      screener: this.screener.isWatched(),
    };
    if (message.underlyings.length === 0 && !message.screener) return;
    this.#bus.publish(statsInterestSubject(), Buffer.from(JSON.stringify(message)));
  }

  /** A new epoch: everything is void and asked for again. */
  restart(): void {
    this.underlyings.restart();
    this.screener.restart();
    this.sayInterest();
  }

  close(): void {
    this.#isClosed = true;
    this.underlyings.close();
    this.screener.close();
  }

  #sayInterestSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#isClosed) this.sayInterest();
    });
  }
}
