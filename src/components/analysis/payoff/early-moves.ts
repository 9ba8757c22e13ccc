/** Moves of a pointer told as they come: a browser keeps them back until the next frame, by which time the first could be answered. */

/**
 * The first raw move of each frame, and every move that comes with a frame: the last of them is always told.
 * Where a browser has no raw moves, those of the frames are all.
 * @param isHeld asked first, because a pointer that only passes over asks nothing
 */
export function hearMoves(
  host: HTMLElement,
  isHeld: (event: PointerEvent) => boolean,
  follow: (event: PointerEvent) => void,
  signal: AbortSignal,
): void {
  let isTold = false;
  const heard = (event: Event): void => {
    if (isHeld(event as PointerEvent)) follow(event as PointerEvent);
  };
  const early = (event: Event): void => {
    if (isTold || !isHeld(event as PointerEvent)) return;
    isTold = true;
    requestAnimationFrame(() => {
      isTold = false;
    });
    follow(event as PointerEvent);
  };
  host.addEventListener("pointermove", heard, { signal });
  host.addEventListener("pointerrawupdate", early, { signal });
}
