/** What a call is asked with, and by whom, and what it answers, as `bus/compute-questions.ts` describes. @throws AppError */
export type ComputeAnswer = (body: Uint8Array, who: string) => Promise<Uint8Array>;
