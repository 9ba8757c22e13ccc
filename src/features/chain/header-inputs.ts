import { decimalsOfTick, formatFixed, formatFlexible, formatIv } from "#domain/format/number.ts";
import { FEED_STATES } from "#protocol/frames/chain-frame.ts";
import type { FigureStory } from "../../shared/provenance/provenance-lines.ts";
import type { ChainHead } from "./shown-chain.ts";
import { TEXTS } from "./texts.ts";

type Inputs = Pick<FigureStory, "inputs" | "closes" | "forwardSource">;

/** What figures of the header are made of. @param decimals of the underlying's price */
export function headerInputs(head: ChainHead, decimals: number) {
  const names = TEXTS.header.inputs;
  const price = (value: number): string => formatFixed(value, decimals);
  const strike = (value: number): string => formatFixed(value, decimalsOfTick(head.strikeStep || 1));
  const { forwardSource } = head;
  const forward = [names.forward, price(head.forward)] as const;
  const openInterest = [
    [names.callOi, formatFlexible(head.callOi)],
    [names.putOi, formatFlexible(head.putOi)],
  ] as const;
  return {
    future: { inputs: [[names.spot, price(head.spot)]] },
    atmIv: {
      inputs: [forward, [names.previousAtmIv, formatIv(head.atmIvPrevious)]],
      forwardSource,
    },
    ivp: {
      inputs: [[names.atmIv, formatIv(head.atmIv)]],
      closes: { count: head.ivCloses, origins: head.ivCloseOrigins },
    },
    pcr: { inputs: openInterest },
    maxPain: { inputs: [...openInterest, forward], forwardSource },
    synthetic: { inputs: [[names.spot, price(head.spot)]] },
    straddle: {
      inputs: [[names.atmStrike, strike(head.atmStrike)], forward],
      forwardSource,
    },
  } satisfies Record<string, Inputs>;
}

/** When the figures of a head were so, and how they are now. */
export function ageOf(head: ChainHead): Pick<FigureStory, "asOf" | "state"> {
  return { asOf: head.asOf, state: FEED_STATES[head.state] };
}
