/** A search among all listed contracts, a key at a time. `?impl=idle|ours|all|aria` */
import Fuse from "fuse.js";
import { useEffect, useMemo, useState } from "react";
import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  SearchField,
  Virtualizer,
} from "react-aria-components";
import { createRoot } from "react-dom/client";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { VirtualListbox } from "#src/components/virtual-list/VirtualListbox.tsx";
import type { ContractMatch, ContractMatches } from "#workers/engine/api.ts";
import { createContractSearch } from "#workers/engine/chains/contract-search.ts";

declare global {
  interface Window {
    /** contracts that there are; 0 until the page is ready */
    contracts: number;
    /** contracts that the list has, for the words that were typed last */
    shown: { readonly text: string; readonly count: number };
    type(text: string): void;
  }
}
window.contracts = 0;
window.shown = { text: "", count: 0 };

const MOST = 1_000;
const keyOf = ({ underlying, expiry, strike, kind }: ContractMatch): string =>
  `${underlying} ${expiry} ${strike} ${kind}`;

function Line({ contract }: { readonly contract: ContractMatch }) {
  const { underlying, strike, kind, expiry, lotSize } = contract;
  return (
    <div className="line">
      <b>
        {underlying} {strike} {kind}
      </b>
      <span>{expiry}</span>
      <span>Lot {lotSize}</span>
    </div>
  );
}

interface Props {
  readonly text: string;
  readonly found: readonly ContractMatch[];
}

function Virtual({ found }: Props) {
  const sections = useMemo(() => [{ id: "contracts", title: "Contracts", options: found }], [found]);
  return (
    <VirtualListbox
      id="list"
      label="Found"
      className="list"
      sections={sections}
      keyOf={keyOf}
      rowHeight={34}
      headingHeight={28}
      active={0}
      onChoose={() => {}}
      render={(contract) => <Line contract={contract} />}
      empty="Nothing"
    />
  );
}

function All({ found }: Props) {
  return (
    <div className="list" role="listbox" aria-label="Found" tabIndex={-1}>
      {found.map((contract) => (
        <Line key={keyOf(contract)} contract={contract} />
      ))}
    </div>
  );
}

/** What the list is of, by an answer that may come later. */
function Search({ ask, List }: { ask(text: string): Promise<ContractMatches>; List: typeof Virtual }) {
  const [text, setText] = useState("");
  const [state, setState] = useState<Props>({ text: "", found: [] });
  window.type = setText;
  useEffect(() => {
    void ask(text).then(({ found }) => setState({ text, found }));
  }, [ask, text]);
  useEffect(() => {
    window.shown = { text: state.text, count: state.found.length };
  }, [state]);
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} aria-label="Search" />
      <List {...state} />
    </>
  );
}

/** The toolkit's own list, and the fuzzy search that finds underlyings, over every contract. */
function Aria({ fuse }: { readonly fuse: Fuse<ContractMatch & { readonly label: string }> }) {
  const [text, setText] = useState("");
  window.type = setText;
  const found = useMemo(() => fuse.search(text, { limit: MOST }).map(({ item }) => item), [fuse, text]);
  useEffect(() => {
    window.shown = { text, count: found.length };
  }, [text, found]);
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search">
        <Input />
      </SearchField>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: 34 }}>
        <ListBox className="list" aria-label="Found" items={found}>
          {(contract) => (
            <ListBoxItem id={keyOf(contract)} textValue={contract.label}>
              <Line contract={contract} />
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </Autocomplete>
  );
}

const impl = new URLSearchParams(location.search).get("impl") ?? "idle";
const root = createRoot(document.getElementById("host")!);
const body = (await (await fetch("/metacache.json")).json()) as MetacacheBody;
const find = createContractSearch(body, Number.POSITIVE_INFINITY);
if (impl === "aria") {
  const all = find("ce pe fut").found.map((one) => ({
    ...one,
    label: `${one.underlying} ${one.strike} ${one.kind} ${one.expiry}`,
  }));
  const fuse = new Fuse(all, { keys: ["label"], threshold: 0.4, ignoreLocation: true });
  root.render(<Aria fuse={fuse} />);
} else if (impl !== "idle") {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(body);
  const ask = (text: string): Promise<ContractMatches> =>
    new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
      worker.postMessage(text);
    });
  root.render(<Search ask={ask} List={impl === "all" ? All : Virtual} />);
}
window.contracts = find("ce pe fut").total;
