/** Decides whether an `Origin` header is one of ours. */
export interface OriginPolicy {
  readonly origins: readonly string[];
  readonly allows: (origin: string) => boolean;
  /** every origin is https: HSTS may be sent */
  readonly isSecure: boolean;
}

/** @param configured PUBLIC_ORIGIN, null for the loopback names at `port` */
export function createOriginPolicy(configured: readonly string[] | null, port: number): OriginPolicy {
  const suffix = port === 80 ? "" : `:${port}`;
  const origins = configured ?? [
    `http://127.0.0.1${suffix}`,
    `http://localhost${suffix}`,
    `http://[::1]${suffix}`,
  ];
  const set = new Set(origins);
  return {
    origins,
    allows: (origin) => set.has(origin),
    isSecure: origins.every((origin) => origin.startsWith("https://")),
  };
}
