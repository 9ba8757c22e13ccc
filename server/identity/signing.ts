import { createHmac, hkdfSync } from "node:crypto";
import { isSame } from "./secret-texts.ts";

/** Short texts that only this installation can have made, each for one purpose; nothing of them is stored. */
interface Signing {
  /** @param claims any JSON, a few hundred bytes of it at most */
  sign(claims: unknown): string;
  /** @returns null when it was not made here, was changed, or was made for another purpose */
  open(text: string): unknown;
}

const SHAPE = /^([\w-]{1,512})\.([\w-]{43})$/;

/**
 * @param keys as for sealing: the first signs, all are taken
 * @param purpose names the key derived for it and stands in what is signed, so that no other signature of ours passes for one
 */
export function createSigning(keys: readonly Buffer[], purpose: string): Signing {
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
      return JSON.parse(Buffer.from(body, "base64url").toString());
    },
  };
}
