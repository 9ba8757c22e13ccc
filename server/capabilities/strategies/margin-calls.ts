import { marginV3, withBrokerFigure } from "#analysis/margin-answer.ts";
import { withoutTrades } from "#analysis/margin-request.ts";
import { type MarginPayload, MarginRequest, MarginResponse } from "#protocol/http/margin.ts";
import type { Identity } from "../../identity/identity.ts";
import { jsonReader, mustRead } from "../../platform/lib/read-json.ts";
import type { BrokerMargin } from "./broker-margin.ts";

/** Makes an answer of what compute said: the bytes to send. @param body as it came, which compute has found to be valid */
export type FinishAnswer = (answer: Buffer, body: Uint8Array, identity: Identity) => Promise<Buffer>;

/** By the two forms of the answer. */
export type MarginCalls = Readonly<Record<"v5" | "v3", FinishAnswer>>;

const readAnswer = jsonReader(MarginResponse);
const readRequest = jsonReader(MarginRequest);

const toJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/**
 * Puts the figure of the caller's own broker in the place of the estimate where there is one; of what has expired or is closed it is not asked. It is asked here because tokens of
 * accounts stay in the process that holds them; bodies of margins are short.
 */
export function createMarginCalls(brokerMargin: BrokerMargin): MarginCalls {
  async function payloadOf(answer: Buffer, body: Uint8Array, identity: Identity): Promise<MarginPayload> {
    const { payload } = mustRead(readAnswer, answer, "A margin that compute answered");
    const asked = withoutTrades(mustRead(readRequest, body, "A question that compute answered"), [
      ...payload.expired.map((tradingsymbol) => ({ tradingsymbol })),
      ...payload.closed,
    ]);
    return withBrokerFigure(payload, await brokerMargin(identity, asked));
  }
  return {
    v5: async (answer, body, identity) => toJson({ payload: await payloadOf(answer, body, identity) }),
    v3: async (answer, body, identity) => toJson(marginV3(await payloadOf(answer, body, identity))),
  };
}
