/** What no program of ours writes, in place of a JSON message, file or ticket. */
export const NONSENSE: readonly string[] = [
  "",
  "{",
  "null",
  "7",
  '"text"',
  "[]",
  "{}",
  '{"x":[1,{"y":null}]}',
  "\u0000",
];
