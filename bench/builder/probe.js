/**
 * Runs in a page before its own scripts, and times what a drag asks of it without a word from the page. A move of the pointer is
 * followed to the question that it put to the compute worker, to its answer, and to the frame in which the chart draws from that
 * answer's curves; the frame is over when a message that was posted from inside of it arrives.
 */
(() => {
  const CHART = '[data-testid="payoff-chart"], .peer-chart';
  /** Questions on their way, by Comlink's id. */
  const asked = new Map();
  /** Time stamp of the newest move; NaN before the first. */
  let movedAt = Number.NaN;
  /** Those that put a question and are not drawn yet. */
  const open = [];
  /** Move of the newest answer that the chart has read, and the animation frame's callback that it did so in first; 0 in none. */
  let handed = -1;
  let handedIn = 0;
  let callback = 0;
  let callbacks = 0;
  let askedPrice;
  let seen;
  let isCounting = false;
  const clear = () => {
    seen = {
      moves: 0,
      questions: 0,
      latencies: [],
      answers: [],
      draws: 0,
      frames: 0,
      since: performance.now(),
    };
  };
  clear();

  const frameEnd = new MessageChannel();
  const ending = [];
  frameEnd.port1.onmessage = () => {
    const now = performance.now();
    for (const from of ending.splice(0)) seen.latencies.push(now - from);
  };

  // A page may hear of a move before the frame that browsers keep `pointermove` for.
  for (const type of ["pointerrawupdate", "pointermove"])
    addEventListener(
      type,
      (event) => {
        movedAt = event.timeStamp;
        if (type === "pointermove") seen.moves += 1;
      },
      { capture: true },
    );

  const hand = (from) => {
    if (!(from > handed)) return;
    handed = from;
    handedIn = callback;
  };

  /** The chart is drawn: all moves up to the newest whose answer it holds are on screen at the end of this frame. */
  const settle = () => {
    while (open.length > 0 && open[0] <= handed) ending.push(open.shift());
    if (ending.length > 0) frameEnd.port2.postMessage(0);
  };

  const request = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (run) =>
    request((now) => {
      callback = ++callbacks;
      try {
        run(now);
      } finally {
        callback = 0;
      }
    });

  const isQuestion = (message) => message?.type === "APPLY" && message.path?.[0] === "builder";

  function noteQuestion(message) {
    const request = message.argumentList[0]?.value;
    const price = request?.target_underlying_price;
    // Frames of the live market ask the same again: only another target price is the work of a move.
    if (price !== askedPrice && movedAt > (open.at(-1) ?? handed)) open.push(movedAt);
    askedPrice = price;
    const from = open.at(-1) ?? handed;
    seen.questions += 1;
    asked.set(message.id, { at: performance.now(), from, legs: request?.trades?.length ?? 0 });
  }

  function noteAnswer({ data, timeStamp }) {
    const question = asked.get(data?.id);
    if (question === undefined) return;
    asked.delete(data.id);
    seen.answers.push({ ms: timeStamp - question.at, legs: question.legs });
    const payload = data.value?.payload;
    if (payload === undefined) return;
    const prices = payload.payoff_prices;
    Object.defineProperty(payload, "payoff_prices", {
      configurable: true,
      enumerable: true,
      get() {
        hand(question.from);
        // First it is compared with what is shown; read again, it is drawn.
        if (question.from === handed && callback !== handedIn && callback !== 0) settle();
        return prices;
      },
    });
  }

  globalThis.Worker = class extends Worker {
    constructor(...of) {
      super(...of);
      this.addEventListener("message", noteAnswer);
    }
    postMessage(message, ...rest) {
      if (isQuestion(message)) noteQuestion(message);
      super.postMessage(message, ...rest);
    }
  };

  const clearRect = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...of) {
    clearRect.apply(this, of);
    if (!this.canvas.closest?.(CHART)) return;
    seen.draws += 1;
    settle();
  };

  const count = () => {
    if (!isCounting) return;
    seen.frames += 1;
    requestAnimationFrame(count);
  };

  globalThis.probe = {
    start(frames) {
      clear();
      if (frames && !isCounting) requestAnimationFrame(count);
      isCounting = frames;
    },
    read: () => ({ ...seen, ms: performance.now() - seen.since }),
    /** For a page that has no worker: its own curves for the newest move go to the chart now. */
    handed() {
      if (!(movedAt > handed)) return;
      open.push(movedAt);
      hand(movedAt);
    },
  };
})();
