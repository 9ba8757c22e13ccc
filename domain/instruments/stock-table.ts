/**
 * F&O stocks of the simulated market: the NIFTY 50 and the 35 others with the largest derivatives turnover of
 * 14–19 Aug 2026. Append only: a row's position is its token block (see token.ts), so moving rows moves tokens.
 *
 * Sources: exchange token and spot tick, Kite's NSE instrument dump of 30 Jul 2026; lot, NSE's market lots of Aug 2026
 * (equal to Kite's dump of 18 Aug 2026); strike step, commonest gap near the money of the Sep 2026 series in that dump;
 * option and future tick, the same dump; price, NSE close of 19 Aug 2026; volatility, at-the-money implied volatility of
 * the options traded that day (Black-76 on the parity forward, Sep 2026 series where it traded, else Aug), annual
 * fraction; beta, that volatility over NIFTY's (0.1015) times a correlation assumed for the sector, held within
 * 0.4–1.8; weight in the NIFTY 50, per cent, Aug 2026 (0 outside it); sectors, NSE's industry from the Nifty 500 list
 * of Mar 2026, banks told apart.
 */
// symbol|name|exchangeToken|lotSize|strikeStep|spotTick|optionTick|futureTick|basePrice|annualVolatility|beta|niftyWeightPct|sectors
const ROWS = `
ADANIENT|Adani Enterprises|25|309|50|0.1|0.05|0.1|2990.3|0.254|1.38|1|Metals & Mining
ADANIPORTS|Adani Ports and Special Economic Zone|15083|475|20|0.1|0.05|0.1|1681.9|0.218|1.18|0.9|Services
APOLLOHOSP|Apollo Hospitals Enterprise|157|125|100|0.5|0.05|0.5|8750|0.174|0.69|0.6|Healthcare
ASIANPAINT|Asian Paints|236|250|20|0.1|0.05|0.1|2630.8|0.212|1|1.2|Consumer Durables
AXISBANK|Axis Bank|5900|625|20|0.1|0.05|0.1|1235|0.194|1.19|3.1|Financial Services, Private Banks
BAJAJ-AUTO|Bajaj Auto|16669|75|100|0.5|0.05|1|11645|0.193|1.1|0.7|Automobile and Auto Components
BAJAJFINSV|Bajaj Finserv|16675|300|20|0.1|0.05|0.1|2012|0.193|1.18|1.2|Financial Services
BAJFINANCE|Bajaj Finance|317|750|10|0.1|0.05|0.1|1080.2|0.202|1.23|2.4|Financial Services
BEL|Bharat Electronics|383|1425|5|0.05|0.05|0.05|409.2|0.204|1.01|0.45|Capital Goods
BHARTIARTL|Bharti Airtel|10604|475|20|0.1|0.05|0.1|1922|0.159|0.78|4.3|Telecommunication
CIPLA|Cipla|694|425|10|0.1|0.05|0.1|1422|0.197|0.78|0.7|Healthcare
COALINDIA|Coal India|20374|1350|5|0.05|0.05|0.05|400|0.182|1.04|1.1|Oil Gas & Consumable Fuels
DRREDDY|Dr. Reddy's Laboratories|881|625|10|0.1|0.05|0.1|1170|0.212|0.84|0.7|Healthcare
EICHERMOT|Eicher Motors|910|100|100|0.5|0.05|0.5|7990.5|0.202|1.15|0.6|Automobile and Auto Components
ETERNAL|Eternal|5097|2425|5|0.05|0.05|0.05|320|0.288|1.36|0.35|Consumer Services
GRASIM|Grasim Industries|1232|250|20|0.1|0.05|0.1|3270|0.202|1|0.9|Construction Materials
HCLTECH|HCL Technologies|7229|400|10|0.1|0.05|0.1|1324.8|0.246|1.21|1.6|Information Technology
HDFCBANK|HDFC Bank|1333|650|10|0.05|0.05|0.05|720|0.209|1.28|11.6|Financial Services, Private Banks
HDFCLIFE|HDFC Life Insurance Company|467|1100|5|0.05|0.05|0.05|536.3|0.212|1.3|0.45|Financial Services
HINDALCO|Hindalco Industries|1363|700|20|0.05|0.05|0.05|1038.95|0.224|1.21|0.8|Metals & Mining
HINDUNILVR|Hindustan Unilever|1394|300|20|0.1|0.05|0.1|2020.7|0.174|0.72|2.6|Fast Moving Consumer Goods
ICICIBANK|ICICI Bank|4963|700|10|0.1|0.05|0.1|1402|0.163|1|8.3|Financial Services, Private Banks
INDIGO|InterGlobe Aviation|11195|150|100|0.5|0.05|0.5|5193|0.252|1.37|0.35|Services
INFY|Infosys|1594|400|20|0.1|0.05|0.1|1119.8|0.267|1.32|5.5|Information Technology
ITC|ITC|1660|1725|2.5|0.05|0.05|0.05|267.05|0.176|0.73|3.9|Fast Moving Consumer Goods
JIOFIN|Jio Financial Services|18143|2350|2.5|0.01|0.05|0.05|243.15|0.27|1.65|0.45|Financial Services
JSWSTEEL|JSW Steel|11723|675|20|0.1|0.05|0.1|1285.8|0.203|1.1|0.9|Metals & Mining
KOTAKBANK|Kotak Mahindra Bank|1922|2000|5|0.05|0.05|0.05|390.25|0.183|1.12|2.9|Financial Services, Private Banks
LT|Larsen & Toubro|11483|175|50|0.1|0.05|0.1|4041.3|0.177|1.05|3.6|Construction
M&M|Mahindra & Mahindra|2031|200|50|0.1|0.05|0.1|3415|0.204|1.17|2.2|Automobile and Auto Components
MARUTI|Maruti Suzuki India|10999|50|100|1|0.05|1|13690|0.2|1.14|1.9|Automobile and Auto Components
MAXHEALTH|Max Healthcare Institute|22377|525|10|0.1|0.05|0.1|997|0.247|0.97|0.35|Healthcare
NESTLEIND|Nestle India|17963|500|10|0.1|0.05|0.1|1465|0.189|0.78|1|Fast Moving Consumer Goods
NTPC|NTPC|11630|1500|5|0.05|0.05|0.05|336.55|0.188|0.96|1.6|Power
ONGC|Oil & Natural Gas Corporation|2475|2250|2.5|0.01|0.01|0.01|238|0.201|1.15|1.1|Oil Gas & Consumable Fuels
POWERGRID|Power Grid Corporation of India|14977|1900|2.5|0.05|0.05|0.05|263.5|0.179|0.92|1.3|Power
RELIANCE|Reliance Industries|2885|500|10|0.1|0.05|0.1|1311|0.175|1|9.2|Oil Gas & Consumable Fuels
SBILIFE|SBI Life Insurance Company|21808|375|20|0.1|0.05|0.1|1780.4|0.201|1.23|0.7|Financial Services
SBIN|State Bank of India|3045|750|10|0.1|0.05|0.1|1048.6|0.199|1.22|3.2|Financial Services, Public Sector Banks
SHRIRAMFIN|Shriram Finance|4306|825|20|0.1|0.05|0.1|1106|0.262|1.6|0.45|Financial Services
SUNPHARMA|Sun Pharmaceutical Industries|3351|350|20|0.1|0.05|0.1|1900|0.176|0.69|1.8|Healthcare
TATACONSUM|Tata Consumer Products|3432|550|10|0.1|0.05|0.1|1068|0.211|0.87|0.6|Fast Moving Consumer Goods
TATASTEEL|Tata Steel|3499|2750|2.5|0.01|0.01|0.01|184|0.217|1.18|1|Metals & Mining
TCS|Tata Consultancy Services|11536|225|20|0.1|0.05|0.1|2289|0.24|1.18|4|Information Technology
TECHM|Tech Mahindra|13538|600|20|0.1|0.05|0.1|1589.8|0.241|1.19|0.9|Information Technology
TITAN|Titan Company|3506|175|50|0.1|0.05|0.1|5068|0.184|0.87|1.3|Consumer Durables
TMPV|Tata Motors Passenger Vehicles|3456|1600|5|0.05|0.05|0.05|321.3|0.244|1.39|1.6|Automobile and Auto Components
TRENT|Trent|1964|225|50|0.1|0.05|0.1|2953|0.27|1.28|0.45|Consumer Services
ULTRACEMCO|UltraTech Cement|11532|50|100|1|0.05|1|11450|0.195|0.96|1.2|Construction Materials
WIPRO|Wipro|3787|3000|2.5|0.01|0.01|0.01|179.55|0.223|1.1|1|Information Technology
ABB|ABB India|13|125|100|0.5|0.05|0.5|7430|0.261|1.29|0|Capital Goods
ADANIENSOL|Adani Energy Solutions|10217|675|20|0.1|0.05|0.1|1540.7|0.33|1.69|0|Power
ADANIPOWER|Adani Power|17388|3550|5|0.01|0.01|0.01|204.02|0.272|1.39|0|Power
ALKEM|Alkem Laboratories|11703|125|50|0.5|0.05|0.5|5382.5|0.211|0.83|0|Healthcare
AMBER|Amber Enterprises India|1185|100|100|0.5|0.05|0.5|7250|0.294|1.39|0|Consumer Durables
ASHOKLEY|Ashok Leyland|212|5000|2.5|0.01|0.01|0.01|173.1|0.26|1.28|0|Capital Goods
BDL|Bharat Dynamics|2144|425|20|0.1|0.05|0.1|1349|0.324|1.6|0|Capital Goods
BHEL|Bharat Heavy Electricals|438|2625|5|0.05|0.05|0.05|419.8|0.298|1.47|0|Capital Goods
BOSCHLTD|Bosch|2181|25|500|5|0.05|5|48460|0.244|1.39|0|Automobile and Auto Components
BSE|BSE|19585|200|100|0.1|0.05|0.1|3352|0.313|1.8|0|Financial Services
COFORGE|Coforge|11543|475|20|0.1|0.05|0.1|1813.1|0.284|1.4|0|Information Technology
DIVISLAB|Divi's Laboratories|10940|100|100|0.5|0.05|0.5|8560|0.212|0.84|0|Healthcare
DIXON|Dixon Technologies (India)|21690|50|250|1|0.05|1|14462|0.306|1.45|0|Consumer Durables
DLF|DLF|14732|950|10|0.05|0.05|0.05|669.9|0.272|1.34|0|Realty
HAL|Hindustan Aeronautics|2303|150|50|0.1|0.05|0.1|5017|0.234|1.15|0|Capital Goods
HEROMOTOCO|Hero MotoCorp|1348|150|100|0.1|0.05|0.5|5709.5|0.225|1.29|0|Automobile and Auto Components
IDEA|Vodafone Idea|14366|71475|1|0.01|0.01|0.01|14.07|0.264|1.3|0|Telecommunication
JUBLFOOD|Jubilant Foodworks|18096|1250|5|0.05|0.05|0.05|498.3|0.269|1.27|0|Consumer Services
KALYANKJIL|Kalyan Jewellers India|2955|1350|5|0.05|0.05|0.05|595.2|0.409|1.8|0|Consumer Durables
KAYNES|Kaynes Technology India|12092|150|50|0.1|0.05|0.1|3823.3|0.415|1.8|0|Capital Goods
LAURUSLABS|Laurus Labs|19234|850|20|0.1|0.05|0.1|1801.8|0.242|0.95|0|Healthcare
MCX|Multi Commodity Exchange of India|31181|225|50|0.1|0.05|0.1|2973|0.318|1.8|0|Financial Services
MFSL|Max Financial Services|2142|400|20|0.1|0.05|0.1|1546.1|0.261|1.59|0|Financial Services
MOTILALOFS|Motilal Oswal Financial Services|14947|775|20|0.05|0.05|0.05|942.1|0.277|1.69|0|Financial Services
NATIONALUM|National Aluminium Co.|6364|1875|10|0.05|0.05|0.05|386.55|0.298|1.62|0|Metals & Mining
OBEROIRLTY|Oberoi Realty|20242|350|20|0.1|0.05|0.1|1869.7|0.287|1.41|0|Realty
OFSS|Oracle Financial Services Software|10738|100|100|1|0.05|1|11774|0.332|1.64|0|Information Technology
PAGEIND|Page Industries|14413|20|500|5|0.05|5|35240|0.25|0.86|0|Textiles
PAYTM|One 97 Communications|6705|725|20|0.1|0.05|0.1|1583.5|0.3|1.8|0|Financial Services
PERSISTENT|Persistent Systems|18365|125|100|0.1|0.05|0.5|5510|0.306|1.51|0|Information Technology
POLYCAB|Polycab India|9590|125|100|0.5|0.05|0.5|9140|0.229|1.13|0|Capital Goods
POWERINDIA|Hitachi Energy India|18457|25|500|5|0.05|5|33800|0.304|1.5|0|Capital Goods
SOLARINDS|Solar Industries India|13332|50|250|1|0.05|1|19721|0.297|1.23|0|Chemicals
TIINDIA|Tube Investments of India|312|200|50|0.1|0.05|0.1|2961|0.316|1.8|0|Automobile and Auto Components
VOLTAS|Voltas|3718|375|20|0.1|0.05|0.1|1223|0.275|1.3|0|Consumer Durables
`;

