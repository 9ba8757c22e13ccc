import { fnoFigures, type Reading } from "../fno-figures.ts";
import { useInfo } from "../info-view.ts";
import { StoryFigure } from "../StoryFigure.tsx";
import { TEXTS } from "../texts.ts";
import { useVix } from "../use-vix.ts";
import css from "./FnoTab.module.css";

function Sign({ word, mark, tone }: Reading) {
  return (
    <span className={css.sign} data-tone={tone}>
      {mark === "" ? null : <span aria-hidden="true">{mark} </span>}
      {word}
    </span>
  );
}

/** What futures and options of the instrument say (rule INFO-5). */
export function FnoTab() {
  const view = useInfo();
  const vix = useVix(view.underlying);
  return (
    <dl className={css.figures}>
      {fnoFigures(view, vix).map(({ id, value, note, reading, story }) => (
        <StoryFigure
          key={id}
          label={TEXTS.figures[id]}
          story={() => story}
          note={
            <>
              {note === null ? null : <span className={css.note}>{note}</span>}
              {reading === null ? null : <Sign {...reading} />}
            </>
          }
          testId={`info-${id}`}
        >
          <span className={css.value}>{value}</span>
        </StoryFigure>
      ))}
    </dl>
  );
}
