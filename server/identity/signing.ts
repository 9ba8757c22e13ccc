import { createHmac, hkdfSync } from "node:crypto";
import type { Static, TSchema } from "typebox";
import { jsonReader } from "../platform/lib/read-json.ts";
import { isSame } from "./secret-texts.ts";

/** Short texts that only this installation can have made, each for one purpose; nothing of them is stored. */
interface Signing<Claims> {
  /** @param claims a few hundred bytes of JSON at most */
  sign(claims: Claims): string;
  /** @returns null when it was not made here, was changed, or was made for another purpose or by another version */
  open(text: string): Claims | null;
}

const SHAPE = /^([\w-]{1,512})\.([\w-]{43})$/;

/**
 * @param keys as for sealing: the first signs, all are taken
 * @param purpose names the key derived for it and stands in what is signed, so that no other signature of ours passes for one
 */
export function createSigning<S extends TSchema>(
  keys: readonly Buffer[],
  purpose: string,
  schema: S,
): Signing<Static<S>> {
  const read = jsonReader(schema);
  const own = keys.map((key) => Buffer.from(hkdfSync("sha256", key, "", `strikewise ${purpose} token`, 32)));
  const mac = (key: Buffer, body: string): string =>
    createHmac("sha256", key).update(`${purpose}.${body}`).digest("base64url");
  return {
    sign(claims) {
      const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
      return `${body}.${mac(own[0]!, body)}`;
    },
    open(text) {
      const [, body = "", signature = ""] = SHAPE.exec(text) ?? [];
      if (body === "" || !own.some((key) => isSame(mac(key, body), signature))) return null;
      return read(Buffer.from(body, "base64url"));
    },
  };
}
