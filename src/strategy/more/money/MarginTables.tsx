import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import type { MarginPayload } from "#protocol/http/margin.ts";
import css from "./Money.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly payload: MarginPayload;
  /** As a symbol is spoken of. */
  readonly nameOf: (tradingsymbol: string) => string;
}

const money = (rupees: number): string => formatFixed(rupees, 0);

function Table({
  name,
  heads,
  children,
  testId,
  isWide = false,
}: {
  readonly name: string;
  readonly heads: readonly string[];
  readonly children: React.ReactNode;
  readonly testId: string;
  /** A phone may have no room for all of it: it scrolls there, by keys too. */
  readonly isWide?: boolean;
}) {
  return (
    <section {...(isWide && { className: css.room, "aria-label": name, tabIndex: 0 })}>
      <h3 className={css.title}>{name}</h3>
      <table className={css.table} data-testid={testId}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The product is told where the strategy has positions in more than one. */
function hasProducts({ exits = [], scenarios = [] }: MarginPayload): boolean {
  return new Set([...exits, ...scenarios].map(({ product }) => product)).size > 1;
}

/** Margin of the others, contract by contract; where it is more than before, the position is what hedges them (rule STRAT-34). */
export function ExitsTable({ payload, nameOf }: Props) {
  const isTold = hasProducts(payload);
  return (
    <Table name={TEXTS.exits} heads={[TEXTS.leg, TEXTS.marginAfter, TEXTS.released]} testId="exits-table">
      {(payload.exits ?? []).map(({ tradingsymbol, product, margin_required, released, breaks_hedge }) => (
        <tr key={`${tradingsymbol} ${product}`} data-broken={breaks_hedge ? "" : undefined}>
          <th scope="row">
            {nameOf(tradingsymbol)}
            {isTold ? <span className={css.tag}>{product}</span> : null}
            {breaks_hedge ? <span className={css.warn}>{TEXTS.broken}</span> : null}
          </th>
          <td>{money(margin_required)}</td>
          <td>{formatSigned(released, 0)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Money needed after each order, bought ones first, the most of it marked (rule STRAT-35). */
export function PlacingTable({ payload, nameOf }: Props) {
  const orders = payload.placing ?? [];
  const peak = Math.max(...orders.map(({ funds }) => funds));
  return (
    <Table name={TEXTS.placing} heads={[TEXTS.order, TEXTS.funds]} testId="placing-table">
      {orders.map(({ tradingsymbol, funds }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order is its place in the list; a contract may be in it twice
        <tr key={i} data-most={funds === peak ? "" : undefined}>
          <th scope="row">{`${i + 1}. ${nameOf(tradingsymbol)}`}</th>
          <td>
            {money(funds)}
            {funds === peak ? <span className={css.tag}>{TEXTS.peak}</span> : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Around the next expiry, day by day. */
export function TimelineTable({ payload }: Pick<Props, "payload">) {
  const heads = [TEXTS.day, TEXTS.span, TEXTS.exposure, TEXTS.additional, TEXTS.required];
  return (
    <Table name={TEXTS.timeline} heads={heads} testId="timeline-table" isWide>
      {(payload.timeline ?? []).map((day) => (
        <tr key={day.date} data-whole={day.days_to_expiry === 0 ? "" : undefined}>
          <th scope="row">
            {formatExpiry(day.date)}
            <span className={css.hint}>{TEXTS.daysLeft(day.days_to_expiry)}</span>
          </th>
          <td>{money(day.span)}</td>
          <td>{money(day.exposure)}</td>
          <td>{money(day.additional)}</td>
          <td>{money(day.margin_required)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The scenarios that SPAN is the worst of. */
export function ScenariosTable({ payload }: Pick<Props, "payload">) {
  const heads = [TEXTS.scenario, TEXTS.move, TEXTS.shift, TEXTS.loss];
  const isTold = hasProducts(payload);
  return (
    <Table name={TEXTS.scenarios} heads={heads} testId="scenarios-table">
      {(payload.scenarios ?? []).map((each) => (
        <tr key={`${each.product} ${each.group} ${each.number}`} data-worst={each.is_worst ? "" : undefined}>
          <th scope="row">
            {each.number}
            {each.is_worst ? <span className={css.tag}>{TEXTS.worst}</span> : null}
            <span className={css.hint}>
              {[isTold ? each.product : "", TEXTS.group[each.group]].join(" ")}
            </span>
          </th>
          <td>{formatSigned(each.price_move, 0)}</td>
          <td>{formatSigned(100 * each.volatility_shift, 1)}</td>
          <td data-tone={each.loss > 0.5 ? "down" : each.loss < -0.5 ? "up" : undefined}>
            {formatSigned(0 - each.loss, 0)}
          </td>
        </tr>
      ))}
    </Table>
  );
}
