import { readFileSync } from "node:fs";
import { Type } from "typebox";
import { Nullable } from "#protocol/http/nullable.ts";
import type { Bus } from "../../../../platform/bus/bus.ts";
import { jsonReader } from "../../../../platform/lib/read-json.ts";
import { feedTokenChangedSubject, feedTokenRequest } from "../../../bus/market-subjects.ts";

/** Where a feed's access token comes from; it is another one every day. */
export interface FeedTokens {
  /** The present token, null while there is none. Never rejects. */
  current(): Promise<string | null>;
  /** Told that `current` is worth asking again. @returns the function that stops it */
  onChange(listener: () => void): () => void;
}

/** A token of the environment: it stays what it is until the next start. */
export function fixedToken(token: string): FeedTokens {
  return { current: () => Promise.resolve(token), onChange: () => () => {} };
}

/** A token in a file, read anew whenever it is asked for, so that a file replaced in the morning is enough. */
export function fileToken(file: string): FeedTokens {
  return {
    current() {
      try {
        const token = readFileSync(file, "utf8").trim();
        return Promise.resolve(token === "" || /\s/.test(token) ? null : token);
      } catch {
        return Promise.resolve(null);
      }
    },
    onChange: () => () => {},
  };
}

const ANSWER_MS = 5_000;

/** The two halves of `feedTokenRequest()`. */
const readQuestion = jsonReader(Type.Object({ account: Type.String() }));
const readAnswer = jsonReader(Type.Object({ token: Nullable(Type.String()) }));

/** The token of the signed-in account FEED_ACCOUNT, asked of the process that keeps the accounts. */
export function accountToken(bus: Bus, account: string): FeedTokens {
  const question = new TextEncoder().encode(JSON.stringify({ account }));
  return {
    async current() {
      try {
        const answer = readAnswer(await bus.request(feedTokenRequest(), question, ANSWER_MS));
        return answer === null || answer.token === "" ? null : answer.token;
      } catch {
        // No process keeps accounts yet, or storage is away: the feed asks again.
        return null;
      }
    },
    onChange: (listener) => bus.subscribe(feedTokenChangedSubject(), listener),
  };
}

/**
 * The other end of `accountToken`: answers with the broker's token of the feed's account.
 * @param find the unsealed access token of `zerodha:AB1234`, null when it has none that is still good
 * @returns `changed`, to be called when that account signs in; `stop`
 */
export function answerFeedTokens(
  bus: Bus,
  find: (account: string) => Promise<string | null>,
): { changed(): void; stop(): void } {
  const stop = bus.respond(feedTokenRequest(), async (payload) => {
    const asked = readQuestion(payload);
    const token = asked === null ? null : await find(asked.account);
    return new TextEncoder().encode(JSON.stringify({ token }));
  });
  return { changed: () => bus.publish(feedTokenChangedSubject(), new Uint8Array(0)), stop };
}
