import { MOST_PREMIUM_STRATEGIES } from "#protocol/http/chart-limits.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { type Wish, wishText } from "../address/wishes.ts";
import type { StraddlePage } from "../straddle-page.ts";
import { TEXTS } from "../texts.ts";

const { add } = TEXTS;

/** Draws one more strategy, or says why not. @returns whether it is drawn */
export function putStrategy({ lines, draw }: Pick<StraddlePage, "lines" | "draw">, wish: Wish): boolean {
  const wishes = lines.map((line) => line.wish);
  if (wishes.some((each) => wishText(each) === wishText(wish))) {
    showToast(add.twice);
    return false;
  }
  if (wishes.length >= MOST_PREMIUM_STRATEGIES) {
    showToast(add.most, { tone: "warning" });
    return false;
  }
  const hidden = lines.filter(({ isHidden }) => isHidden).map(({ place }) => place);
  draw([...wishes, wish], hidden);
  return true;
}
