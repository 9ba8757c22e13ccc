/**
 * Runs in a page before its own scripts, and times what a tap brings without a word from the page: from the event's own time stamp to the
 * end of the first frame in which the strip holds its trade, and of the first in which it holds figures. A frame is over when a message
 * that was posted from inside of it arrives.
 */
(() => {
  /** Time stamp of the tap that is waited for; NaN before and after. */
  let tappedAt = Number.NaN;
  let seen = { trade: 0, figures: 0 };
  let isAsked = false;

  const frameEnd = new MessageChannel();
  frameEnd.port1.onmessage = ({ data }) => {
    const now = performance.now();
    for (const what of data) if (seen[what] === 0) seen[what] = now - tappedAt;
    if (seen.trade > 0 && seen.figures > 0) tappedAt = Number.NaN;
  };

  const isFigure = (text) => text !== undefined && text !== null && /\d|Unlimited/.test(text);
  const holds = {
    trade: () => document.querySelector('[data-testid="strip-leg"]') !== null,
    figures: () =>
      isFigure(document.querySelector('[data-testid="strip-maxProfit"] dd')?.textContent) &&
      isFigure(document.querySelector('[data-testid="strip-delta"] dd')?.textContent) &&
      document.querySelector('[data-testid="strip-sketch"] path') !== null,
  };

  /** What is in the document now is painted by this frame at the latest. */
  const look = () => {
    isAsked = false;
    const painted = Object.keys(holds).filter((what) => seen[what] === 0 && holds[what]());
    if (painted.length > 0) frameEnd.port2.postMessage(painted);
  };

  new MutationObserver(() => {
    if (Number.isNaN(tappedAt) || isAsked) return;
    isAsked = true;
    requestAnimationFrame(look);
  }).observe(document, { subtree: true, childList: true, characterData: true });

  addEventListener(
    "click",
    (event) => {
      if (!Number.isNaN(tappedAt) || !event.target.closest?.("[data-testid^=BUY-],[data-testid^=SELL-]"))
        return;
      tappedAt = event.timeStamp;
      seen = { trade: 0, figures: 0 };
    },
    { capture: true },
  );

  globalThis.strip = {
    seen: () => seen,
    isDone: () => seen.trade > 0 && seen.figures > 0,
    clear: () => {
      seen = { trade: 0, figures: 0 };
      tappedAt = Number.NaN;
    },
  };
})();
