import { PROTOCOL_VERSION } from "../../protocol/version.ts";
import { CONSTANTS } from "../../protocol/wire/constants.ts";
import { memberSize } from "../../protocol/wire/message-table.ts";
import { MESSAGES, RECORDS } from "../../protocol/wire/schema.ts";
import { GENERATED } from "./names.ts";

const INTRODUCTION = `# The wire protocol

<!-- ${GENERATED} -->

Protocol version ${PROTOCOL_VERSION}. The relay listens at \`/broker/{brokerId}?consumerType=platform_{plan}\`. Broker ids are 0 to 5, plans
\`no_plan\`, \`free\`, \`trial\`, \`mini_trial\`, \`lite\` and \`pro\`; a browser's \`Origin\` must be one of \`PUBLIC_ORIGIN\`, and from another machine there must be one.
Tokens and expiries come from \`GET /v1/compute/cache/instrument_metacache/{brokerId}\`. A client sends JSON text frames; the server
answers with binary frames, and with a JSON text frame when it refuses a message.

## From the client

\`\`\`json
{ "command": "subscribe", "dataSource": "quote-batch", "brokerId": 1, "uniqueId": "a1",
  "quoteBatch": [ { "mode": "ltp", "tokens": [256265] }, { "mode": "full", "tokens": [10924290] } ] }
{ "command": "subscribe", "dataSource": "option-chain", "brokerId": 1, "uniqueId": "c1",
  "underlyingExpiry": [ { "underlying": 256265, "expiry": "2026-11-24" } ] }
{ "command": "subscribe", "dataSource": "quote-chart", "brokerId": 1, "uniqueId": "b1", "tokens": [256265], "intervalSeconds": 300 }
{ "command": "unsubscribe", "dataSource": "option-chain", "brokerId": 1, "uniqueId": "c1" }
\`\`\`

- \`command\` is \`subscribe\` or \`unsubscribe\`; \`dataSource\` one of \`quote-batch\`, \`option-chain\`, \`quote-chart\`, \`underlying-stats\`,
  \`screener-stats\`, \`order-updates\`, \`order-updates-v2\`, \`nse-events\`; modes are \`ltp\`, \`mini\` and \`full\`.
- \`uniqueId\` names a subscription: subscribing again with it replaces it at once, unsubscribing needs nothing else. Its first answer is
  always a full snapshot, possibly empty, and that is its acknowledgement.
- A token asked for in several modes is sent in the strongest. Tokens that no instrument has are left out; when none has one, an error names the first.
- A fault in a message is answered by \`{ "error": { "code", "message", "details" }, "uniqueId" }\` and leaves other subscriptions alone.
- Broker and plan of the address must be well formed and decide nothing. Who asks is known from the session's cookie: accounts of a broker get
  the market of now, visitors and Google accounts the one 60 s ago, the same sources and packets, chains with the flag *delayed*, on an epoch
  of its own. An account may hold 20 connections, and the strangers of an address \`CONNECTIONS_PER_ADDRESS\` (else 4009); all of them together
  \`TOKENS_PER_ADDRESS\` tokens, chains and stats (else an error frame), and memory that waits for them to read (else 4001). A session that ends takes its connections with it (4003).
- A connection is closed only with 4001 slow, 4003 session ended, 4008 abuse, 4009 limit, 4012 restart or 4026 protocol.
- A message may have 64 KiB (else 1009). A connection may hold 200 subscriptions and 3,000 different quote tokens, chains not counted; a
  token may stand in several subscriptions, 24,000 entries in all. A message costs 1, and 1 more for every 256 bytes, every chain it asks for,
  and every 64 tokens, chains and stats held unless it asks for chains; 20,000 may be spent at once and 500 come back a second, beyond that 4008.
- Websocket pings come every 3 s. A client that has answered one and then none for 10 s, or whose socket does not drain for 10 s, is closed with 4001;
  one that is silent for 60 s is gone.
- The sub-protocol \`strikewise.<version>\` may be offered; absent means the newest. Versions 1 to 3 get a chain's deltas as packet 3 with whole
  rows, some eight times the bytes; everything else is the same for all.

## What the sources send

| source | asked with | sends | when |
| --- | --- | --- | --- |
| quote-batch | quoteBatch | 2 | at every change |
| option-chain | underlyingExpiry | 3, then 4 | at every change, up to 10 times a second |
| quote-chart | tokens, intervalSeconds | 101 | bars that changed, up to 4 times a second |
| underlying-stats | tokens | 5, one of each underlying | whole, when it changed, up to once a second |
| screener-stats | | 7 | rows that changed, up to once in 2 s |
| nse-events | | 8 and 9 | see below |
| order-updates, order-updates-v2 | | 6, 10 | refused until there are accounts |

- quote-chart: up to 500 tokens a subscription, as many in all as quotes. \`intervalSeconds\` is 60 when absent; else whole minutes up to 3,600 that
  divide a day. Bars of every length begin at 09:15 IST. All chart subscriptions of a connection come in the same messages; a row is the whole bar,
  so a later one replaces an earlier one and nothing is lost by missing one. Where a bar ended since the last message, its row as it ended stands before
  the running one's. A bar is made of trades: one begins with the first trade after its start, by
  market time, and an instrument that never traded has none. The first answer holds the bar of the last trade there was. Minutes are kept for every
  instrument, longer bars from when a client first wants them: the first of those may lack what came before the running minute.
- underlying-stats: up to 500 underlyings a subscription, 3,000 a connection. A packet is the whole state of its underlying, so the newest is all there is
  to keep. screener-stats: the first answer has every underlying, later ones the rows that changed; a row is whole. A client that was slow gets everything as it is.
  Figures that need history (volumeSpike, averageVolume, atmIvPercentile) are NaN until there is some.
- nse-events: packet 8 \`{ "type": "BANNER_UPDATED", "etag" }\` and packet 9 \`{ "type": "QUOTES_UPDATED", "at" }\` (market time, epoch ms) at once. Packet 8
  again when the banner changes (\`none\` is the etag while there is none), packet 9 every 30 s while the market's clock moves and with a new epoch.

## Streams, epochs and gaps

Big-endian throughout. Every message carries epoch, sequence and server time, either in the header (our own packets) or in the trailer (quotes).

- All quotes of a connection are one stream: within an epoch its sequence rises by one a message. Each quote packet is the whole state of its
  instrument in that mode, so a client that was slow gets the newest values and no gap.
- Each underlying and expiry is a stream of its own. A snapshot (flag bit 0) starts or restarts it at its sequence; a delta applies when its sequence
  is the last one plus one in the same epoch. Anything else is a gap: subscribe again with the same \`uniqueId\` and a snapshot follows.
  A delta may hold no rows. An IV that moved by no more than 1e-5 (0.001 points of percent) since it was last told is left as it was told (decision 6).
- In quote-chart the header's sequence only rises: there are no gaps to see, since every row is whole. The same goes for stats, the screener and events;
  the screener's counts by one unless something was skipped, and whatever was skipped is in the next message.
- A new epoch means that the feed started anew; the relay sends fresh snapshots by itself.
- Ping (253) comes every 2 s; its header's server time gives the clock offset.

### Packet 4

A delta tells words of 4 bytes, copied as they are over those of the snapshot that a client keeps. First those of chainRoot that rootWordsLow and
rootWordsHigh name, in the order of their offsets (a figure of 8 bytes is two of them; flags come without bit 0). Then the rows: chainDeltaRow, and the cells that
its \`cells\` names, from bit 0 on:

| bits | cells |
| --- | --- |
| 0 to 6 | of the call: lastPrice, bid, ask, oi, volume, lastTradeTime, flags |
| 7 to 13 | of the put: the same |
| 14 | iv of the strike: of both sides, where their token is not 0 |
| 15 | zero |

What else a row holds (strike, tokens, previous close, previous OI, previous IV) changes with a snapshot only. \`protocol/wire/chain-mirror.ts\` is a reader of all this.

Quotes have Kite Connect's public layouts. Prices are integers in the segment's divisor (token & 255): currency NSE (3) 10,000,000, currency BSE (6) 10,000,
NSE's commodities (12) 10,000, the segments 1, 2, 4, 5, 7 and 9 100. A segment that is none of these has no divisor: decoders skip and count its packets. A close of 0 is unknown, and so is the change since. A decoder meant for Kite's own feed also takes its packets of 8 (ltp), 28 (index quote) and 44 bytes (quote).
`;

