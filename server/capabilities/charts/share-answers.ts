/** Work on one question in one market: whoever asks the same before it is done is answered with it. */
export type ShareAnswers = <T>(market: object, question: string, make: () => Promise<T>) => Promise<T>;

export function createSharedAnswers(): ShareAnswers {
  const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();
  return <T>(market: object, question: string, make: () => Promise<T>): Promise<T> => {
    const own = underWay.get(market) ?? new Map<string, Promise<unknown>>();
    underWay.set(market, own);
    const same = own.get(question) as Promise<T> | undefined;
    if (same !== undefined) return same;
    const work = make().finally(() => own.delete(question));
    own.set(question, work);
    return work;
  };
}
