import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { decimalsOfTick, formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { optional } from "../../components/optional.ts";
import { openPicker } from "../../shared/shell-state.ts";
import { TEXTS as SHARED } from "../../shared/texts.ts";
import css from "./ChainHeader.module.css";
import {
  type ChainChoice,
  type ChainHead,
  useChainHead,
  useFeedState,
  useUnderlyingHead,
} from "./shown-chain.ts";
import { useScrollsSideways } from "./use-measures.ts";

const Sparkline = optional(() => import("./Sparkline.tsx").then((m) => m.Sparkline));

interface Props {
  readonly symbol: string;
  readonly underlying: UnderlyingSummary | null;
  readonly choice: ChainChoice | null;
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly tone?: "up" | "down" | undefined;
  readonly title?: string | undefined;
  /** Digits its place is kept for, so that nothing moves when figures come or grow. */
  readonly width: number;
}

function Figure({ label, value, note, tone, title, width }: FigureProps) {
  return (
    <div className={css.figure} title={title}>
      <dt>{label}</dt>
      <dd data-tone={tone} style={{ minWidth: `${width}ch` }}>
        {value}
        {note ? <span className={css.note}>{note}</span> : null}
      </dd>
    </div>
  );
}

const LOT_STORY =
  "Lot size of this expiry; on MCX and in currency, where a contract counts as one, times what it holds";

/** "65"; "1 × 100" where a contract is quoted as one and holds a hundred barrels. */
function lotText(head: ChainHead | null): string {
  const lot = formatFixed(head?.lotSize, 0);
  return head && head.multiplier !== 1 ? `${lot} × ${formatFixed(head.multiplier, 0)}` : lot;
}

const sign = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

function Spot({ head, decimals }: { readonly head: ChainHead | null; readonly decimals: number }) {
  const change = head ? head.spot - head.spotPreviousClose : Number.NaN;
  const changePct = head ? (change / head.spotPreviousClose) * 100 : Number.NaN;
  return (
    <div className={css.spot} data-testid="spot">
      <span className={css.spotPrice}>{head ? formatFixed(head.spot, decimals) : UNKNOWN}</span>
      <span className={css.spotChange} data-tone={sign(change)}>
        {head ? `${formatSigned(change, decimals)} (${formatSigned(changePct, 2)} %)` : UNKNOWN}
      </span>
    </div>
  );
}

/** Where today's price lies between the day's low and high. */
function DayRange({ head, decimals }: { readonly head: ChainHead | null; readonly decimals: number }) {
  const span = head ? head.spotHigh - head.spotLow : 0;
  const at = head && span > 0 ? Math.min(1, Math.max(0, (head.spot - head.spotLow) / span)) : 0.5;
  return (
    <div className={css.range} title="Day's low and high">
      <span>L {formatFixed(head?.spotLow, decimals)}</span>
      <span className={css.track} aria-hidden="true">
        <span className={css.knob} style={{ left: `${at * 100}%` }} />
      </span>
      <span>H {formatFixed(head?.spotHigh, decimals)}</span>
    </div>
  );
}

export function ChainHeader({ symbol, underlying, choice }: Props) {
  const head = useChainHead(choice);
  const priced = useUnderlyingHead(underlying?.token);
  const [figures, setFigures] = useState<HTMLElement | null>(null);
  // Where the figures scroll sideways the keyboard must be able to reach them.
  const scrolls = useScrollsSideways(figures);
  const state = useFeedState(priced);
  const decimals = underlying ? Math.max(2, decimalsOfTick(underlying.spotTickSize)) : 2;
  const ivChange = head ? (head.atmIv - head.atmIvPrevious) * 100 : Number.NaN;
  return (
    <section className={css.header} aria-label="Underlying" data-state={state}>
      <h1 className="visually-hidden">{symbol} option chain</h1>
      <button
        type="button"
        className={css.picker}
        onClick={openPicker}
        aria-haspopup="dialog"
        data-testid="underlying"
      >
        <span className={css.symbol}>{symbol}</span>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="visually-hidden">Choose another underlying</span>
      </button>
      <Spot head={priced} decimals={decimals} />
      <div className={css.spark}>
        {underlying ? (
          <Suspense fallback={null}>
            <Sparkline token={underlying.token} />
          </Suspense>
        ) : null}
      </div>
      <DayRange head={priced} decimals={decimals} />
      <dl className={css.figures} ref={setFigures} {...(scrolls ? { tabIndex: 0 } : {})}>
        <Figure
          label="Fut"
          width={16}
          value={formatFixed(head?.future, decimals)}
          note={head && head.future > 0 ? formatSigned(head.future - head.spot, decimals) : undefined}
          title="Future of this expiry or the nearest after it, and its basis to spot"
        />
        <Figure
          label="ATM IV"
          width={11}
          value={head && !Number.isNaN(head.atmIv) ? `${formatFixed(head.atmIv * 100, 1)} %` : UNKNOWN}
          note={Number.isNaN(ivChange) ? undefined : formatSigned(ivChange, 1)}
          title="At-the-money implied volatility of this expiry, and its change in points since the previous close. Black-76 on the expiry's own forward; the exchange's site computes IV on spot at 10 %."
        />
        <Figure label="IVP" width={3} value={formatFixed(head?.atmIvPercentile, 0)} title={SHARED.ivpStory} />
        <Figure
          label="PCR"
          width={14}
          value={formatFixed(head?.pcr, 2)}
          note={head && !Number.isNaN(head.pcrChange) ? `chg ${formatFixed(head.pcrChange, 2)}` : undefined}
          title="Put OI over call OI of this expiry; chg: the same ratio of today's changes in OI"
        />
        <Figure
          label="Max pain"
          width={7}
          value={formatFixed(head?.maxPain, decimalsOfTick(head?.strikeStep || 1))}
          title="Strike at which option writers pay out least"
        />
        {underlying?.kind === "index" || underlying?.kind === "stock" ? (
          <Figure label="VIX" value={formatFixed(priced?.vix, 2)} width={5} title="India VIX" />
        ) : null}
        <Figure label="Lot" width={4} value={lotText(head)} title={LOT_STORY} />
        <Figure
          label={head?.forwardSource === FORWARD_SYNTHETIC ? "Forward · synth" : "Synth"}
          width={9}
          value={formatFixed(head?.synthetic, decimals)}
          title="Future implied by put–call parity near the money. Moneyness and the accent line refer to this expiry's forward."
        />
        <Figure
          label={
            head && head.atmStrike > 0
              ? `Straddle ${formatFixed(head.atmStrike, decimalsOfTick(head.strikeStep || 1))}`
              : "Straddle"
          }
          width={16}
          value={formatFixed(head?.straddle, Math.max(2, decimalsOfTick(head?.tickSize || 1)))}
          note={
            head && head.straddle > 0
              ? `±${formatFixed((head.straddle / head.forward) * 100, 2)} %`
              : undefined
          }
          title="At-the-money call plus put, and the move it implies by expiry"
        />
      </dl>
    </section>
  );
}
