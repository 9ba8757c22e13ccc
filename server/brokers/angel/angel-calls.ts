import { networkInterfaces } from "node:os";

/** SmartAPI wants the caller's addresses in headers; the ones this machine knows of itself. */
function callerHeaders(): Record<string, string> {
  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find((each) => each.family === "IPv4" && !each.internal);
  return {
    "x-usertype": "USER",
    "x-sourceid": "WEB",
    "x-clientlocalip": own?.address ?? "127.0.0.1",
    "x-clientpublicip": own?.address ?? "127.0.0.1",
    "x-macaddress": own?.mac ?? "00:00:00:00:00:00",
  };
}

let caller: Record<string, string> | null = null;

/** What every call of SmartAPI carries. */
export function angelHeaders(key: string, access: string): Record<string, string> {
  caller ??= callerHeaders();
  return { ...caller, "x-privatekey": key, authorization: `Bearer ${access}` };
}
