/**
 * The tags of the cells: what is planned of a contract on a filled ground, what is held in an outline, in dashes once it is old.
 * Loaded when the page first has tags: a chain that is only looked at has none.
 */
import type { GridState } from "#protocol/frames/grid-state.ts";
import { createGridTags, tagText } from "#protocol/frames/grid-tags.ts";
import type { Tagging } from "./scene.ts";

const PAD = 4;
const GAP = 3;
/** The outline of what is held, where what is known of it is old. */
const DASHES = [2, 2];

export function createTagging(grid: GridState): Tagging {
  const tags = createGridTags(grid);
  return {
    ...tags,
    paint(context, scene, { row, column, x, y, height }) {
      const here = tags.of(row, column);
      if (here.length === 0) return 0;
      const { theme, figures, fontFamily } = scene;
      const font = `600 ${theme.fontSize - 2}px ${fontFamily}`;
      let taken = 0;
      for (const tag of here) {
        const text = tagText(tag);
        const isOld = tag.isOld === true;
        const colour = theme.colours[isOld ? "ink-3" : tag.side === "BUY" ? "buy" : "sell"];
        context.font = font;
        const width = Math.ceil(figures.width(context, font, text)) + 2 * PAD;
        const left = x + GAP + taken;
        context.fillStyle = colour;
        if (tag.kind === "leg") {
          context.fillRect(left, y + 4, width, height - 9);
          context.fillStyle = theme.colours.paper;
        } else {
          context.strokeStyle = colour;
          context.setLineDash(isOld ? DASHES : []);
          context.strokeRect(left + 0.5, y + 4.5, width - 1, height - 10);
          context.setLineDash([]);
        }
        context.fillText(text, left + width - PAD, y + height / 2 + 1);
        taken += width + GAP;
      }
      return taken;
    },
  };
}
