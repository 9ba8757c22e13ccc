import { Type } from "typebox";
import { endpoint } from "./contract.ts";

const Status = Type.Object({ status: Type.String() });
const probe = {
  method: "GET",
  access: "public",
  class: "read",
  cost: 0,
  cache: "no-store",
  tags: ["operation"],
} as const;

/** For those that watch over the process; answered in every role and at every stage of a start or a shutdown. */
export const OPERATION_ROWS = {
  health: endpoint({
    ...probe,
    paths: ["/healthz"],
    summary: "The process lives",
    answers: { 200: Status },
    errors: {},
  }),
  readiness: endpoint({
    ...probe,
    paths: ["/readyz"],
    summary: "The process can serve",
    answers: { 200: Status },
    errors: { 503: ["server.unavailable"] },
  }),
  metrics: endpoint({
    ...probe,
    paths: ["/metrics"],
    summary: "Prometheus metrics",
    answers: { 200: Type.String() },
    errors: {},
  }),
};
