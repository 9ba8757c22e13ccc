import type { Distribution, Measure } from "#workers/validation/api.ts";
import { errorText, powerText } from "./figure-text.ts";
import css from "./Histogram.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly distribution: Distribution;
  readonly unit: Measure["unit"];
}

type Bin = Distribution["bins"][number];

const powerOf = ({ to }: Bin): number => Math.round(Math.log10(to));
const decadeOf = (bin: Bin): string => (bin.to === 0 ? TEXTS.exact : TEXTS.upTo(powerText(powerOf(bin))));

/** How many errors there are of which size: a bar a bin, its height by the square root so that few are still seen. */
export function Histogram({ distribution, unit }: Props) {
  const { bins, scale, count } = distribution;
  const most = Math.max(...bins.map((bin) => bin.count));
  const nameOf = (bin: Bin): string =>
    scale === "decades" ? decadeOf(bin) : `${errorText(bin.from, unit)} … ${errorText(bin.to, unit)}`;
  const [first, last] = [bins[0]!, bins[bins.length - 1]!];
  const words = bins
    .filter((bin) => bin.count > 0)
    .map((bin) => `${nameOf(bin)}: ${TEXTS.figures(bin.count)}`)
    .join("; ");
  return (
    <figure className={css.figure}>
      <div className={css.bars} role="img" aria-label={`${TEXTS.histogram(count)}. ${words}`}>
        {bins.map((bin) => (
          <span
            key={bin.from + bin.to}
            className={css.bar}
            data-empty={bin.count === 0 || undefined}
            style={{ height: `${Math.max(2, 100 * Math.sqrt(bin.count / most))}%` }}
            title={`${nameOf(bin)}: ${TEXTS.figures(bin.count)}`}
          />
        ))}
      </div>
      <figcaption className={css.axis} aria-hidden="true">
        {scale === "decades" ? (
          bins.map((bin) => (
            <span key={bin.to} className={css.decade}>
              {bin.to === 0 ? TEXTS.exact : powerText(powerOf(bin))}
            </span>
          ))
        ) : (
          <>
            <span>{errorText(first.from, unit)}</span>
            <span>0</span>
            <span>{errorText(last.to, unit)}</span>
          </>
        )}
      </figcaption>
    </figure>
  );
}
