import { existsSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { answerEventImports, runEventImport } from "#server/capabilities/events/import/command.ts";
import type { Store } from "#server/roles/storage/store.ts";
import { createFileFolder } from "../../../support/market/market-files.ts";
import { freshStore } from "../../../support/store/store.ts";

const CALENDAR = "../shared/data/calendar";
const NOW = Date.UTC(2026, 10, 20, 4, 30);
const MEETINGS = "SYMBOL,COMPANY,MEETING_DATE,PURPOSE,DETAILS\n";
const ACTIONS = "SYMBOL,COMPANY,PURPOSE,EX_DATE,RECORD_DATE,FACE_VALUE\n";
const GLOBAL = "DATE,TIME,COUNTRY,TITLE,IMPACT,EXPECTED,ACTUAL,PREVIOUS,IMPACTED_STOCKS,DESCRIPTION\n";
const BANS = "TRADE_DATE,SYMBOL\n";

const folder = createFileFolder();
afterAll(folder.remove);

let store: Store;
beforeEach(async () => {
  store = await freshStore();
});

interface Ran {
  readonly code: number;
  readonly said: string[];
}

/** The command over the store, as it is with no server on the data folder. */
async function run(...files: string[]): Promise<Ran> {
  const said: string[] = [];
  const code = await runEventImport(files, {
    open: async () => ({
      events: store.events,
      opened: async () => {},
      obstacle: () => null,
      close: async () => {},
    }),
    dataDir: folder.path,
    clock: () => NOW,
    say: (text) => void said.push(...text.replaceAll(`${folder.path}/`, "").split("\n")),
  });
  return { code, said };
}

const stocks = () => store.events.stockEvents("2020-01-01", "2030-12-31");
const globals = () => store.events.globalEvents("2020-01-01", "2030-12-31");

describe("files of NSE", () => {
  it("[EVT-11] board meetings: those on results, a meeting once, by what its rows say together", async () => {
    const file = folder.write(
      "meetings.csv",
      `${MEETINGS}TCS,TCS Limited,25-Aug-2026,Board Meeting Intimation,"to approve the Quarterly Unaudited Financial results for the period ended June 2026"
TCS,TCS Limited,25-Aug-2026,Financial Results/Dividend,"To consider the results for the period ended Jun 30, 2026"
M&M,Mahindra,26-Aug-2026,Financial Results,"Audited results for the quarter and year ended 31st March, 2026"
SAIL,SAIL,2026-08-27,Financial Results,Results and other matters
ITC,ITC,27-Aug-2026,Fund Raising,To raise funds
NTPC,NTPC,28-Aug-2026,Financial Results,for the half-year ended September 2026
`,
    );
    expect(await run(file)).toEqual({
      code: 0,
      said: [
        "meetings.csv: 4 board meetings on results, 2026-08-25 to 2026-08-28; 1 row of other purposes left out",
      ],
    });
    const kept = await stocks();
    expect(kept.importedAt).toBe(NOW);
    expect(
      kept.events.map(({ trading_symbol, date, description }) => [trading_symbol, date, description]),
    ).toEqual([
      ["TCS", "2026-08-25", "Quarterly results, Jun 2026"],
      ["M&M", "2026-08-26", "Yearly results, Mar 2026"],
      ["SAIL", "2026-08-27", "Financial results"],
      ["NTPC", "2026-08-28", "Half-yearly results, Sep 2026"],
    ]);
    expect(kept.events[0]).toMatchObject({ id: "TCS-2026-08-25-stock_results", event_type: "stock_results" });
  });

  it("[EVT-11] corporate actions: dividends, bonuses and splits by their ex-dates, two of a row and two of a day", async () => {
    const row = (symbol: string, purpose: string) => `${symbol},X,${purpose},10-Aug-2026,10-Aug-2026,10\n`;
    const file = folder.write(
      "actions.csv",
      ACTIONS +
        row("RITES", "Interim Dividend - Rs 1.40 Per Share") +
        row("RITES", "Special Dividend - Rs 2 Per Share") +
        row("TCS", "Bonus 1:1/Dividend - Rs 5 Per Share") +
        row("SAIL", "Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share") +
        row("SIYSIL", "Scheme Of Arrangement - Bonus Ncrps 4:1") +
        row("NHIT", "Distribution - Rs 3 Per Unit Consists Of Rs 2 Per Unit As Dividend") +
        row("IITL", "Buy Back"),
    );
    const { said } = await run(file);
    expect(said).toEqual([
      "actions.csv: 4 corporate actions, 2026-08-10 to 2026-08-10; 3 rows of other purposes left out",
    ]);
    const { events } = await stocks();
    expect(events.map(({ id, description }) => [id, description]).sort()).toEqual([
      [
        "RITES-2026-08-10-dividend",
        "Interim Dividend - Rs 1.40 Per Share; Special Dividend - Rs 2 Per Share",
      ],
      [
        "SAIL-2026-08-10-stock_split",
        "Face Value Split (Sub-Division) - From Rs 2/- Per Share To Re 1/- Per Share",
      ],
      ["TCS-2026-08-10-bonus", "Bonus 1:1/Dividend - Rs 5 Per Share"],
      ["TCS-2026-08-10-dividend", "Bonus 1:1/Dividend - Rs 5 Per Share"],
    ]);
  });

  it("[EVT-12] its list of securities in ban, as it is published; an empty one too", async () => {
    const list = folder.write(
      "fo_secban.csv",
      "Securities in Ban For Trade Date 23-NOV-2026:\n1,SAIL\n2,M&M\n",
    );
    const none = folder.write("fo_secban_25.csv", "Securities in Ban For Trade Date 25-NOV-2026: NIL\n");
    expect((await run(list, none)).code).toBe(0);
    expect((await store.events.banLists("2026-11-20")).lists).toEqual([
      { date: "2026-11-23", symbols: ["M&M", "SAIL"] },
      { date: "2026-11-25", symbols: [] },
    ]);
  });

  it.skipIf(!existsSync(CALENDAR))("[EVT-11] of August 2026 are read to the last row", async () => {
    const { code, said } = await run(
      `${CALENDAR}/nse_board_meetings_202608.csv.gz`,
      `${CALENDAR}/nse_corporate_actions_202608.csv`,
    );
    expect(code).toBe(0);
    expect(said[0]).toContain("771 board meetings on results, 2026-08-12 to 2026-08-31");
    expect(said[1]).toContain("2026-08-10 to 2026-09-18");
    const { events } = await stocks();
    const count = (type: string) => events.filter(({ event_type }) => event_type === type).length;
    expect(["stock_results", "dividend", "bonus", "stock_split"].map(count)).toEqual([771, 213, 1, 3]);
    expect(events.find(({ id }) => id === "JIOFIN-2026-08-10-dividend")?.description).toBe(
      "Dividend - Rs 0.60 Per Share",
    );
    expect(events.filter(({ description }) => description.startsWith("Quarterly")).length).toBeGreaterThan(
      700,
    );
  });
});

describe("our own lists", () => {
  it("[EVT-12] global events and ban lists, with what is left empty unknown", async () => {
    const events = folder.write(
      "global.csv",
      `${GLOBAL}2026-12-04,10:00,India,RBI policy decision,high,5.25%,,5.25%,"Banks, real estate",The repo rate
2026-12-05,,US,Non-farm payrolls,Medium,,,,,
`,
    );
    const bans = folder.write("bans.csv", `${BANS}2026-11-23,SAIL\n2026-11-23,m&m\n2026-11-24,\n`);
    expect(await run(events, bans)).toEqual({
      code: 0,
      said: [
        "global.csv: 2 global events, 2026-12-04 to 2026-12-05",
        "bans.csv: 2 ban lists, 2026-11-23 to 2026-11-24",
      ],
    });
    expect((await globals()).events).toEqual([
      {
        id: "2026-12-04-India-RBI policy decision",
        country: "India",
        title: "RBI policy decision",
        date: "2026-12-04",
        time: "10:00",
        impact: "high",
        expected: "5.25%",
        actual: null,
        previous: "5.25%",
        impacted_stocks: "Banks, real estate",
        description: "The repo rate",
      },
      expect.objectContaining({ country: "USA", time: null, impact: "medium", impacted_stocks: "" }),
    ]);
    expect((await store.events.banLists("2026-11-20")).lists).toEqual([
      { date: "2026-11-23", symbols: ["M&M", "SAIL"] },
      { date: "2026-11-24", symbols: [] },
    ]);
  });
});

describe("a row that is wrong", () => {
  it("[EVT-13] gets one line with file, line, field, why and what to do, and nothing is imported", async () => {
    const good = folder.write("good.csv", `${BANS}2026-11-23,SAIL\n`);
    const actions = folder.write(
      "bad-actions.csv",
      `${ACTIONS}TCS,X,Bonus 1:1,31-Feb-2026,-,10\nT C S,X,Bonus 1:1,10-Aug-2026,-,10\nTCS,X,,10-Aug-2026,-,10\nTCS,X,Bonus 1:1,10-Aug-2026,-\n`,
    );
    const events = folder.write(
      "bad-global.csv",
      `${GLOBAL}2026-12-04,25:00,Mars,Landing,huge,,,,,
2026-12-04,,India,Twice,low,,,,,
2026-12-04,,India,Twice,low,,,,,
`,
    );
    const bans = folder.write(
      "bad-bans.csv",
      "Securities in Ban For Trade Date 23-NOV-2026:\n1,SAIL\nSAIL,2\n",
    );
    expect(await run(good, actions, events, bans)).toEqual({
      code: 1,
      said: [
        "bad-actions.csv, row 5: the row has 5 cells and the header 6; correct the row or download the file again",
        'bad-actions.csv, row 2: EX_DATE is "31-Feb-2026", not a date; correct the row or download the file again',
        'bad-actions.csv, row 3: SYMBOL is "T C S", not a symbol such as RELIANCE; correct the row or download the file again',
        "bad-actions.csv, row 4: PURPOSE is empty; correct the row or download the file again",
        'bad-global.csv, row 2: TIME is "25:00", not India\'s clock as HH:MM, nor empty; correct the row or download the file again',
        'bad-global.csv, row 2: COUNTRY is "Mars", not one of India, China, USA, Euro Area, Japan; correct the row or download the file again',
        'bad-global.csv, row 2: IMPACT is "huge", not one of low, medium, high; correct the row or download the file again',
        'bad-global.csv, row 4: TITLE "Twice" stands twice on 2026-12-04; leave one out',
        'bad-bans.csv, row 3: "SAIL,2" is not a number and a symbol such as 1,SAIL; correct the row or download the file again',
        "Nothing was imported.",
      ],
    });
    expect(await store.events.banLists("2020-01-01")).toEqual({ importedAt: null, lists: [] });
    expect(await stocks()).toEqual({ importedAt: null, events: [] });
  });

  it("[EVT-13] so does a file that is missing, empty, cut short, or of no kind that is known", async () => {
    const { code, said } = await run(
      folder.write("head.csv", ACTIONS),
      folder.write("empty.csv", ""),
      folder.write("cut.csv", `${BANS}2026-11-23,SAIL\n2026-11`),
      folder.write("other.csv", "a,b\n1,2\n"),
      folder.write("undated.csv", "Securities in Ban For Trade Date:\n1,SAIL\n"),
      `${folder.path}/gone.csv`,
    );
    expect(code).toBe(1);
    expect(said).toEqual([
      "head.csv: there are no rows below the header; download it again",
      "empty.csv: the file is empty; download it again",
      "cut.csv, row 3: the row has 1 cells and the header 2: the file is cut short; download it again",
      'other.csv, row 1: its header is none of a list of events: "a,b"; give one of the files that docs/events.md lists',
      "undated.csv, row 1: the first line names no trade date such as 24-NOV-2026; download it again",
      "gone.csv: there is no such file; check the path",
      "Nothing was imported.",
    ]);
  });
});

describe("the command", () => {
  it("[EVT-13] without a file, or with an option, says how it is used", async () => {
    expect((await run()).code).toBe(2);
    expect((await run("--help")).code).toBe(0);
    const { code, said } = await run("--eod", "x.csv");
    expect(code).toBe(2);
    expect(said[0]).toBe("usage: npm run events:import -- <file>…");
  });

  it("[EVT-9] of a database that a server has open is done by that server", async () => {
    const file = folder.write("asked.csv", `${BANS}2026-11-23,SAIL\n`);
    const end = answerEventImports(folder.path, store.events, () => NOW + 7);
    const said: string[] = [];
    const code = await runEventImport([file], {
      open: async () => {
        throw new AppError("storage.locked", "in use");
      },
      dataDir: folder.path,
      clock: () => NOW,
      say: (text) => void said.push(text),
    });
    end();
    expect(code).toBe(0);
    expect(said).toEqual([`${file}: 1 ban list, 2026-11-23 to 2026-11-23`]);
    expect(await store.events.banLists("2026-11-23")).toEqual({
      importedAt: NOW + 7,
      lists: [{ date: "2026-11-23", symbols: ["SAIL"] }],
    });
  });
});
