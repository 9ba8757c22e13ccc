import type { FastifyInstance } from "fastify";

/** The application that a process serves. */
export type App = FastifyInstance;

/** Something that is added to the application: routes, or hooks that count for what is added after them. */
export type Part = (app: App) => void | Promise<void>;
