/** Steps that a key goes on a handle, as sliders have it; 0 for other keys. @param big steps of the page keys */
export function keySteps({ key }: Pick<KeyboardEvent, "key">, big: number): number {
  if (key === "ArrowRight" || key === "ArrowUp") return 1;
  if (key === "ArrowLeft" || key === "ArrowDown") return -1;
  if (key === "PageUp") return big;
  if (key === "PageDown") return -big;
  return 0;
}

/** The same where Shift makes big steps of the arrow keys' own. */
export function stepsOf(event: Pick<KeyboardEvent, "key" | "shiftKey">, big: number): number {
  const steps = keySteps(event, big);
  return event.shiftKey ? Math.sign(steps) * big : steps;
}
