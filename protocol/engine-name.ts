import { PROTOCOL_VERSION } from "./version.ts";

/** What all tabs of one build call their engine: tabs of another build get one of their own. */
export const engineName = (build: string): string => `strikewise-engine-${build}-p${PROTOCOL_VERSION}`;