/** docs/wire-protocol.md: the rules above and every table. */
export function wireDocument(): string {
  const out: string[] = [
    INTRODUCTION,
    "## Packets",
    "",
    "| id | name | version | content | what |",
    "| --- | --- | --- | --- | --- |",
  ];
  for (const m of MESSAGES) {
    out.push(`| ${m.id} | ${m.name} | ${m.version ?? "–"} | ${m.layout.join(", ")} | ${m.doc} |`);
  }
  out.push("", "## Records", "");
  for (const r of RECORDS) {
    out.push(
      `### ${r.name}, ${r.size} bytes`,
      "",
      r.doc,
      "",
      "| offset | field | type | scale | unit | what |",
      "| --- | --- | --- | --- | --- | --- |",
    );
    let offset = 0;
    for (const m of r.members) {
      if ("record" in m)
        out.push(
          `| ${offset} | ${m.name} | ${m.record.name}${m.count > 1 ? ` × ${m.count}` : ""} | | | ${m.doc} |`,
        );
      else {
        const scale = m.scale === undefined ? "" : m.scale === "price" ? "divisor" : String(m.scale);
        out.push(`| ${offset} | ${m.name} | ${m.type} | ${scale} | ${m.unit ?? ""} | ${m.doc} |`);
      }
      offset += memberSize(m);
    }
    out.push("");
  }
  out.push("## Constants", "", "| name | value | what |", "| --- | --- | --- |");
  for (const [name, value, doc] of CONSTANTS) out.push(`| ${name} | ${value} | ${doc} |`);
  return `${out.join("\n")}\n`;
}
