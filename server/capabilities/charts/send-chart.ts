import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";
import { breathe } from "../../platform/lib/breathe.ts";

/** Charts live a minute. */
const BROTLI_QUALITY = 4;

/** Bodies of payloads that several are answered with: written and packed once. */
const bodies = new WeakMap<object, Promise<CachedBody>>();

async function write(payload: object): Promise<CachedBody> {
  // Of half a million figures it takes as long as a turn of the relay may.
  await breathe();
  const json = JSON.stringify({ payload });
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
