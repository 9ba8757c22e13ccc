/** Rows of every table, odd ones among them, and a way to compare two databases. */
import { Type } from "typebox";
import { addDays } from "#domain/calendar/ist.ts";
import type { EventBatch } from "#server/capabilities/events/repository.ts";
import { jobKind } from "#server/platform/jobs/jobs.ts";
import type { Database } from "#server/platform/store/database.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { TABLE_NAMES } from "#server/roles/storage/tables.ts";

const NOW = Date.UTC(2026, 10, 21);
/** An import of its own day; when it was is one row a list, whatever follows. */
function eventsOf(name: string, i: number): EventBatch[] {
  const date = addDays("2026-01-01", i);
  const span = { from: date, to: date };
  const event = { date, event_type: "dividend", description: name } as const;
  return [
    { list: "actions", ...span, events: [{ id: `${i}`, trading_symbol: "M&M", ...event }] },
    { list: "results", ...span, events: [] },
    { list: "bans", ...span, lists: [{ date, symbols: i % 2 === 0 ? [] : ["SAIL", "M&M"] }] },
  ];
}
const bytes = (seed: number, length = 32): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed) % 256);

/** @returns how many rows were made */
export async function fill(store: Store, people = 20, first = 0): Promise<number> {
  let rows = 0;
  for (let i = first; i < first + people; i++) {
    const name = ["Asha \\ 'R' \"x\"", "😀\n\ttab", "", "\\N \\x00 \u2028", `Person ${i}`][i % 5] ?? "";
    const email = i % 3 === 0 ? null : `p${i}@example.com`;
    const { account } = await store.accounts.signIn(
      { broker: i % 2 === 0 ? 1 : 5, externalId: `é${i}`, name, email },
      NOW + i,
    );
    const { id: accountId } = account;
    await store.sessions.create(
      {
        accountId,
        deviceId: `device ${i}`,
        userAgent: "UA",
        address: "::1",
        createdAt: NOW,
        idleUntil: NOW + 1,
        expiresAt: NOW + 2,
        tokenHash: bytes(i),
      },
      3,
    );
    await store.tickets.put({ kind: "login", hash: bytes(i + 128), payload: "{}", expiresAt: NOW });
    await store.brokerTokens.put(accountId, bytes(i, 256), Number.MAX_SAFE_INTEGER);
    await store.preferences.set(accountId, "layout", { columns: [1, 2.5, null, "\u0000"], i });
    await store.builderSettings.change(accountId, { sdFixedDays: i + 1, invertPrice: i % 2 === 0 });
    await store.chainSettings.change(accountId, ({ settings }) => ({ ...settings, perLot: i % 2 === 0 }));
    const saved = { accountId, name: `${name} ${i}`, nameKey: `${i}`, summary: "{}", at: NOW + i };
    await store.keptStrategies.create({ ...saved, content: `{"i":${i},"text":"\\u0000 \\\\N"}` }, 200);
    const link = { id: `link-${i}`, accountId, content: `{"i":${i}}`, summary: "", at: NOW + i };
    await store.strategyLinks.put({ ...link, isShared: i % 2 === 0, sketch: i % 3 === 0 ? null : "[]" }, 200);
    await store.subscriptions.add({
      accountId,
      planId: "pro_1month",
      activatedAt: NOW,
      validTill: i % 2 === 0 ? null : NOW + 1,
      autoRenew: i % 2 === 0,
      paymentSource: null,
      amountPaise: 80_000 + i,
      isReminderAcknowledged: false,
    });
    await store.audit.add({
      at: NOW,
      actor: accountId,
      action: "sign_in",
      subject: null,
      address: null,
      details: { i },
    });
    const day = 20_261_100 + i;
    await store.history.putBlocks("sim 1 always", [
      { kind: "quarters", underlying: 4_294_967_295, expiry: 20261124, start: NOW + i, body: bytes(i, 400) },
    ]);
    const close = {
      underlying: 256265,
      spot: 24_000 + i / 3,
      iv30: i % 2 === 0 ? null : 0.1 + i / 7,
      origin: "recorded",
    } as const;
    const figures = { forward: null, atmIv: 1 / 3, pcr: 1e-300, maxPain: 24_000, callOi: 65 * i, putOi: 0 };
    await store.history.putCloses(
      "kite",
      day,
      [close],
      [{ underlying: 256265, expiry: 20261124, ...figures }],
    );
    await store.history.putSettlements("kite", [
      { underlying: 256265, expiry: day, price: 24_000 + i / 3, origin: "closing_value", heardAt: NOW + i },
    ]);
    await store.dailyBars.put(
      "kite",
      new Map([
        [
          256265,
          {
            date: day,
            open: i % 2 === 0 ? null : 24_000 + i / 7,
            high: 24_100 + 1 / 3,
            low: 0.0025,
            close: 24_000 + i / 3,
            volume: i % 2 === 0 ? null : 4_294_967_295 * 3,
            futuresOi: 65 * i,
            origin: "recorded",
          },
        ],
      ]),
    );
    const found = { at: NOW + i, endedAt: NOW + i + 1, pattern: "HAMMER", origin: "recorded" } as const;
    const scan = {
      until: NOW + i + 1,
      since: i % 2 === 0 ? null : NOW,
      candles: i,
      origin: "source",
    } as const;
    await store.candleSignals.keep("kite", i + 1, "candles_daily", { ...scan, signals: [found] }, null);
    await store.events.replace(eventsOf(name, i), NOW + i);
    await store.jobs.enqueue(jobKind("test.stored", Type.Unknown()), [name, i], {
      dueAt: NOW + i,
      ...(i % 2 === 0 ? {} : { key: `${name} ${i}`, keyUntil: NOW }),
    });
    rows += 22;
  }
  // When each of the three lists was imported.
  if (first === 0) rows += 3;
  await store.seals.seal(Number.MAX_SAFE_INTEGER, first + people);
  return rows;
}

/** Every table as Postgres writes its rows, and where the sequences stand. */
export async function contents(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const name of TABLE_NAMES) {
    const rows = await database.read(({ query }) => query(`select t::text from ${name} t`));
    all[name] = rows.map(([row]) => String(row)).sort();
  }
  const sequences = await database.read(({ query }) =>
    query("select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences order by 1"),
  );
  all.sequences = sequences.map(([row]) => String(row));
  return all;
}
