import { marginV3, withBrokerFigure } from "#analysis/margin-answer.ts";
import { withoutSymbols } from "#analysis/margin-request.ts";
import type { MarginPayload, MarginRequest } from "#protocol/http/margin.ts";
import type { Identity } from "../../identity/identity.ts";
import type { BrokerMargin } from "./broker-margin.ts";

/** Makes an answer of what compute said: the bytes to send. @param body as it came, which compute has found to be valid */
export type FinishAnswer = (answer: Buffer, body: Uint8Array, identity: Identity) => Promise<Buffer>;

/** By the two forms of the answer. */
export type MarginCalls = Readonly<Record<"v5" | "v3", FinishAnswer>>;

function parse<T>(json: Uint8Array): T {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as T;
}

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/**
 * Puts the figure of the caller's own broker in the place of the estimate where there is one. It is asked here because tokens of
 * accounts stay in the process that holds them; bodies of margins are short.
 */
export function createMarginCalls(brokerMargin: BrokerMargin): MarginCalls {
  async function payloadOf(answer: Buffer, body: Uint8Array, identity: Identity): Promise<MarginPayload> {
    const { payload } = parse<{ readonly payload: MarginPayload }>(answer);
    const asked = withoutSymbols(parse<MarginRequest>(body), payload.expired);
    return withBrokerFigure(payload, await brokerMargin(identity, asked));
  }
  return {
    v5: async (answer, body, identity) => toJson({ payload: await payloadOf(answer, body, identity) }),
    v3: async (answer, body, identity) => toJson(marginV3(await payloadOf(answer, body, identity))),
  };
}
