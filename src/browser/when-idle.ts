/** The browser may put it off for this long, and one that does not know idleness waits a second. */
const AT_MOST_MS = 3_000;
const WITHOUT_MS = 1_000;

/**
 * When nothing more urgent is left to do: work that no user waits for must not stand in the way of the first
 * prices.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof window.requestIdleCallback !== "function") setTimeout(resolve, WITHOUT_MS);
    else window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
  });
}

/** A painter has a thread and a pace of its own: within this its first picture is on screen, on a slow machine too. */
const DRAWN_MS = 1_000;

/** When what has come is on screen, and nothing more urgent is left to do. */
export function whenSeen(): Promise<void> {
  return new Promise<void>((resolve) => {
    setTimeout(resolve, DRAWN_MS);
  }).then(whenIdle);
}

/** A first picture that does not come holds nothing else up for longer. */
const PICTURE_MS = 5_000;

let tellPicture!: () => void;
const picture = new Promise<void>((resolve) => {
  tellPicture = resolve;
});

/** Told on the window, for what stands in the document itself (src/app/last-picture/show.ts). */
export const DRAWN_EVENT = "strikewise:drawn";

/** The first figures of a grid are on screen. */
export function pictureIsDrawn(): void {
  tellPicture();
  window.dispatchEvent(new Event(DRAWN_EVENT));
}

/** When the first figures of a grid are on screen and nothing more urgent is left to do: for what is shown beside one. */
export function whenDrawn(): Promise<void> {
  return Promise.race([
    picture,
    new Promise<void>((resolve) => {
      setTimeout(resolve, PICTURE_MS);
    }),
  ]).then(whenIdle);
}
