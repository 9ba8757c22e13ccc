import { AppError } from "#domain/errors.ts";
import type { FeedTokens } from "./feed-tokens.ts";
import { nextTimeOfDay } from "./schedule.ts";

/** A token that came in the meantime is found this soon, ms. */
const ASK_MS = 5_000;

interface TokenKeeperOptions {
  readonly tokens: FeedTokens;
  /** when yesterday's token ends, India's time */
  readonly endsAt: string;
  readonly displayName: string;
  /** epoch ms */
  readonly startAt: number;
  /** There is a token to use. */
  onToken(token: string): void;
  /** The one in use is over or refused. */
  onGone(): void;
  onProblem(problem: AppError): void;
}

/** The feed's access token over the days: asked for again and again, never tried twice once it was refused. */
interface TokenKeeper {
  readonly current: string | null;
  /** why the last one was refused, null when it was not */
  readonly refusedWhy: string | null;
  tick(now: number): void;
  /** The broker does not take it; said of another one than the present it means nothing. */
  reject(token: string, why: string): void;
  stop(): void;
}

export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { tokens, displayName, onProblem } = options;
  let current: string | null = null;
  let refused: { readonly token: string; readonly why: string } | null = null;
  let isAsking = false;
  let askAt = -Infinity;
  let endsAt = nextTimeOfDay(options.startAt, options.endsAt);
  let isOver = false;

  function take(found: string | null): void {
    if (found === null) {
      if (current !== null || refused !== null) return;
      const text = `${displayName} needs an access token; docs/feeds.md says how to give it.`;
      return onProblem(new AppError("feed.token_missing", text));
    }
    if (found === current || found === refused?.token) return;
    refused = null;
    current = found;
    options.onToken(found);
  }

  async function ask(): Promise<void> {
    isAsking = true;
    const found = await tokens.current();
    isAsking = false;
    if (!isOver) take(found);
  }

  const stopListening = tokens.onChange(() => {
    askAt = -Infinity;
  });

  return {
    get current() {
      return current;
    },
    get refusedWhy() {
      return refused?.why ?? null;
    },
    tick(now) {
      if (now >= endsAt) {
        // Whatever there is by then is tried, once.
        endsAt = nextTimeOfDay(now, options.endsAt);
        current = null;
        askAt = -Infinity;
        options.onGone();
      }
      if (isAsking || now < askAt) return;
      askAt = now + ASK_MS;
      void ask();
    },
    reject(token, why) {
      if (token !== current) return;
      refused = { token, why };
      current = null;
      options.onGone();
      const text = `${displayName} does not accept the access token (${why}); give today's and the feed goes on.`;
      onProblem(new AppError("feed.token_rejected", text));
    },
    stop() {
      isOver = true;
      stopListening();
    },
  };
}
