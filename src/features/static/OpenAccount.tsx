import { ANGEL, BROKERS, type BrokerConfig, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { Article } from "../../components/article/Article.tsx";
import { TEXTS } from "./texts.ts";

/** The brokers' own sites, where an account is opened. */
const BROKER_SITES: readonly (readonly [BrokerConfig, string])[] = [
  [BROKERS[ZERODHA], "https://zerodha.com/open-account"],
  [BROKERS[ANGEL], "https://www.angelone.in/open-demat-account"],
  [BROKERS[UPSTOX], "https://upstox.com/open-account/"],
  [BROKERS[ICICI], "https://www.icicidirect.com/"],
];

const { title, lead, columns, works, list, noTrial, days, afterwards, comeBack } = TEXTS.openAccount;

function worksWith({ mcx, basketV2, livePositions }: BrokerConfig): string {
  return list([
    works.always,
    ...(mcx ? [works.mcx] : []),
    ...(basketV2 ? [works.basket] : []),
    ...(livePositions ? [works.livePositions] : []),
  ]);
}

/** Where to open a trading account that works here, and what works with it. */
export function OpenAccount() {
  return (
    <Article title={title} lead={lead}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.broker}</th>
            <th scope="col">{columns.works}</th>
            <th scope="col">{columns.trial}</th>
          </tr>
        </thead>
        <tbody>
          {BROKER_SITES.map(([broker, site]) => (
            <tr key={broker.id}>
              <th scope="row" style={{ whiteSpace: "nowrap" }}>
                <a href={site} target="_blank" rel="noopener noreferrer">
                  {broker.displayName}
                </a>
              </th>
              <td>{worksWith(broker)}</td>
              <td>{broker.id === ZERODHA ? noTrial : days(broker.trialDays)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{afterwards}</h2>
      <p>{comeBack}</p>
    </Article>
  );
}
