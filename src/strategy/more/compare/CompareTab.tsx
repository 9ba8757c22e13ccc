import { Camera, Trash2, Undo2 } from "lucide-react";
import { memo, useEffect } from "react";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { hasRoom, nameRefusal } from "#domain/strategy/compare/snapshots.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { Snapshot } from "../../../analyzer/compare/snapshot.ts";
import { useAnalyzer, useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { shortTime } from "../../../components/analysis/figures.ts";
import { Button } from "../../../components/button/Button.tsx";
import { NumberField } from "../../fields/NumberField.tsx";
import { afterCharges } from "../../net/after-charges.ts";
import { NetTag } from "../../net/NetTag.tsx";
import { spotDecimals } from "../../summary/figures.ts";
import css from "./CompareTab.module.css";
import { type ColumnInputs, rowsOf } from "./columns.ts";
import { TEXTS } from "./texts.ts";

interface HeadProps {
  readonly snapshot: Snapshot;
  /** Of the strategy at hand; a snapshot's figures of before may be the other. */
  readonly isNet: boolean;
}

function Head({ snapshot, isNet }: HeadProps) {
  const { compare, state } = useAnalyzer();
  const { id, name, takenAt, isDrawn, isOfNow, payload } = snapshot;
  const isOld = !isOfNow && payload !== null;
  return (
    <th scope="col" data-testid="snapshot">
      <span className={css.name}>
        <NumberField
          label={TEXTS.rename(name)}
          text={name}
          read={(typed) => {
            const refusal = nameRefusal(state.snapshots, id, typed);
            return refusal === null
              ? { ok: true, value: typed }
              : { ok: false, reason: TEXTS.refusals[refusal] };
          }}
          onCommit={(typed) => compare.rename(id, typed)}
          isWords
          testId="snapshot-name"
        />
        <button
          type="button"
          className={css.remove}
          aria-label={TEXTS.remove(name)}
          onClick={() => compare.remove(id)}
        >
          <Trash2 size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </span>
      <span className={css.when}>
        {isOld ? TEXTS.asOf(shortTime(payload.as_of)) : TEXTS.taken(shortTime(takenAt))}
      </span>
      {payload === null || hasNet(payload) === isNet ? null : <NetTag isNet={!isNet} />}
      <span className={css.actions}>
        <Button
          size="small"
          aria-label={TEXTS.goBackTo(name)}
          title={TEXTS.goBackHint}
          onClick={() => compare.goBack(id)}
          data-testid="snapshot-back"
        >
          <Undo2 size={14} strokeWidth={1.5} aria-hidden="true" />
          {TEXTS.goBack}
        </Button>
        <label className={css.curve}>
          <input
            type="checkbox"
            checked={isDrawn}
            aria-label={TEXTS.curveOf(name)}
            onChange={({ target }) => compare.draw(id, target.checked)}
          />
          {TEXTS.curve}
        </label>
      </span>
    </th>
  );
}

const hasNet = ({ net }: BuilderPayload): boolean => net !== null;

/** The strategy at hand as a column. */
function useOwnColumn(decimals: number): ColumnInputs {
  const payload = useAnalyzerFact((view) => view.payload);
  const charges = useAnalyzerFact((view) => view.charges);
  const instance = useAnalyzerFact((view) => view.instance);
  const isMarginOld = useAnalyzerFact((view) => view.isMarginOld);
  const spans = instance?.marginSpanData;
  return {
    payload: payload === null ? null : afterCharges(payload),
    decimals,
    legs: instance === null ? 0 : strategyLegs(instance).length,
    ivOffset: instance?.ivOffset ?? 0,
    margin: isMarginOld ? null : (spans?.marginRequired ?? null),
    capital: isMarginOld ? null : (spans?.capitalRequired ?? null),
    charges: charges?.total.total ?? null,
  };
}

const columnOf = (
  { payload, draft, margin, capital, charges }: Snapshot,
  decimals: number,
): ColumnInputs => ({
  payload: payload === null ? null : afterCharges(payload),
  decimals,
  legs: draft.trades.length,
  ivOffset: draft.figures.ivOffset ?? 0,
  margin,
  capital,
  charges,
});

function Columns({ snapshots }: { readonly snapshots: readonly Snapshot[] }) {
  const decimals = useAnalyzerFact(({ underlying }) => spotDecimals(underlying?.spotTickSize ?? 0.05));
  const own = useOwnColumn(decimals);
  const rows = rowsOf([own, ...snapshots.map((each) => columnOf(each, decimals))]);
  const isNet = own.payload !== null && hasNet(own.payload);
  const keys = ["now", ...snapshots.map(({ id }) => id)];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={css.room} aria-label={TEXTS.name} tabIndex={0}>
        <table className={css.table} data-testid="compare-table">
          <caption className="visually-hidden">{TEXTS.name}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{TEXTS.figure}</span>
              </th>
              <th scope="col">
                {TEXTS.now}
                {own.payload === null ? null : (
                  <span className={css.when}>
                    <NetTag isNet={isNet} />
                  </span>
                )}
              </th>
              {snapshots.map((snapshot) => (
                <Head key={snapshot.id} snapshot={snapshot} isNet={isNet} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, cells }) => (
              <tr key={key} data-testid={`compare-${key}`}>
                <th scope="row">{label}</th>
                {cells.map(({ lines, tone }, i) => (
                  <td key={keys[i]} data-tone={tone}>
                    {lines.map((line) => (
                      <span key={line} className={css.line}>
                        {line}
                      </span>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={css.note}>{TEXTS.ofNow}</p>
    </>
  );
}

/** The strategy beside what it was (rules STRAT-56 and STRAT-57). */
export const CompareTab = memo(function CompareTab() {
  const { compare } = useAnalyzer();
  const snapshots = useAnalyzerFact((view) => view.snapshots);
  const isFull = !hasRoom(snapshots);
  useEffect(() => compare.follow(), [compare]);
  return (
    <div>
      <div className={css.bar}>
        <Button
          size="small"
          disabled={isFull}
          title={isFull ? TEXTS.full : undefined}
          onClick={() => compare.take()}
          data-testid="take-snapshot"
        >
          <Camera size={14} strokeWidth={1.5} aria-hidden="true" />
          {TEXTS.take}
        </Button>
        {isFull ? <span className={css.note}>{TEXTS.full}</span> : null}
      </div>
      {snapshots.length === 0 ? (
        <p className={css.empty}>{TEXTS.empty}</p>
      ) : (
        <Columns snapshots={snapshots} />
      )}
    </div>
  );
});
