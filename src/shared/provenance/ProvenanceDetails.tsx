import type { RefObject } from "react";
import { Dialog, Popover, Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import { useSnapshot } from "valtio";
import { live } from "../../live/live-state.ts";
import { useDelay } from "../delay/use-delay.ts";
import css from "./ProvenanceDetails.module.css";
import { type FigureStory, type MarketFacts, provenanceLines } from "./provenance-lines.ts";

interface Props {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly name: string;
  readonly story: () => FigureStory;
  /** Pressed it takes the focus and stays; pointed at it goes with the pointer. */
  readonly isPressed: boolean;
  readonly onClose: () => void;
}

function useMarketFacts(): MarketFacts {
  // Renewed once a second, and with it whatever is shown.
  const { health } = useSnapshot(live);
  const isLate = useDelay();
  return {
    kind: health?.marketKind ?? null,
    isSimulated: health?.simulated ?? false,
    marketTime: health?.marketTime ?? null,
    feed: health?.feed ?? "loading",
    isLate,
  };
}

function Story({ name, story }: Pick<Props, "name" | "story">) {
  const market = useMarketFacts();
  const told = story();
  return (
    <>
      <p className={css.name}>{name}</p>
      <p className={css.formula}>{told.formula}</p>
      <dl className={css.lines} data-testid="provenance">
        {provenanceLines(told, market).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What is told of a figure, beside it. */
export function ProvenanceDetails({ trigger, name, story, isPressed, onClose }: Props) {
  const place = { className: css.popover ?? "", triggerRef: trigger, offset: 6 };
  if (!isPressed) {
    return (
      <TooltipTriggerStateContext
        value={{ isOpen: true, shouldSkipAnimation: true, open() {}, close: onClose }}
      >
        <Tooltip {...place} placement="bottom">
          <Story name={name} story={story} />
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
        <Story name={name} story={story} />
      </Dialog>
    </Popover>
  );
}
