import { memo } from "react";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { PlacedLeg } from "#domain/strategy/presets/build.ts";
import { buildPreset, PRESET_FAULTS } from "#domain/strategy/presets/build.ts";
import type { PresetName } from "#domain/strategy/presets/names.ts";
import { presetOf } from "#domain/strategy/presets/preset-table.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { SketchPicture } from "../../../strategy/sketch/SketchPicture.tsx";
import { type Sketch, sketchOf } from "../../../strategy/sketch/sketch.ts";
import css from "./StrategyLoader.module.css";
import { TEXTS } from "./texts.ts";
import type { LoaderMarket } from "./use-preset-market.ts";

interface Props {
  readonly name: PresetName;
  readonly expiry: IsoDate;
  readonly market: LoaderMarket;
  readonly contracts: ContractList;
  readonly isLoaded: boolean;
  readonly onLoad: (name: PresetName) => void;
}

const pictureOf = (legs: readonly PlacedLeg[], { expiry, market }: Props): Sketch | null =>
  sketchOf(legs, expiry, market);

/** A ready-made strategy with what it pays on the strikes of now; one that cannot be built says why. */
export const PresetCard = memo(function PresetCard(props: Props) {
  const { name, expiry, market, contracts, isLoaded, onLoad } = props;
  const { label, description } = presetOf(name);
  const outcome = buildPreset(name, { market, contracts }, expiry);
  const sketch = outcome.ok ? pictureOf(outcome.legs, props) : null;
  return (
    <li className={css.item}>
      <button
        type="button"
        className={css.card}
        title={description}
        aria-disabled={!outcome.ok}
        aria-pressed={isLoaded}
        onClick={() => {
          if (outcome.ok) onLoad(name);
        }}
        data-preset={name}
        data-testid="preset"
      >
        {outcome.ok ? (
          sketch === null ? (
            <span className={css.noSketch}>{TEXTS.noSketch}</span>
          ) : (
            <SketchPicture sketch={sketch} className={css.sketch} />
          )
        ) : (
          <span className={css.fault}>{PRESET_FAULTS[outcome.fault]}</span>
        )}
        <span className={css.label}>{label}</span>
      </button>
    </li>
  );
});
