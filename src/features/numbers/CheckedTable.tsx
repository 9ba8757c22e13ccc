import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Distribution, Measure, Source, TableSummary } from "#workers/validation/api.ts";
import type { ValidationClient } from "../../live/validation-client.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import css from "./CheckedTable.module.css";
import { FigureRows } from "./FigureRows.tsx";
import { errorText } from "./figure-text.ts";
import { Histogram } from "./Histogram.tsx";
import { TEXTS } from "./texts.ts";

const QUANTLIB_LICENCE = "https://www.quantlib.org/license.shtml";

interface Props {
  readonly client: ValidationClient;
  readonly from: Source;
  readonly table: TableSummary;
  readonly title: string;
  /** what is compared, where the table does not say it by itself */
  readonly what: string | null;
  readonly onlyWrong: boolean;
}

function Statistics({
  distribution,
  unit,
}: {
  readonly distribution: Distribution;
  readonly unit: Measure["unit"];
}) {
  const { count, bias, meanAbsolute, median, p99, largest } = distribution;
  const names = TEXTS.statistics;
  const lines = [
    [names.count, TEXTS.figures(count)],
    [names.bias, errorText(bias, unit)],
    [names.meanAbsolute, errorText(meanAbsolute, unit)],
    [names.median, errorText(median, unit)],
    [names.p99, errorText(p99, unit)],
    [names.largest, errorText(largest, unit)],
  ] as const;
  return (
    <dl className={css.statistics}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Licence({ id }: Pick<TableSummary, "id">): ReactNode {
  if (id !== "published-black-scholes") return TEXTS.licences.own;
  const link = (
    <a href={QUANTLIB_LICENCE} target="_blank" rel="noopener noreferrer">
      {TEXTS.licences.link}
    </a>
  );
  return <Rich of={TEXTS.licences.quantlib} parts={{ link }} />;
}

function Origin({ table }: Pick<Props, "table">) {
  const { id, source, usesKernel } = table;
  return (
    <dl className={css.origin}>
      {source === null ? null : (
        <>
          <dt>{TEXTS.source}</dt>
          <dd>{source}</dd>
          <dt>{TEXTS.licence}</dt>
          <dd>
            <Licence id={id} />
          </dd>
        </>
      )}
      <dt>{TEXTS.byWhom}</dt>
      <dd>{usesKernel ? TEXTS.shares.wasm : TEXTS.shares.typescript}</dd>
    </dl>
  );
}

/** One table: whether it is right, and when opened what its errors look like and every figure. */
export function CheckedTable({ client, from, table, title, what, onlyWrong }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { distribution, measure, count, wrong } = table;
  const isRight = wrong === 0;
  const Icon = isRight ? Check : X;
  const largest =
    distribution === null
      ? TEXTS.exactly
      : TEXTS.largestOf(
          errorText(distribution.largest, measure.unit),
          errorText(measure.allowed, measure.unit),
        );
  return (
    <details
      className={css.table}
      id={`table-${table.id}`}
      data-right={isRight}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css.summary}>
        <Icon className={css.icon ?? ""} size={16} strokeWidth={2} aria-hidden="true" />
        <span className={css.title}>{title}</span>
        <span className={css.verdict}>
          {isRight ? TEXTS.right : from === "vectors" ? TEXTS.wrong(wrong) : TEXTS.off(wrong)}
        </span>
        <span className={css.count}>{TEXTS.figures(count)}</span>
        <span className={css.largest}>{largest}</span>
      </summary>
      {isOpen ? (
        <div className={css.body}>
          <p className={css.what}>{what ?? table.title}</p>
          <Origin table={table} />
          {distribution === null ? null : (
            <div className={css.errors}>
              <Statistics distribution={distribution} unit={measure.unit} />
              <Histogram distribution={distribution} unit={measure.unit} />
            </div>
          )}
          <FigureRows client={client} from={from} table={table} onlyWrong={onlyWrong} />
        </div>
      ) : null}
    </details>
  );
}
