import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** An IPv4 address that arrived over an IPv6 socket, as the IPv4 address it is. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

export function isLoopback(address: string): boolean {
  const bare = plainAddress(address);
  return bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

/** Whether an address is one of the configured proxies. @param ranges addresses and CIDR ranges */
export function createProxyCheck(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = plainAddress(address);
    const family = isIP(bare);
    return family !== 0 && list.check(bare, family === 4 ? "ipv4" : "ipv6");
  };
}

/**
 * Address of the client: the socket's peer, or when that is a trusted proxy the last forwarded address that
 * is not one. Anything that does not read as an address ends the walk, so that a client can't invent its
 * own.
 */
export function clientAddress(request: IncomingMessage, isProxy: (address: string) => boolean): string {
  let address = plainAddress(request.socket.remoteAddress ?? "");
  const header = request.headers["x-forwarded-for"];
  const hops = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((hop) => hop.trim());
  for (let i = hops.length - 1; i >= 0 && isProxy(address); i--) {
    const hop = plainAddress(hops[i] ?? "");
    if (isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/**
 * Whose requests are counted together: an IPv6 network of 64 bits is one household. What came by IPv4 to a socket of both
 * kinds is the IPv4 address it is, or all of them would be one network.
 */
export function addressKey(raw: string): string {
  const address = plainAddress(raw);
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.toLowerCase().split("%")[0]!.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
