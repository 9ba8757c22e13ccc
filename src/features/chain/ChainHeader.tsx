import { ChevronDown } from "lucide-react";
import { memo, useCallback, useId, useState } from "react";
import { CHAIN_STATES, FORWARD_SYNTHETIC } from "#domain/chain/flags.ts";
import { decimalsOfTick, formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import { entryWeight } from "#domain/pricing/discount-entry.ts";
import { DISCOUNT_NONE } from "#domain/pricing/discount-origin.ts";
import { yearsToExpiry } from "#domain/pricing/time.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { whenDrawn } from "../../browser/when-idle.ts";
import { Aside } from "../../components/FaultBoundary.tsx";
import { optional } from "../../components/optional.ts";
import { moveFocus } from "../../shared/provenance/move-focus.ts";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import { openPicker } from "../../shared/shell-state.ts";
import css from "./ChainHeader.module.css";
import type { StoryFigure } from "./header-story/story-of.ts";
import {
  type ChainChoice,
  type ChainHead,
  useChainHead,
  useFeedState,
  useNewestHead,
  useUnderlyingHead,
} from "./shown-chain.ts";
import type { ReadFigure } from "./signs/Signs.tsx";
import { TEXTS } from "./texts.ts";
import { useScrollsSideways } from "./use-measures.ts";

/** A chart beside figures: it comes after them, with the library that draws it. */
const Sparkline = optional(() =>
  whenDrawn()
    .then(() => import("./Sparkline.tsx"))
    .then((m) => m.Sparkline),
);

/** What figures are taken for, and how the market stands: no figure waits for it. */
const loadSigns = () => whenDrawn().then(() => import("./signs/Signs.tsx"));
const Sign = optional(() => loadSigns().then((m) => m.Sign));
const ImpliedSpot = optional(() => loadSigns().then((m) => m.ImpliedSpot));
const MarketChip = optional(() => loadSigns().then((m) => m.MarketChip));

/** What opens windows on the instrument: after the figures, in a place that is kept for it. */
const InstrumentButtons = optional(() =>
  whenDrawn()
    .then(() => import("../../shared/chart-button/InstrumentButtons.tsx"))
    .then((m) => m.InstrumentButtons),
);

let stories: typeof import("./header-story/story-of.ts") | null = null;
/** How figures came to be is told when one is pressed, and comes then. */
const loadStories = async (): Promise<void> => {
  stories = await import("./header-story/story-of.ts");
};

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
  readonly figure: StoryFigure;
  /** Asked when the figure tells how it came to be. */
  readonly newest: () => ChainHead | null;
  /** Of the underlying's price. */
  readonly decimals: number;
  /** The one of the group that the tab key comes to first. */
  readonly isFirst?: true;
  /** Digits its place is kept for, so that nothing moves when figures come or grow. */
  readonly width: number;
  readonly sign?: ReadFigure;
}

/** Drawn again when it reads otherwise, and not with every figure of the header. */
const Figure = memo(function Figure(props: FigureProps) {
  const { label, value, note, tone, figure, newest, decimals, isFirst, width, sign } = props;
  const own = useId();
  return (
    <div className={css.figure}>
      <dt id={`${own}-name`}>{label}</dt>
      <dd id={`${own}-value`} data-tone={tone} style={{ minWidth: `${width}ch` }}>
        <Provenance
          name={label}
          story={() => stories?.storyOf(figure, newest(), decimals) ?? { formula: "" }}
          prepare={loadStories}
          labelledBy={[`${own}-name`, `${own}-value`].join(" ")}
          tabIndex={isFirst ? 0 : -1}
        >
          {value}
          {note ? <span className={css.note}>{note}</span> : null}
          {sign ? (
            <Aside>
              <Sign figure={sign} newest={newest} />
            </Aside>
          ) : null}
        </Provenance>
      </dd>
    </div>
  );
});

/** "65"; "1 × 100" where a contract is quoted as one and holds a hundred barrels. */
function lotText(head: ChainHead | null): string {
  const lot = formatFixed(head?.lotSize, 0);
  return head && head.multiplier > 1 ? `${lot} × ${formatFixed(head.multiplier, 0)}` : lot;
}

