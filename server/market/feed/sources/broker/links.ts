/**
 * Divides what is to be followed over connections with room for so many each. What is on a connection stays there, so that
 * a moving selection costs only what moves; the first connections are filled before others are opened.
 * @returns the connections' new sets, those that stay the same as the same objects
 */
export function divide(
  tokens: readonly number[],
  before: readonly ReadonlySet<number>[],
  each: number,
): ReadonlySet<number>[] {
  const wanted = new Set(tokens.slice(0, before.length * each));
  const kept = before.map((set) => new Set([...set].filter((token) => wanted.has(token))));
  for (const set of kept) for (const token of set) wanted.delete(token);
  let at = 0;
  for (const token of wanted) {
    while (at < kept.length && kept[at]!.size >= each) at++;
    kept[at]?.add(token);
  }
  return kept.map((set, i) => {
    const old = before[i]!;
    return set.size === old.size && [...set].every((token) => old.has(token)) ? old : set;
  });
}
