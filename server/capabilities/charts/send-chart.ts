import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CachedBody, createCachedBody, sendCached } from "../../platform/http/cached-body.ts";

/** Charts live a minute. */
const BROTLI_QUALITY = 4;

/** Bodies of payloads that several are answered with: written and packed once. */
const bodies = new WeakMap<object, CachedBody>();

function bodyOf(payload: object): CachedBody {
  const known = bodies.get(payload);
  if (known !== undefined) return known;
  const json = JSON.stringify({ payload });
  const etag = createHash("sha256").update(json).digest("base64url").slice(0, 22);
  const made = createCachedBody(etag, json, BROTLI_QUALITY);
  bodies.set(payload, made);
  return made;
}

/** Answers with a chart, or 304 to who has it. */
export const sendChart = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: object,
): Promise<FastifyReply> => sendCached(request, reply, bodyOf(payload));
