import type { AdjustFigures } from "#domain/strategy/adjust/figures.ts";
import {
  ADJUST_GOALS,
  type AdjustGoal,
  type Suggestions as Found,
  type Suggestion,
} from "#domain/strategy/adjust/suggest.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { Button } from "../../../components/button/Button.tsx";
import css from "./Adjust.module.css";
import { TEXTS } from "./texts.ts";
import { deedText, reasonTexts, suggestionKey } from "./written.ts";

interface Props {
  readonly goal: AdjustGoal;
  readonly onGoal: (goal: AdjustGoal) => void;
  readonly found: Found;
  readonly before: AdjustFigures;
  readonly legs: readonly AnalyzerLeg[];
  readonly isOld: boolean;
  /** Key of the one that is previewed. */
  readonly previewed: string | null;
  readonly onPreview: (key: string | null) => void;
  readonly onApply: (suggestion: Suggestion) => void;
}

function emptyText(found: Found, goal: AdjustGoal): string {
  const { suggestions } = TEXTS;
  return found.kind === "none" || found.kind === "found" ? suggestions.none : suggestions[found.kind][goal];
}

/** What would cut delta or margin, the least lost for each unit first. */
export function Suggestions(props: Props) {
  const { goal, onGoal, found, before, legs, isOld, previewed, onPreview, onApply } = props;
  const { suggestions } = TEXTS;
  const all = found.kind === "found" ? found.all : [];
  return (
    <section className={css.suggestions} aria-label={suggestions.name} data-testid="adjust-suggestions">
      <div className={css.head}>
        <h3 className={css.title}>{suggestions.name}</h3>
        <fieldset className={css.goals} aria-label={suggestions.name}>
          {ADJUST_GOALS.map((each) => (
            <label key={each} className={css.goal}>
              <input
                type="radio"
                name="adjust-goal"
                checked={goal === each}
                onChange={() => onGoal(each)}
                data-testid={`adjust-goal-${each}`}
              />
              <span>{suggestions.goals[each]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {all.length === 0 ? (
        <p className={css.empty} data-testid="adjust-none">
          {emptyText(found, goal)}
        </p>
      ) : (
        <ol className={css.list} data-old={isOld ? "" : undefined}>
          {all.map((each) => {
            const key = suggestionKey(each);
            const deed = deedText(each, legs.find(({ id }) => id === each.legId) ?? null);
            const isShown = previewed === key;
            return (
              <li
                key={key}
                className={css.suggestion}
                data-shown={isShown ? "" : undefined}
                data-testid="adjust-suggestion"
              >
                <div className={css.words}>
                  <p className={css.deed}>{deed}</p>
                  <p className={css.reason}>{reasonTexts(each, before).join(" · ")}</p>
                </div>
                <div className={css.presses}>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-pressed={isShown}
                    aria-label={suggestions.previewOf(deed)}
                    onClick={() => onPreview(isShown ? null : key)}
                  >
                    {isShown ? suggestions.previewed : suggestions.preview}
                  </Button>
                  <Button
                    size="small"
                    disabled={isOld}
                    aria-label={suggestions.applyOf(deed)}
                    onClick={() => onApply(each)}
                  >
                    {suggestions.apply}
                  </Button>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <p className={css.foot}>{suggestions.order}</p>
    </section>
  );
}
