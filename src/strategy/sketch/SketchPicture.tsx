import css from "./SketchPicture.module.css";
import { HEIGHT, type Sketch, WIDTH } from "./sketch.ts";

interface Props {
  /** null: an empty picture, so that its place is kept. */
  readonly sketch: Sketch | null;
  /** Its size, and `--mark`, the colour of the line at the forward. */
  readonly className: string | undefined;
  /** It fills its place whatever its proportions are. */
  readonly isStretched?: boolean;
  readonly testId?: string;
}

/** A payoff as a small picture without figures; those stand beside it. */
export function SketchPicture({ sketch, className, isStretched = false, testId }: Props) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      {...(isStretched ? { preserveAspectRatio: "none" } : {})}
      aria-hidden="true"
      {...(testId === undefined ? {} : { "data-testid": testId })}
    >
      {sketch === null ? null : (
        <>
          <path className={css.gain} d={sketch.gain} />
          <path className={css.loss} d={sketch.loss} />
          <line className={css.zero} x1="0" x2={WIDTH} y1={sketch.zero} y2={sketch.zero} />
          {Number.isFinite(sketch.forward) ? (
            <line className={css.mark} x1={sketch.forward} x2={sketch.forward} y1="0" y2={HEIGHT} />
          ) : null}
          <path className={css.curve} d={sketch.line} />
        </>
      )}
    </svg>
  );
}
