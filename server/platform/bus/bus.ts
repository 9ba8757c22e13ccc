/** A message on the bus: raw bytes, owned by the receiver for the length of the call. */
export type BusHandler = (payload: Uint8Array, subject: string) => void;
export type BusResponder = (payload: Uint8Array, subject: string) => Promise<Uint8Array> | Uint8Array;

/**
 * The one port between roles. `local` (threads of one process) and `nats` pass the same contract suite.
 * Subjects come from `subjects.ts`; a `>` at the end of a subscription matches every deeper subject.
 */
export interface Bus {
  publish(subject: string, payload: Uint8Array): void;
  /** @returns the unsubscribe function */
  subscribe(subject: string, handler: BusHandler): () => void;
  /** Answers requests on a subject. @returns the function that stops answering */
  respond(subject: string, responder: BusResponder): () => void;
  /** @throws AppError `server.unavailable` when no responder answers within the time */
  request(subject: string, payload: Uint8Array, timeoutMs?: number): Promise<Uint8Array>;
  close(): Promise<void>;
}
