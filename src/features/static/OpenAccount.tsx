import { ANGEL, BROKERS, type BrokerConfig, ICICI, UPSTOX, ZERODHA } from "#domain/access/brokers.ts";
import { Article } from "../../components/article/Article.tsx";

/** The brokers' own sites, where an account is opened. */
const BROKER_SITES: readonly (readonly [BrokerConfig, string])[] = [
  [BROKERS[ZERODHA], "https://zerodha.com/open-account"],
  [BROKERS[ANGEL], "https://www.angelone.in/open-demat-account"],
  [BROKERS[UPSTOX], "https://upstox.com/open-account/"],
  [BROKERS[ICICI], "https://www.icicidirect.com/"],
];

function worksWith({ mcx, basketV2, livePositions }: BrokerConfig): string {
  const more = [
    "Real-time prices, positions, orders and funds",
    ...(mcx ? ["commodities"] : []),
    ...(basketV2 ? ["basket orders"] : []),
    ...(livePositions ? ["sharing live positions"] : []),
  ];
  return `${more.join(", ")}.`;
}

/** Where to open a trading account that works here, and what works with it. */
export function OpenAccount() {
  return (
    <Article
      title="Open an account"
      lead="Strikewise is not a broker. These are the brokers it works with; the account is theirs, opened on their own site."
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Broker</th>
            <th scope="col">With it, here</th>
            <th scope="col">Pro trial</th>
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
              <td>{broker.id === ZERODHA ? "Not needed: all is free" : `${broker.trialDays} days`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Afterwards</h2>
      <p>Once the broker has opened your account with derivatives enabled, come back and log in with it.</p>
    </Article>
  );
}
