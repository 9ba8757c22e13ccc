const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Without the carriage return of a file that went through a Windows editor. */
function decode(line: Buffer): string {
  return line.toString("utf8", 0, line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length);
}

/**
 * Lines of UTF-8 text, which end at line feeds alone. Node's own reader of lines also ends them at U+2028 and U+2029 from
 * Node 24 on, both of which JSON lets stand in a string.
 * @returns each line without its end; what follows the last line feed is a line when it is not empty
 */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      const rest = bytes.subarray(from, end);
      yield decode(begun.length === 0 ? rest : Buffer.concat([...begun, rest]));
      begun = [];
      from = end + 1;
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  }
  if (begun.length > 0) yield decode(Buffer.concat(begun));
}
