/** All that columns of a trader's own and those of straddles need: how they lie, and their headings. */

import { isPremiumColumn, mayShowPremium } from "#domain/chain/settings.ts";
import type { ChainView, ViewName } from "#domain/format/chain-columns.ts";
import { type GridLook, ownView, VIEW_COLUMNS } from "#domain/format/own-columns.ts";
import { type SubjectTerms, subjectOf } from "../../../session/subject.ts";
import { learnHeadings } from "../headings.ts";
import { TEXTS } from "./texts.ts";

learnHeadings(TEXTS.columns);

/**
 * Columns of a view by its name, and by what the trader chose of it.
 * @param look null: nothing was chosen, or it is not known yet
 * @param session who asks: columns above the plan are left out
 */
export function shownView(
  name: ViewName,
  look: GridLook | null,
  isLastDay: boolean,
  session: SubjectTerms,
): ChainView {
  if (look !== null) return ownView(look, isLastDay);
  if (name !== "straddle") return name;
  const isAllowed = mayShowPremium(subjectOf(session));
  const columns = VIEW_COLUMNS.straddle.filter((id) => isAllowed || !isPremiumColumn(id));
  return ownView({ columns, perLot: false, bars: "none", bidFirst: false }, isLastDay);
}