/** Less interest than the figure has digits for. */
const NO_INTEREST = 0.0005;

/** Of expiries that interest has come in for; in words what figures would not tell. */
function Discount({
  head,
  newest,
  decimals,
}: Pick<FigureProps, "newest" | "decimals"> & { readonly head: ChainHead | null }) {
  if (head === null || !(entryWeight(yearsToExpiry(head.asOf, head.expiryInstant)) > 0)) return null;
  const isTold = head.discountSource !== DISCOUNT_NONE;
  const isNone = 1 - head.discount < NO_INTEREST;
  const error = `±${formatFixed(head.discountError, head.discountError < NO_INTEREST ? 4 : 3)}`;
  return (
    <Figure
      label={TEXTS.header.discount}
      width={13}
      value={formatFixed(head.discount, 3)}
      note={isTold ? (isNone ? TEXTS.header.noInterest : error) : TEXTS.header.discountUntold}
      figure="discount"
      newest={newest}
      decimals={decimals}
    />
  );
}

const sign = (n: number): "up" | "down" | undefined => (n > 0 ? "up" : n < 0 ? "down" : undefined);

function Spot({ head, decimals }: { readonly head: ChainHead | null; readonly decimals: number }) {
  const change = head ? head.spot - head.spotPreviousClose : Number.NaN;
  const changePct = head ? (change / head.spotPreviousClose) * 100 : Number.NaN;
  return (
    <div className={css.spot} data-testid="spot">
      <span className={css.spotPrice}>{head ? formatFixed(head.spot, decimals) : UNKNOWN}</span>
      {head ? (
        <span className={css.spotChange} data-tone={sign(change)}>
          {formatSigned(change, decimals)} ({formatSigned(changePct, 2)} %)
        </span>
      ) : null}
      {head && head.lastSpot > 0 ? (
        <Aside>
          <ImpliedSpot head={head} decimals={decimals} />
        </Aside>
      ) : null}
    </div>
  );
}

/** Where today's price lies between the day's low and high. */
function DayRange({ head, decimals }: { readonly head: ChainHead | null; readonly decimals: number }) {
  const span = head ? head.spotHigh - head.spotLow : 0;
  const at = head && span > 0 ? Math.min(1, Math.max(0, (head.spot - head.spotLow) / span)) : Number.NaN;
  return (
    <div className={css.range} title={TEXTS.header.dayRange}>
      <span>{TEXTS.header.low(formatFixed(head?.spotLow, decimals))}</span>
      <span className={css.track} aria-hidden="true">
        {Number.isNaN(at) ? null : <span className={css.knob} style={{ left: `${at * 100}%` }} />}
      </span>
      <span>{TEXTS.header.high(formatFixed(head?.spotHigh, decimals))}</span>
    </div>
  );
}

/** Of an expiry that is over there is nothing left to price: what it settled at stands above its rows. */
const runningOf = (head: ChainHead | null): ChainHead | null =>
  head && CHAIN_STATES[head.marketState] === "expired" ? null : head;

/** Whose chain it is, and what opens another's, or windows on this one's instrument. */
const Whose = memo(function Whose({ symbol }: Pick<Props, "symbol">) {
  return (
    <>
      <h1 className="visually-hidden">{TEXTS.header.title(symbol)}</h1>
      <button
        type="button"
        className={css.picker}
        onClick={openPicker}
        aria-haspopup="dialog"
        data-testid="underlying"
      >
        <span className={css.symbol}>{symbol}</span>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="visually-hidden">{TEXTS.header.choose}</span>
      </button>
      <span className={css.info}>
        <Aside>
          <InstrumentButtons symbol={symbol} />
        </Aside>
      </span>
    </>
  );
});

/** It grows by itself, beside figures that come more often. */
const Today = memo(function Today({ underlying }: { readonly underlying: UnderlyingSummary }) {
  return (
    <Aside>
      <Sparkline underlying={underlying} />
    </Aside>
  );
});

