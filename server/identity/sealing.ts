import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const VERSION = 1;
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES;
const ALGORITHM = "aes-256-gcm";

/** Encrypts what is kept at rest. The first key seals; every key opens, so that keys can be rotated. */
export interface Sealing {
  /** @param context what it belongs to (an account's id): sealed for one it does not open for another */
  seal(text: string, context: string): Uint8Array;
  /** @returns null when it was changed, is another's, or its key is gone */
  open(sealed: Uint8Array, context: string): string | null;
}

/** Names a key without telling anything about it. */
function idOf(key: Buffer): Buffer {
  return createHash("sha256").update("strikewise key id").update(key).digest().subarray(0, ID_BYTES);
}

/**
 * AES-256-GCM. Layout: version, key id (4), nonce (12), tag (16), ciphertext; version, key id and context are authenticated.
 * @param keys 32 bytes each, at least one
 */
export function createSealing(keys: readonly Buffer[]): Sealing {
  const known = keys.map((key) => ({ key, id: idOf(key) }));
  const [first] = known;
  if (first === undefined || known.some(({ key }) => key.length !== 32)) {
    throw new RangeError("sealing needs at least one key of 32 bytes");
  }
  return {
    seal(text, context) {
      const head = Buffer.from([VERSION, ...first.id]);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, first.key, iv).setAAD(
        Buffer.concat([head, Buffer.from(context)]),
      );
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), body]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      const body = HEAD_BYTES + IV_BYTES + TAG_BYTES;
      if (bytes.length < body || bytes[0] !== VERSION) return null;
      const head = bytes.subarray(0, HEAD_BYTES);
      const found = known.find(({ id }) => id.equals(head.subarray(1)));
      if (found === undefined) return null;
      const iv = bytes.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES);
      const decipher = createDecipheriv(ALGORITHM, found.key, iv)
        .setAAD(Buffer.concat([head, Buffer.from(context)]))
        .setAuthTag(bytes.subarray(HEAD_BYTES + IV_BYTES, body));
      try {
        return decipher.update(bytes.subarray(body), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return null;
      }
    },
  };
}
