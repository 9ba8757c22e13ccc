import { X } from "lucide-react";
import type { LeftOut } from "./address/wishes.ts";
import css from "./LeftOutNotice.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  /** of a layout, its name; null of the address */
  readonly layout: string | null;
  readonly left: readonly LeftOut[];
  onClose(): void;
}

/** What of an address or a layout could not be drawn, each with its reason. */
export function LeftOutNotice({ layout, left, onClose }: Props) {
  if (left.length === 0) return null;
  return (
    <div className={css.left} role="status" data-testid="straddle-left">
      <div>
        <strong>{layout === null ? TEXTS.left.title : TEXTS.left.ofLayout(layout)}</strong>
        <ul>
          {left.map((each) => (
            <li key={`${each.place} ${each.amiss.is}`}>{TEXTS.left.one(each)}</li>
          ))}
        </ul>
      </div>
      <button type="button" aria-label={TEXTS.left.close} title={TEXTS.left.close} onClick={onClose}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
