import { ORIGINS } from "#domain/chain/origin.ts";
import { Button } from "../../../components/button/Button.tsx";
import { TEXTS } from "../texts.ts";
import css from "./ByDay.module.css";
import { dayText } from "./iv-lines.ts";
import type { IvPicture } from "./iv-picture.ts";

interface Props {
  readonly picture: IvPicture | null;
  /** why nothing newer is shown; null when nothing is amiss */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** Under the chart: where its days come from, and why nothing newer is there. */
export function Foot({ picture, failure, retry }: Props) {
  const { origin, failed } = TEXTS;
  const counted = ORIGINS.flatMap((each) => {
    const count = picture?.origins.filter((own) => own === each).length ?? 0;
    return count === 0 ? [] : [origin.count(count, origin.of[each])];
  });
  const last = picture?.dates.at(-1);
  return (
    <footer className={css.foot}>
      {failure === null ? null : (
        <p className={css.failed} role="alert" data-testid="iv-failed">
          {picture === null ? "" : failed.old}
          {failure}
          <Button size="small" onClick={retry}>
            {failed.retry}
          </Button>
        </p>
      )}
      {picture === null ? null : (
        <p className={css.line} data-testid="iv-origin">
          {counted.map((text) => (
            <span key={text}>{text}</span>
          ))}
          {last === undefined ? null : <span>{origin.asOf(dayText(last))}</span>}
        </p>
      )}
    </footer>
  );
}
