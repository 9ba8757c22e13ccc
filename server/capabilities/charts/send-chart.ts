import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import { breathe } from "../../platform/lib/breathe.ts";
import { WrittenPayload } from "./written-json.ts";

/** Charts live a minute: of columns of figures the second level is a tenth larger than the fourth, for a quarter of the work. */
const BROTLI_QUALITY = 2;

/** Bodies of payloads that several are answered with: written and packed once. */
const bodies = new WeakMap<object, Promise<CachedBody>>();

async function write(payload: object): Promise<CachedBody> {
  // Of half a million figures it takes as long as a turn of the relay may.
  await breathe();
  const written = payload instanceof WrittenPayload ? payload.pieces : [Buffer.from(JSON.stringify(payload))];
  const json = Buffer.concat([Buffer.from('{"payload":'), ...written, Buffer.from("}")]);
  const etag = createHash("sha256").update(json).digest("base64url").slice(0, 22);
  return createCachedBody(etag, json, BROTLI_QUALITY);
}

function bodyOf(payload: object): Promise<CachedBody> {
  const known = bodies.get(payload);
  if (known !== undefined) return known;
  const made = write(payload);
  bodies.set(payload, made);
  return made;
}

/** Answers with a chart, or 304 to who has it. */
export const sendChart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: object,
): Promise<FastifyReply> => sendCached(request, reply, await bodyOf(payload));
