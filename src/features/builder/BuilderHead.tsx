import { ChevronDown, Redo2, Settings2, Undo2 } from "lucide-react";
import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { formatFixed, formatSigned, UNKNOWN } from "#domain/format/number.ts";
import { canRedo, canUndo } from "#domain/strategy/analyzer/figures.ts";
import { DATA_SOURCES } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { AnalyzerView } from "../../analyzer/analyzer.ts";
import { useAnalyzer, useAnalyzerFact, useAnalyzerState } from "../../analyzer/use-analyzer.tsx";
import { optional } from "../../components/optional.ts";
import { live } from "../../live/live-state.ts";
import { streamOf, useStream } from "../../live/streams.ts";
import { useDelay } from "../../shared/delay/use-delay.ts";
import { quickEntry } from "../../shared/quick-entry.ts";
import { openPicker } from "../../shared/shell-state.ts";
import { widgetPlace } from "../../shared/widget/widget-place.ts";
import { spotDecimals } from "../../strategy/summary/figures.ts";
import { TEXTS as COMMON } from "../../strategy/texts.ts";
import { useIsSettled } from "../../strategy/use-is-settled.ts";
import css from "./BuilderHead.module.css";
import { TEXTS } from "./texts.ts";

const QuickEntry = optional(() => import("./quick-entry/QuickEntry.tsx").then((m) => m.QuickEntry));
const RestingMarket = optional(() => import("./RestingMarket.tsx").then((m) => m.RestingMarket));
const KeepTools = optional(() => import("./kept/KeepTools.tsx").then((m) => m.KeepTools));
const loadSettings = () => import("./settings/BuilderSettings.tsx");
const BuilderSettings = optional(() => loadSettings().then((m) => m.BuilderSettings));

/** Price and change of the day, once a second. */
function Spot({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const { payload, market } = useAnalyzerState();
  const decimals = spotDecimals(underlying.spotTickSize);
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying.token] }), [underlying.token]);
  const spot = useStream(stream, ({ data }) => data?.[0]?.spot ?? Number.NaN);
  const before = useStream(stream, ({ data }) => data?.[0]?.spotPreviousClose ?? Number.NaN);
  const isOld = useStream(stream, ({ data, isOld: isPast }) => isPast || data?.[0]?.stale === true);
  const isImplied = payload?.is_underlying_price_implied === true;
  const shown = isImplied ? payload.underlying_price : spot;
  // While one is implied the other stands still, in the stats too: they are there also where no worker tells a head.
  const last = market !== null && market.lastSpot > 0 ? market.lastSpot : spot;
  const change = (shown ?? Number.NaN) - before;
  return (
    <div className={css.spot} data-stale={isOld ? "" : undefined} data-testid="builder-spot">
      <span className="visually-hidden">{TEXTS.head.spot}</span>
      <span className={css.price}>{formatFixed(shown, decimals)}</span>
      <span className={css.change} data-tone={change > 0 ? "up" : change < 0 ? "down" : undefined}>
        {Number.isNaN(change)
          ? UNKNOWN
          : `${formatSigned(change, decimals)} (${formatSigned((change / before) * 100, 2)} %)`}
      </span>
      {isImplied ? (
        <span className={css.implied} title={TEXTS.head.impliedTitle}>
          <span className={css.tag}>{TEXTS.head.implied}</span>
          {TEXTS.head.lastSpot(formatFixed(last, decimals))}
        </span>
      ) : null}
    </div>
  );
}

function Late() {
  return <span className={css.tag}>{COMMON.standing.delayed}</span>;
}
// That figures are late is said at once; why, and the ways out, may come a moment later.
const DelayBadge = optional(
  () => import("../../shared/delay/DelayBadge.tsx").then((m) => m.DelayBadge),
  Late,
);