interface StockRow {
  readonly symbol: string;
  readonly name: string;
  /** NSE cash segment. */
  readonly exchangeToken: number;
  /** Units. */
  readonly lotSize: number;
  /** Rupees. */
  readonly strikeStep: number;
  readonly spotTickSize: number;
  readonly optionTickSize: number;
  readonly futureTickSize: number;
  /** Rupees, 19 Aug 2026. */
  readonly basePrice: number;
  /** Annual fraction. */
  readonly annualVolatility: number;
  readonly beta: number;
  readonly niftyWeightPct: number;
  readonly sectors: readonly string[];
}

function parseRow(line: string): StockRow {
  const cells = line.split("|");
  const text = (i: number): string => {
    const cell = cells[i];
    if (cell === undefined || cell === "") throw new RangeError(`stock row ${line}: cell ${i} is missing`);
    return cell;
  };
  const number = (i: number): number => {
    const value = Number(text(i));
    if (!Number.isFinite(value)) throw new RangeError(`stock row ${line}: cell ${i} is not a number`);
    return value;
  };
  return {
    symbol: text(0),
    name: text(1),
    exchangeToken: number(2),
    lotSize: number(3),
    strikeStep: number(4),
    spotTickSize: number(5),
    optionTickSize: number(6),
    futureTickSize: number(7),
    basePrice: number(8),
    annualVolatility: number(9),
    beta: number(10),
    niftyWeightPct: number(11),
    sectors: text(12).split(", "),
  };
}

export const STOCK_ROWS: readonly StockRow[] = ROWS.trim().split("\n").map(parseRow);
