import type { BrokerConfig } from "#domain/access/brokers.ts";
import { formatDateTime } from "#domain/format/date.ts";
import { ApiFailure } from "../../api/api-failure.ts";
import { describeDevice } from "../../browser/describe-device.ts";
import { TEXTS } from "./texts.ts";

const KEY = "strikewise.too_many_devices";

/** What the too-many-devices page shows, handed over beside its address: the names of devices belong in no URL. */
interface TooMany {
  readonly broker: string | null;
  /** what would end, in words; empty when it did not say */
  readonly devices: readonly string[];
}

const NOTHING: TooMany = { broker: null, devices: [] };

/** Devices that the server's 403 names: `details.device_1` its user agent, `device_1_seen` when it was last seen (epoch ms). */
function devicesOf(error: unknown): string[] {
  if (!(error instanceof ApiFailure)) return [];
  const { details } = error;
  return [1, 2, 3, 4, 5].flatMap((n) => {
    const [agent, seen] = [details[`device_${n}`], details[`device_${n}_seen`]];
    if (typeof agent !== "string") return [];
    const device = describeDevice(agent);
    return [typeof seen === "number" ? TEXTS.tooMany.lastSeen(device, formatDateTime(seen)) : device];
  });
}

/** The address of the too-many-devices page with its one-time ticket (rule LOGIN-15). */
export function tooManyAddress(ticket: string, broker: BrokerConfig | null, error: unknown): string {
  try {
    const known: TooMany = { broker: broker?.name ?? null, devices: devicesOf(error) };
    sessionStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // The page does without the names.
  }
  return `/toomanydevicesloggedin?${new URLSearchParams({ request_token: ticket })}`;
}

export function readTooMany(): TooMany {
  try {
    const known = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<TooMany> | null;
    const devices = Array.isArray(known?.devices) ? known.devices.filter((d) => typeof d === "string") : [];
    return { broker: typeof known?.broker === "string" ? known.broker : null, devices };
  } catch {
    return NOTHING;
  }
}
