import type { RefObject } from "react";
import { Dialog, Popover, Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import css from "./ProvenanceDetails.module.css";
import type { FigureStory } from "./provenance-lines.ts";
import { StoryLines } from "./StoryLines.tsx";

interface Props {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly name: string;
  readonly story: () => FigureStory;
  /** Pressed it takes the focus and stays; pointed at it goes with the pointer. */
  readonly isPressed: boolean;
  readonly onClose: () => void;
  /** Of what is told to a pointer or a key, for what it describes. */
  readonly id?: string;
}

/** What is told of a figure, beside it. */
export function ProvenanceDetails({ trigger, name, story, isPressed, onClose, id }: Props) {
  const place = { className: css.popover ?? "", triggerRef: trigger, offset: 6 };
  if (!isPressed) {
    return (
      <TooltipTriggerStateContext
        value={{ isOpen: true, shouldSkipAnimation: true, open() {}, close: onClose }}
      >
        <Tooltip {...place} placement="bottom">
          <div id={id}>
            <StoryLines name={name} story={story} />
          </div>
        </Tooltip>
      </TooltipTriggerStateContext>
    );
  }
  return (
    <Popover
      {...place}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom start"
    >
      <Dialog className={css.dialog ?? ""} aria-label={name}>
        <StoryLines name={name} story={story} />
      </Dialog>
    </Popover>
  );
}
