import type { FastifyReply } from "fastify";

export function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-cache").sendFile("index.html", { cacheControl: false });
}

const CONDITIONS = [
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
  "if-range",
  "range",
];

/** The app with status 404, always whole: a browser that reloads it asks whether it changed, and 404 has no "not modified". */
export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  for (const name of CONDITIONS) delete reply.request.raw.headers[name];
  return sendPage(reply.code(404));
}
