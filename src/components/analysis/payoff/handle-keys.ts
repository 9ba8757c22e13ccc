/** Steps that a key goes on a handle, as sliders have it; 0 for other keys. @param big steps of Shift and the page keys */
export function stepsOf({ key, shiftKey }: KeyboardEvent, big: number): number {
  const size = shiftKey ? big : 1;
  if (key === "ArrowRight" || key === "ArrowUp") return size;
  if (key === "ArrowLeft" || key === "ArrowDown") return -size;
  if (key === "PageUp") return big;
  if (key === "PageDown") return -big;
  return 0;
}
