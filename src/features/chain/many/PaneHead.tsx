import { ChevronDown, ExternalLink, X } from "lucide-react";
import { istDate } from "#domain/calendar/ist.ts";
import { CHAIN_STATES } from "#domain/chain/flags.ts";
import { daysLeftText, formatExpiry } from "#domain/format/date.ts";
import {
  decimalsOfTick,
  formatFixed,
  formatIv,
  formatSigned,
  MINUS,
  UNKNOWN,
} from "#domain/format/number.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import { Aside } from "../../../components/FaultBoundary.tsx";
import { useMarketMinute } from "../../../live/market-minute.ts";
import { InstrumentButtons } from "../../../shared/chart-button/InstrumentButtons.tsx";
import { Provenance } from "../../../shared/provenance/Provenance.tsx";
import { openPicker } from "../../../shared/shell-state.ts";
import { type StoryFigure, storyOf } from "../header-story/story-of.ts";
import { type ChainHead, useChainHead, useFeedState, useUnderlyingHead } from "../shown-chain.ts";
import { ImpliedSpot, MarketChip } from "../signs/Signs.tsx";
import { TEXTS as PAGE } from "../texts.ts";
import type { ChosenChain } from "../use-chosen-chain.ts";
import css from "./ManyChains.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly chain: ChosenChain;
  readonly onExpiry: (expiry: string) => void;
  /** Absent where it is the last chain. */
  readonly onClose?: (() => void) | undefined;
  readonly onPop: () => void;
  /** Id of the place of what turns the pages of a narrow grid, where that stands here. */
  readonly pages: string | undefined;
}

const icon = { size: 14, strokeWidth: 1.75, "aria-hidden": true } as const;
/** Of a change as it is written: one that rounds to nothing is neither. */
const toneOf = (text: string): "up" | "down" | undefined =>
  text.startsWith("+") ? "up" : text.startsWith(MINUS) ? "down" : undefined;

interface FigureProps {
  readonly label: string;
  readonly figure: StoryFigure;
  readonly head: ChainHead | null;
  readonly decimals: number;
  readonly value: string;
  readonly note?: string;
}

function Figure({ label, figure, head, decimals, value, note }: FigureProps) {
  return (
    <span className={css.figure}>
      <span className={css.label}>{label}</span>
      <Provenance name={label} story={() => storyOf(figure, head, decimals)}>
        {value}
        {note === undefined ? null : <span className={css.note}>{note}</span>}
      </Provenance>
    </span>
  );
}

/** The line over each of several chains: whose it is, its expiry, what moves, and the ways out of it. */
export function PaneHead({ chain, onExpiry, onClose, onPop, pages }: Props) {
  const { symbol, underlying, expiry, choice, failed } = chain;
  const head = useChainHead(choice);
  const priced = useUnderlyingHead(underlying?.token);
  const ofChain = useFeedState(head);
  const ofPrice = useFeedState(priced);
  // Where no figures will come, the price that never came does not say so.
  const willStay = ofChain === "refused" || ofChain === "empty";
  const feed: FeedState = failed !== null ? "failed" : willStay ? ofChain : ofPrice;
  // A frame without figures does not know the time either.
  const asOf = head !== null && head.asOf > 0 ? head.asOf : null;
  const now = useMarketMinute() ?? asOf;
  const today = now === null ? undefined : istDate(now);
  const decimals = underlying ? Math.max(2, decimalsOfTick(underlying.spotTickSize)) : 2;
  const change = formatSigned(priced ? (priced.spot / priced.spotPreviousClose - 1) * 100 : Number.NaN, 2);
  // Of an expiry that is over there is nothing left to price.
  const running = head && CHAIN_STATES[head.marketState] === "expired" ? null : head;
  // How a market stands that is closed comes before what its figures were; of one that trades it comes last.
  const isOpen = head !== null && CHAIN_STATES[head.marketState] === "live";
  const chip =
    underlying && head ? (
      <Aside>
        <MarketChip head={head} underlying={underlying} />
      </Aside>
    ) : null;
  return (
    <header className={css.head} data-state={feed}>
      <button type="button" className={css.symbol} aria-haspopup="dialog" onClick={openPicker}>
        {symbol}
        <ChevronDown {...icon} />
        <span className="visually-hidden">{TEXTS.choose}</span>
      </button>
      <InstrumentButtons symbol={symbol} />
      {failed !== null ? null : (
        <select
          className={css.expiry}
          aria-label={TEXTS.expiry(symbol)}
          value={expiry?.expiry ?? ""}
          onChange={(event) => onExpiry(event.target.value)}
        >
          {(underlying?.expiries ?? []).map((each) => (
            <option key={each.expiry} value={each.expiry}>
              {[
                formatExpiry(each.expiry, today),
                PAGE.expiries.tags[each.type],
                now === null ? "" : daysLeftText(now, each.expiryInstant, each.lastTrade),
              ]
                .filter(Boolean)
                .join(" · ")}
            </option>
          ))}
        </select>
      )}
      <span className={css.spot} data-testid="pane-spot">
        <b>{priced ? formatFixed(priced.spot, decimals) : UNKNOWN}</b>{" "}
        <span data-tone={toneOf(change)}>{change === UNKNOWN ? change : TEXTS.percent(change)}</span>
        {head ? (
          <Aside>
            <ImpliedSpot head={head} decimals={decimals} />
          </Aside>
        ) : null}
      </span>
      <span className={css.figures}>
        {isOpen ? null : chip}
        <Figure
          label={TEXTS.iv}
          figure="atmIv"
          head={head}
          decimals={decimals}
          value={head && !Number.isNaN(head.atmIv) ? TEXTS.percent(formatIv(head.atmIv)) : UNKNOWN}
        />
        <Figure
          label={TEXTS.pcr}
          figure="pcr"
          head={head}
          decimals={decimals}
          value={formatFixed(head?.pcr, 2)}
        />
        <Figure
          label={TEXTS.straddle}
          figure="straddle"
          head={running}
          decimals={decimals}
          value={formatFixed(running?.straddle, Math.max(2, decimalsOfTick(head?.tickSize || 1)))}
          {...(running && running.straddle > 0
            ? { note: TEXTS.move(formatFixed((running.straddle / running.forward) * 100, 2)) }
            : {})}
        />
        {isOpen ? chip : null}
      </span>
      <span id={pages} className={css.pages} />
      {/* Of a closed market more is said by its chip. */}
      {feed === "live" || (feed === "closed" && chip !== null) ? null : (
        <span className={css.feed} data-state={feed}>
          {feed === "delayed" ? PAGE.status.delayed : PAGE.status.feed[feed]}
        </span>
      )}
      <button
        type="button"
        className={css.way}
        aria-label={TEXTS.pop(symbol)}
        title={TEXTS.pop(symbol)}
        onClick={onPop}
      >
        <ExternalLink {...icon} />
      </button>
      {onClose === undefined ? null : (
        <button
          type="button"
          className={css.way}
          aria-label={TEXTS.close(symbol)}
          title={TEXTS.close(symbol)}
          onClick={onClose}
        >
          <X {...icon} />
        </button>
      )}
    </header>
  );
}