export function ChainHeader({ symbol, underlying, choice }: Props) {
  const head = useChainHead(choice);
  const newest = useNewestHead(choice);
  const newestRunning = useCallback(() => runningOf(newest()), [newest]);
  const priced = useUnderlyingHead(underlying?.token);
  const [figures, setFigures] = useState<HTMLElement | null>(null);
  // Where the figures scroll sideways the keyboard must be able to reach them.
  const scrolls = useScrollsSideways(figures);
  const state = useFeedState(priced);
  const decimals = underlying ? Math.max(2, decimalsOfTick(underlying.spotTickSize)) : 2;
  const running = runningOf(head);
  const ivChange = head ? (head.atmIv - head.atmIvPrevious) * 100 : Number.NaN;
  return (
    <section className={css.header} aria-label={TEXTS.header.name} data-state={state}>
      <Whose symbol={symbol} />
      <Spot head={priced} decimals={decimals} />
      <div className={css.spark}>{underlying && priced ? <Today underlying={underlying} /> : null}</div>
      <DayRange head={priced} decimals={decimals} />
      {underlying && head ? (
        <Aside>
          <MarketChip head={head} underlying={underlying} />
        </Aside>
      ) : null}
      <dl
        className={css.figures}
        ref={setFigures}
        onKeyDown={moveFocus}
        {...(scrolls ? { tabIndex: 0 } : {})}
      >
        <Figure
          label={TEXTS.header.future}
          width={16}
          value={formatFixed(head?.future, decimals)}
          note={
            running && running.future > 0 ? formatSigned(running.future - running.spot, decimals) : undefined
          }
          figure="future"
          newest={newest}
          decimals={decimals}
          isFirst
        />
        <Figure
          label={TEXTS.header.atmIv}
          width={11}
          value={head && !Number.isNaN(head.atmIv) ? `${formatFixed(head.atmIv * 100, 1)} %` : UNKNOWN}
          note={Number.isNaN(ivChange) ? undefined : formatSigned(ivChange, 1)}
          figure="atmIv"
          newest={newest}
          decimals={decimals}
        />
        <Figure
          label={TEXTS.header.ivp}
          width={7}
          sign="ivp"
          value={formatFixed(running?.atmIvPercentile, 0)}
          figure="ivp"
          newest={newestRunning}
          decimals={decimals}
        />
        <Figure
          label={TEXTS.header.pcr}
          width={12}
          sign="pcr"
          value={formatFixed(head?.pcr, 2)}
          note={head && !Number.isNaN(head.pcrChange) ? formatSigned(head.pcrChange, 2) : undefined}
          figure="pcr"
          newest={newest}
          decimals={decimals}
        />
        <Figure
          label={TEXTS.header.maxPain}
          width={9}
          sign="maxPain"
          value={formatFixed(running?.maxPain, decimalsOfTick(head?.strikeStep || 1))}
          figure="maxPain"
          newest={newestRunning}
          decimals={decimals}
        />
        {underlying?.kind === "index" || underlying?.kind === "stock" ? (
          <Figure
            label={TEXTS.header.vix}
            value={formatFixed(priced?.vix, 2)}
            width={5}
            figure="vix"
            newest={newest}
            decimals={decimals}
          />
        ) : null}
        <Figure
          label={TEXTS.header.lot}
          width={4}
          value={lotText(head)}
          figure="lot"
          newest={newest}
          decimals={decimals}
        />
        <Figure
          label={
            head?.forwardSource === FORWARD_SYNTHETIC
              ? TEXTS.header.forwardIsSynthetic
              : TEXTS.header.synthetic
          }
          width={9}
          value={formatFixed(head?.synthetic, decimals)}
          figure="synthetic"
          newest={newest}
          decimals={decimals}
        />
        <Aside>
          <Discount head={head} newest={newest} decimals={decimals} />
        </Aside>
        <Figure
          label={
            running && running.atmStrike > 0
              ? TEXTS.header.straddleOf(
                  formatFixed(running.atmStrike, decimalsOfTick(running.strikeStep || 1)),
                )
              : TEXTS.header.straddle
          }
          width={16}
          value={formatFixed(running?.straddle, Math.max(2, decimalsOfTick(head?.tickSize || 1)))}
          note={
            running && running.straddle > 0
              ? `±${formatFixed((running.straddle / running.forward) * 100, 2)} %`
              : undefined
          }
          figure="straddle"
          newest={newestRunning}
          decimals={decimals}
        />
      </dl>
    </section>
  );
}
