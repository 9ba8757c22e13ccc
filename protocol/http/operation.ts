import { Type } from "typebox";
import { endpoint } from "./contract.ts";

const Status = Type.Object({ status: Type.String() });
const Health = Type.Object({
  /** `ok`, or `degraded` while a part of the process does not answer: it is started anew by itself */
  status: Type.Union([Type.Literal("ok"), Type.Literal("degraded")]),
  /** those parts: `feed`, `compute`, `database`; left out where there are none */
  down: Type.Optional(Type.Array(Type.String())),
});
const probe = {
  method: "GET",
  access: "public",
  class: "read",
  cost: 0,
  ms: 0,
  cache: "no-store",
  tags: ["operation"],
} as const;

/** For those that watch over the process; answered in every role and at every stage of a start or a shutdown. */
export const OPERATION_ROWS = {
  health: endpoint({
    ...probe,
    paths: ["/healthz"],
    summary: "The process lives, and which of its threads do not answer",
    answers: { 200: Health },
    errors: {},
  }),
  readiness: endpoint({
    ...probe,
    paths: ["/readyz"],
    summary: "The process can serve",
    answers: { 200: Status },
    errors: { 503: ["server.unavailable"] },
  }),
};