/** What the figures are of, when it is not the market of this moment. */
function Feed({ underlying }: { readonly underlying: UnderlyingSummary }) {
  const { market } = useAnalyzerState();
  const isSettled = useIsSettled();
  const { health } = useSnapshot(live);
  const isLate = useDelay();
  // What the badge opens leads to a login.
  const isCompact = widgetPlace()?.mode === "compact";
  const { standing } = COMMON;
  const isClosed = market?.state === "closed";
  const isStale = market?.isStale === true && !isClosed;
  return (
    <>
      {isLate && isCompact ? <Late /> : null}
      {isLate && !isCompact ? (
        <Suspense fallback={<Late />}>
          <DelayBadge />
        </Suspense>
      ) : null}
      {isStale ? <span className={css.tag}>{standing.stale}</span> : null}
      {isClosed ? <span className={css.tag}>{standing.closed}</span> : null}
      {market === null && isSettled ? (
        <Suspense fallback={null}>
          <RestingMarket underlying={underlying} />
        </Suspense>
      ) : null}
      {health?.simulated ? <span className={css.tag}>{standing.simulated}</span> : null}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly title: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

function Tool({ label, title, isDisabled, onPress, testId, children }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-label={label}
      title={title}
      disabled={isDisabled}
      onClick={onPress}
      data-testid={testId}
    >
      {children}
    </button>
  );
}

function Steps() {
  const { dispatch } = useAnalyzer();
  const mayUndo = useAnalyzerFact(({ instance }) => instance !== null && canUndo(instance));
  const mayRedo = useAnalyzerFact(({ instance }) => instance !== null && canRedo(instance));
  const { head } = TEXTS;
  return (
    <>
      <Tool
        label={head.undo}
        title={head.undoTitle}
        isDisabled={!mayUndo}
        onPress={() => dispatch({ type: "undo" })}
        testId="undo"
      >
        <Undo2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </Tool>
      <Tool
        label={head.redo}
        title={head.redoTitle}
        isDisabled={!mayRedo}
        onPress={() => dispatch({ type: "redo" })}
        testId="redo"
      >
        <Redo2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </Tool>
    </>
  );
}

function SettingsButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.tool}
        aria-label={TEXTS.head.settings}
        title={TEXTS.head.settings}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadSettings()}
        onClick={() => setOpen(!isOpen)}
        data-testid="builder-settings"
      >
        <Settings2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <BuilderSettings trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function sourceOf({ instance }: AnalyzerView): string | null {
  if (instance === null || instance.dataSource === "EMPTY" || instance.legs.length === 0) return null;
  const label = DATA_SOURCES[instance.dataSource];
  const { dataSourceMeta } = instance;
  return dataSourceMeta === null ? label : TEXTS.head.source(label, dataSourceMeta.name);
}

/** What the legs came from, until they are the trader's own. */
function Source() {
  const source = useAnalyzerFact(sourceOf);
  return source === null ? null : (
    <span className={css.source} data-testid="data-source">
      {source}
    </span>
  );
}

interface EntryProps {
  readonly underlying: UnderlyingSummary;
  readonly contracts: ContractList;
}

/** The field for trades: after the first payoff, or as soon as it is wanted. */
function Entry(props: EntryProps) {
  const isSettled = useIsSettled();
  const { isWanted } = useSnapshot(quickEntry);
  const [wasWanted, setWasWanted] = useState(false);
  if (isWanted && !wasWanted) setWasWanted(true);
  const room = <div className={css.entryRoom} />;
  if (!isSettled && !wasWanted) return room;
  return (
    <Suspense fallback={room}>
      <QuickEntry {...props} />
    </Suspense>
  );
}

/** What keeps a strategy and shows it to others, once there is one to see. */
function Keep() {
  return useIsSettled() ? (
    <Suspense fallback={null}>
      <KeepTools />
    </Suspense>
  ) : null;
}

interface Props {
  readonly symbol: string;
  readonly isReady: boolean;
}

/** Above the work: of what it is, its price, trades that are typed, undo, settings. */
export function BuilderHead({ symbol, isReady }: Props) {
  const { underlying, contracts } = useAnalyzerState();
  const isWidget = widgetPlace() !== null;
  return (
    <header className={css.head}>
      <button
        type="button"
        className={css.picker}
        onClick={openPicker}
        aria-haspopup="dialog"
        data-testid="underlying"
      >
        <span className={css.symbol}>{symbol}</span>
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="visually-hidden">{TEXTS.head.choose}</span>
      </button>
      {isReady && underlying !== null && contracts !== null ? (
        <>
          <Spot underlying={underlying} />
          <Feed underlying={underlying} />
          <Entry underlying={underlying} contracts={contracts} />
          <Source />
          <span className={css.spacer} />
          {/* What is an account's alone, a widget's token does not open. */}
          {isWidget ? null : <Keep />}
          <Steps />
          {isWidget ? null : <SettingsButton />}
        </>
      ) : null}
    </header>
  );
}
