/** What the arrow keys do with a window whose handle has the focus (rule SHELL-24). */

/** px that a press goes. */
const STEP = 16;

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowRight: [STEP, 0],
  ArrowLeft: [-STEP, 0],
  ArrowDown: [0, STEP],
  ArrowUp: [0, -STEP],
};

export interface WindowStep {
  readonly what: "move" | "resize";
  readonly dx: number;
  readonly dy: number;
}

type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">;

/** @returns null for a key that is none of the window's */
export function windowStep({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): WindowStep | null {
  const arrow = ARROWS[key];
  if (arrow === undefined || altKey || ctrlKey || metaKey) return null;
  const [dx, dy] = arrow;
  return { what: shiftKey ? "resize" : "move", dx, dy };
}
