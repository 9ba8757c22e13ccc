import { gunzipSync } from "node:zlib";
import { AppError } from "#domain/errors.ts";

/** The largest list is some 30 MB of text; far more is none, and unpacking must end somewhere. */
const MOST_BYTES = 256 * 1024 * 1024;

/** What to do with an answer that is no success. */
interface Refusal {
  readonly broker: string;
  readonly what: string;
}

/** @throws AppError feed.token_rejected for 401 and 403, else feed.unreachable */
export function checkAnswer(response: Response, { broker, what }: Refusal): void {
  if (response.ok) return;
  const { status } = response;
  if (status === 401 || status === 403) {
    throw new AppError("feed.token_rejected", `${what} answered ${status}`, { status });
  }
  throw new AppError("feed.unreachable", `${broker}: ${what} answered ${status}; it is tried again.`, {
    status,
  });
}

/** The body, unpacked when it is gzip still (a file served as one, not an encoding that fetch takes off). */
export async function readBody(response: Response, { broker, what }: Refusal): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const isEncoded = response.headers.get("content-encoding") !== null;
  if (!isEncoded && Number.isFinite(length) && bytes.length !== length) {
    throw new AppError("feed.unreachable", `${broker}: ${what} was cut short; it is tried again.`);
  }
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw new AppError(
      "feed.instruments",
      `${broker}: ${what} is damaged or cut short; it is tried again.`,
      {},
      {
        cause: error,
      },
    );
  }
}
