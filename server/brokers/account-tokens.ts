/** Tokens of the broker, held encrypted; never sent to a browser. */
export interface BrokerTokens {
  readonly access: string;
  readonly refresh?: string;
  /** token of the streaming feed where it is another one (Angel One) */
  readonly feed?: string;
}
