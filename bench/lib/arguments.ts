export interface Arguments {
  readonly names: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/**
 * Bench names and flags in any order; no name means all.
 * @param flags what each flag does, shown by --help
 * @returns what to run, or the text to show instead
 */
export function parseArguments(
  argv: readonly string[],
  known: readonly string[],
  flags: Readonly<Record<string, string>>,
): Arguments | { readonly text: string; readonly isFault: boolean } {
  const names = argv.filter((word) => !word.startsWith("--"));
  const given = argv.filter((word) => word.startsWith("--"));
  const usage = [
    `benches: ${known.join(", ")}`,
    ...Object.entries(flags).map(([flag, what]) => `  ${flag.padEnd(8)} ${what}`),
  ].join("\n");
  if (given.includes("--help")) return { text: usage, isFault: false };
  const unknown = [
    ...names.filter((name) => !known.includes(name)),
    ...given.filter((flag) => flags[flag] === undefined),
  ];
  if (unknown.length > 0) return { text: `bench: ${unknown.join(", ")} unknown\n${usage}`, isFault: true };
  return { names: names.length === 0 ? known : [...new Set(names)], flags: new Set(given) };
}
