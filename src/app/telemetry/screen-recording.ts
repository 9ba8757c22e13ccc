/** Records what happens on screen, for an operator who plugs one in; off by default. */
export interface Recorder {
  start(userId: number): void;
}

/** Third parties come after what the visitor came for. */
const RECORDING_DELAY_MS = 2_000;
/** One of so many accounts. */
const ONE_IN = 10;

interface RecordingFacts {
  /** null for a visitor */
  readonly userId: number | null;
  readonly isMobileApp: boolean;
  readonly isAutomation: boolean;
}

/** Only signed-in accounts whose id ends in 0, never in the mobile app and never a program (rule EMB-7). */
export function mayRecord({ userId, isMobileApp, isAutomation }: RecordingFacts): boolean {
  return userId !== null && userId > 0 && userId % ONE_IN === 0 && !isMobileApp && !isAutomation;
}

/** @returns calls it off while it has not begun */
export function startRecording(recorder: Recorder | null, facts: RecordingFacts): () => void {
  const { userId } = facts;
  if (recorder === null || userId === null || !mayRecord(facts)) return () => {};
  const timer = setTimeout(() => recorder.start(userId), RECORDING_DELAY_MS);
  return () => clearTimeout(timer);
}
