import { Crosshair, ChartLine as DetailIcon, Eye, EyeOff, X } from "lucide-react";
import { formatFixed, formatRupees, formatSigned } from "#domain/format/number.ts";
import { LineSwatch } from "../../../components/chart/Swatches.tsx";
import type { Premiums } from "../live/premium-series.ts";
import type { ShownLine, StraddlePage } from "../straddle-page.ts";
import { LOOKS, strikeText } from "../strategies/names.ts";
import { TEXTS } from "../texts.ts";
import { stripFigures } from "./figures.ts";
import css from "./Strip.module.css";
import { removed, shownAlone, toggled } from "./visibility.ts";

const { strip } = TEXTS;

interface Props {
  readonly page: StraddlePage;
  readonly told: Premiums | null;
  readonly isStale: boolean;
}

function Actions({ page, line }: { readonly page: StraddlePage; readonly line: ShownLine }) {
  const { lines, set, draw } = page;
  const { place, name, isHidden } = line;
  const hidden = lines.filter((each) => each.isHidden).map((each) => each.place);
  const wishes = lines.map(({ wish }) => wish);
  const isAlone = lines.length > 1 && hidden.length === lines.length - 1 && !isHidden;
  const see = isHidden ? strip.show(name) : strip.hide(name);
  const alone = isAlone ? strip.all : strip.alone(name);
  return (
    <span className={css.actions}>
      <button
        type="button"
        aria-label={see}
        title={see}
        aria-pressed={!isHidden}
        onClick={() => draw(wishes, toggled(hidden, place))}
        data-testid={`straddle-see-${place + 1}`}
      >
        {isHidden ? (
          <EyeOff size={15} strokeWidth={1.6} aria-hidden="true" />
        ) : (
          <Eye size={15} strokeWidth={1.6} aria-hidden="true" />
        )}
      </button>
      <button
        type="button"
        aria-label={alone}
        title={alone}
        aria-pressed={isAlone}
        disabled={lines.length < 2}
        onClick={() => draw(wishes, isAlone ? [] : shownAlone(lines.length, place))}
        data-testid={`straddle-alone-${place + 1}`}
      >
        <Crosshair size={15} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={strip.detail(name)}
        title={strip.detail(name)}
        onClick={() => set({ wishes, hidden, detail: place })}
        data-testid={`straddle-detail-${place + 1}`}
      >
        <DetailIcon size={15} strokeWidth={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={strip.remove(name)}
        title={strip.remove(name)}
        onClick={() =>
          draw(
            wishes.filter((_, i) => i !== place),
            removed(hidden, place),
          )
        }
        data-testid={`straddle-remove-${place + 1}`}
      >
        <X size={15} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </span>
  );
}

/** What each strategy stands at, as it goes on; shown, hidden, alone, in detail, or taken away by one press. */
export function Strip({ page, told, isStale }: Props) {
  const { lines, underlying } = page;
  const { columns } = strip;
  const signed = (value: number): string => formatSigned(value, 2);
  const hasRolling = lines.some(({ wish }) => wish.kind === "rolling");
  return (
    <div className={css.scroll} data-stale={isStale || undefined} data-testid="straddle-strip">
      <table className={css.table} aria-label={strip.name}>
        <thead>
          <tr>
            <th scope="col">{columns.strategy}</th>
            <th scope="col">{columns.last}</th>
            <th scope="col">{columns.open}</th>
            <th scope="col" className={css.wide}>
              {columns.close}
            </th>
            <th scope="col" className={css.wide}>
              {columns.vwap}
            </th>
            <th scope="col">{columns.distance}</th>
            <th scope="col" className={css.wide}>
              {columns.lot}
            </th>
            {hasRolling ? (
              <th scope="col" className={css.wide}>
                {columns.strike}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const { place, name, text, isHidden, multiplier } = line;
            const figures = told === null ? null : stripFigures(told, text, multiplier);
            const value = (of: "last" | "vwap"): string => formatFixed(figures?.[of], 2);
            return (
              <tr key={place} data-hidden={isHidden || undefined} data-testid={`straddle-${place + 1}`}>
                <th scope="row">
                  <span className={css.name}>
                    <LineSwatch
                      line={{
                        ...LOOKS[place]!,
                        id: "",
                        name,
                        pane: 0,
                        axis: "left",
                        values: [],
                        format: String,
                      }}
                    />
                    <span className={css.words} title={name}>
                      {name}
                    </span>
                    <Actions page={page} line={line} />
                  </span>
                </th>
                <td className={css.last}>{value("last")}</td>
                <td>{signed(figures?.sinceOpen ?? Number.NaN)}</td>
                <td className={css.wide}>{signed(figures?.sinceClose ?? Number.NaN)}</td>
                <td className={css.wide}>{value("vwap")}</td>
                <td>{signed(figures?.fromVwap ?? Number.NaN)}</td>
                <td className={css.wide}>{formatRupees(figures?.lot, 0)}</td>
                {hasRolling ? (
                  <td className={css.wide}>
                    {Number.isFinite(figures?.strike)
                      ? strikeText(figures!.strike, underlying.strikeStep)
                      : ""}
                  </td>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
