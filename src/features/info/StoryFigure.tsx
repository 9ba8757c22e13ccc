import { type ReactNode, useId } from "react";
import { Provenance } from "../../shared/provenance/Provenance.tsx";
import type { FigureStory } from "../../shared/provenance/provenance-lines.ts";

interface Props {
  readonly label: string;
  readonly story: () => FigureStory;
  readonly testId: string;
  /** After the figure, and part of it. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A figure under its name, which says what it is when it is pressed (rules SHELL-18, INFO-6). */
export function StoryFigure({ label, story, testId, note, children }: Props) {
  const own = useId();
  return (
    <div data-testid={testId}>
      <dt id={`${own}-name`}>{label}</dt>
      <dd id={`${own}-value`}>
        <Provenance name={label} story={story} labelledBy={[`${own}-name`, `${own}-value`].join(" ")}>
          {children}
          {note}
        </Provenance>
      </dd>
    </div>
  );
}
