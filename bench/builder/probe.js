/**
 * Runs in a page before its own scripts, and times what a drag asks of it without a word from the page. A move of the pointer is
 * followed to the question that it put to the compute worker, to its answer, and to the frame in which the chart draws from that
 * answer's curves; the frame is over when a message that was posted from inside of it arrives.
 */
(() => {
  const CHART = '[data-testid="payoff-chart"], .peer-chart';
  /** Questions on their way, by Comlink's id. */
  const asked = new Map();
  /** Time stamp of the newest move that the page was told of; NaN before the first. */
  let movedAt = Number.NaN;
  /** The page follows moves before the frame that browsers keep `pointermove` for. */
  let isEarly = false;
  /** Those that put a question and are not drawn yet. */
  const open = [];
  /** Move of the newest answer that the chart has read, and the animation frame's callback that it did so in first; 0 in none. */
  let handed = -1;
  let handedIn = 0;
  let callback = 0;
  let callbacks = 0;
  /** Move of the newest answer that was drawn outside of a frame and waits for the next one; -1 none. */
  let waiting = -1;
  let askedWork;
  let seen;
  const clear = () => {
    seen = {
      moves: 0,
      questions: 0,
      heads: 0,
      latencies: [],
      answers: [],
      draws: 0,
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

  for (const type of ["pointerrawupdate", "pointermove"])
    addEventListener(
      type,
      (event) => {
        if (type === "pointermove") seen.moves += 1;
        else if (!isEarly) return;
        movedAt = event.timeStamp;
      },
      { capture: true },
    );

  const hand = (from) => {
    if (!(from > handed)) return;
    handed = from;
    handedIn = callback;
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

  /** All moves up to this one are on screen at the end of the frame that is on. */
  const end = (upTo) => {
    while (open.length > 0 && open[0] <= upTo) ending.push(open.shift());
    if (ending.length > 0) frameEnd.port2.postMessage(0);
  };

  /** The chart is drawn of the newest answer that it holds: shown by the frame that is on, or by the next one. */
  const settle = () => {
    if (!(open[0] <= handed)) return;
    if (callback !== 0) return end(handed);
    if (waiting < 0)
      request(() => {
        end(waiting);
        waiting = -1;
      });
    waiting = handed;
  };

  const isQuestion = (message) => message?.type === "APPLY" && message.path?.[0] === "builder";

  /** What a hand changes of a question: frames of the live market ask the same again. */
  const workOf = (request) =>
    [
      request?.target_underlying_price,
      request?.target_datetime,
      request?.iv_offset,
      ...(request?.trades ?? []).map(({ tradingsymbol }) => tradingsymbol),
    ].join(" ");

  function noteQuestion(message) {
    const request = message.argumentList[0]?.value;
    const work = workOf(request);
    if (work !== askedWork && movedAt > (open.at(-1) ?? handed)) open.push(movedAt);
    askedWork = work;
    const from = open.at(-1) ?? handed;
    seen.questions += 1;
    asked.set(message.id, { at: performance.now(), from, legs: request?.trades?.length ?? 0 });
  }

  function noteAnswer(event) {
    // Read before the clock: what was sent is made into objects only then.
    const { data } = event;
    const now = performance.now();
    const question = asked.get(data?.id);
    if (question === undefined) return;
    asked.delete(data.id);
    seen.answers.push({ ms: now - question.at, legs: question.legs });
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

  /** What the compute worker tells of each frame of the live market. */
  const isHead = (data) => typeof data?.frame === "number" && Array.isArray(data.expiries);
  const onmessage = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...onmessage,
    set(listener) {
      const heard = (event) => {
        if (isHead(event.data)) seen.heads += 1;
        listener.call(this, event);
      };
      onmessage.set.call(this, typeof listener === "function" ? heard : listener);
    },
  });

  const clearRect = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...of) {
    clearRect.apply(this, of);
    if (!this.canvas.closest?.(CHART)) return;
    seen.draws += 1;
    settle();
  };

  globalThis.probe = {
    start(early) {
      isEarly = early;
      clear();
    },
    read: () => ({ ...seen, ms: performance.now() - seen.since }),
    /** For a page that has no worker: it draws what it made of the newest move next. */
    handed() {
      if (!(movedAt > handed)) return;
      open.push(movedAt);
      hand(movedAt);
    },
  };
})();
