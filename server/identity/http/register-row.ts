import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from "fastify";
import type { AnswerOf, BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf } from "#protocol/http/contract.ts";
import { ErrorResponse } from "#protocol/http/error-response.ts";
import { answerChecks, type BrokenAnswer } from "./answer-checks.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** the row that the route was registered by; what counts, guards and identifies reads it there */
    endpoint?: Endpoint;
  }
}

interface RouteTypes<E extends Endpoint, Body = BodyOf<E>> {
  Params: ParamsOf<E>;
  Querystring: QueryOf<E>;
  Headers: HeadersOf<E>;
  Body: Body;
}

export type RowRequest<E extends Endpoint, Body = BodyOf<E>> = FastifyRequest<RouteTypes<E, Body>>;

/** Answers with what the row says, or by the reply itself: a redirect, bytes that were made before. */
export type RowHandler<E extends Endpoint, Body = BodyOf<E>> = (
  request: RowRequest<E, Body>,
  reply: FastifyReply,
) => Promise<AnswerOf<E> | FastifyReply>;

/** Keeps out who may not call; at the stage of the request where the row's class asks for it. */
export type RowGuard = (row: Endpoint) => Pick<RouteOptions, "onRequest" | "preValidation" | "preHandler">;

/** What a route has beyond its row; its own `onRequest` comes after the guard's. */
export type RowOptions = Partial<
  Pick<RouteOptions, "compress" | "errorHandler" | "schemaErrorFormatter" | "onRequest">
>;

export interface RowRules {
  readonly guard: RowGuard;
  readonly brokenAnswer: BrokenAnswer;
}

export interface RowRegistrar {
  /** Serves a row at all its addresses. */
  row<E extends Endpoint>(row: E, handler: RowHandler<E>, options?: RowOptions): void;
  /** The same for a row whose question and answer pass as bytes: the schemas document what another role checks. */
  bytes<E extends Endpoint>(row: E, handler: RowHandler<E, unknown>, options?: RowOptions): void;
  /** Rows whose bodies are read as no others are. @param readers of bodies, for these rows alone */
  scope(readers: (scope: BodyReaders) => void, add: (rows: RowRegistrar) => void): Promise<void>;
}

/** What may read the bodies of some rows in a way of its own. */
export type BodyReaders = Pick<FastifyInstance, "addContentTypeParser" | "removeContentTypeParser">;

/** Bodies of JSON as the bytes they came as, for rows that hand them on. */
export function keepBytes(scope: BodyReaders): void {
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
}

const NO_BYTES = Buffer.alloc(0);

/** The body of a request within `keepBytes`; none where nothing was sent. */
export const bytesOfBody = ({ body }: Pick<FastifyRequest, "body">): Buffer =>
  body instanceof Buffer ? body : NO_BYTES;

/** The row as the framework's schemas: what validates, serialises and documents the route. */
export function schemaOf(row: Endpoint): FastifySchema {
  const { params, query, headers, body, tags, summary, description, isHidden } = row;
  const errors = Object.keys(row.errors).map((status) => [status, ErrorResponse]);
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    response: { ...row.answers, ...Object.fromEntries(errors) },
    tags,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(isHidden === true ? { hide: true } : {}),
  };
}

/** Registers rows with what answers them; what it says of a call, the row says. */
export function createRowRegistrar(
  app: Pick<FastifyInstance, "route" | "register">,
  rules: RowRules,
): RowRegistrar {
  function add<E extends Endpoint, Body>(
    row: E,
    handler: RowHandler<E, Body>,
    options: Partial<RouteOptions>,
  ): void {
    const guard = rules.guard(row);
    const checks = answerChecks(row, rules.brokenAnswer);
    const { cache, vary } = row;
    const isSaid = cache !== undefined || vary !== undefined;
    const say = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (cache !== undefined) reply.header("cache-control", cache);
      if (vary !== undefined) reply.header("vary", vary);
    };
    for (const url of row.paths) {
      app.route<RouteTypes<E, Body>>({
        ...options,
        ...guard,
        ...checks,
        onRequest: [isSaid ? say : [], guard.onRequest ?? [], options.onRequest ?? []].flat(),
        method: row.method,
        url,
        schema: schemaOf(row),
        config: {
          endpoint: row,
          ...(row.takesForeignForms === true ? { takesForeignForms: true } : {}),
        },
        handler,
      });
    }
  }
  return {
    row: (row, handler, options = {}) => add(row, handler, options),
    bytes: (row, handler, options = {}) =>
      add(row, handler, {
        ...options,
        validatorCompiler: () => () => true,
        serializerCompiler: () => JSON.stringify,
      }),
    async scope(readers, addRows) {
      await app.register(async (scope) => {
        readers(scope);
        addRows(createRowRegistrar(scope, rules));
      });
    },
  };
}
