/** Parses Alpaca's responses. Throws VendorError, which names the call and the wrong field. */
import { exchangeName } from '@sw/domain/prices/exchange';
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import {
	date,
	decode,
	filterValidItems,
	instant,
	type OnInvalidItems,
	parseJson,
	price,
	quantity,
	ratioOrCash,
	ticker,
	WHOLE_BODY,
} from '../../outbound/decode.ts';
import { sortValidBars, type VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorRename, VendorSplit, VendorTicker } from '../vendor-adapter.ts';

/**
 * Symbols of exchange-traded funds, because Alpaca doesn't mark them. Source: Elkassabgi, A. (2026), HF Data Library, data/ticker_meta.json
 * (github.com/elkassabgi/hfdatalibrary, commit 65a84b5), CC BY 4.0: its symbols of type ETF, unchanged.
 */
const KNOWN_FUNDS: ReadonlySet<string> = new Set(
	`ADRA ADRD ADRE ADRU AFK AGG AGQ AIA ARKF ARKG ARKK ARKQ ARKW ARKX BABS BABZ BBH BIK BIL BITO BJK BKF BNO BOND BWVTF BWX BWZ CIU CMF
	COLX COWTF CPER CRED CSJ CURE CWB CWI CXA DBA DBB DBC DBE DBO DBP DBS DBV DDM DGAZ DGL DGLD DGT DIA DIG DJP DNO DOG DOIL DPK DRN DRV
	DSI DSLV DUG DUST DVY DWT DWX DXD DZK ECH EDC EDZ EEM EEV EFA EFG EFU EFV EFZ EGPT EMB EPP EQWL EQWS EROTF ERTH ERX ERY EUM EVX EWA
	EWC EWD EWG EWH EWI EWJ EWK EWL EWM EWN EWO EWP EWQ EWS EWT EWU EWV EWW EWX EWY EWZ EXI EZA EZU FAS FAZ FEZ FNIO FXA FXB FXC FXCH
	FXE FXF FXI FXP FXS FXY GAF GASL GASX GAZ GBBEF GBF GDX GDXJ GERJ GII GLCN GLD GLIN GLL GMF GML GNR GSG GSP GUR GVI GWX GXC HAP HYG
	IAI IAK IAT IAU IBB IBND ICF ICITF IDHQ IDU IDV IDX IEF IEI IEO IEUS IEV IEZ IFAS IFEU IFGL IFNA IGE IGF IGM IGN IGV IHE IHF IHI IJH
	IJJ IJK IJR IJS IJT ILB ILCB ILCG ILCV ILF ILTB IMCB IMCG IMCV INDL INPTF INSD INY IOO IPAL IPD IPF IPK IPLT IPN IPS IPU IRV IRY
	ISCB ISCG ISCV IST ITA ITB ITOT IUSG IUSV IVE IVV IVW IWB IWC IWD IWF IWM IWN IWO IWP IWR IWS IWV IXC IXG IXJ IXN IXP IYC IYE IYF
	IYG IYH IYJ IYK IYM IYR IYT IYW IYY IYZ IZRL JJATF JJCTF JJETF JJGTF JJMTF JJNTF JNK JPP JPXN JSC JXI JYNFF KBE KCE KIE KNOW KOL KRE
	KWT KXI LATM LBJ LPAL LPLT LQD MATL MBB MDD MDY MDYG MDYV MES MIDU MIDZ MINT MOO MUB MUNI MVV MXI MYY MZZ NLR NUGT NYF OEF OIH OILNF
	PAF PBD PBE PBJ PBP PBS PBW PCY PDN PDP PEJ PEY PEZ PFF PFI PFM PGF PGJ PHB PHO PIC PID PIE PIO PIQ PIZ PJB PJP PKB PKW PLND PLW PMR
	PPA PPH PRF PRFZ PRNT PSI PSJ PSK PSL PSP PSQ PTF PTH PUI PUW PVI PWB PWC PWO PWV PWZ PXE PXF PXH PXI PXJ PXN PXQ PYH PYZ PZA PZI
	PZT QID QLD QQQ QQQE RBL RCD REEMF REM REMX RETL REW REZ RFG RFV RGI RHS RKH ROM RPG RPV RSP RSU RSW RSX RSXJ RTH RTL RTM RUSL RUSS
	RWM RWO RWR RWX RXD RXI RXL RYE RYF RYH RYT RYU RZG RZV SAA SAGG SBB SCC SCJ SCO SCZ SDD SDK SDP SDS SDY SFK SGGFF SH SHM SHV SHY
	SIJ SJF SJH SJL SKF SKK SLV SLX SLY SLYG SLYV SMH SMMU SMN SMOG SOXL SOXS SOXX SPAB SPDW SPEM SPEU SPGP SPHB SPHQ SPIB SPIP SPLB
	SPLG SPLV SPMB SPMD SPSB SPTI SPTL SPTM SPVM SPXL SPXS SPY SPYG SPYV SRS SSG SSO SUSA SZK TECL TECS TFI TIP TLH TLT TMF TMV TNA TOK
	TOTS TVIX TVIZ TWM TYBS TYD TYNS TYO TZA UCC UCD UCO UDN UGA UGAZ UGE UGL UGLD UHN UKF UKK UKW UNG UNL UOIL UPW URE USCI USD USL
	USLV USO USRT UUP UVG UVT UVU UWM UWT UXI UYG UYM VIIX VIIZ VNM VRD VXX VXZ WIP WPS XBI XES XHB XIV XLB XLC XLE XLF XLG XLI XLK XLP
	XLU XLV XLY XME XMHQ XMMO XMVM XNTK XOP XPH XRT XSD XSMO XSVM YANG YINN ZIV ZSL`.split(/\s+/),
);

export const ALPACA = 'alpaca';

/** A page, and the token of the next one; undefined on the last. */
export interface Page<T> {
	value: T;
	next: string | undefined;
}

export function parseBars(text: string, onInvalidItems?: OnInvalidItems): Page<Map<string, VendorBar[]>> {
	const { bars, next_page_token } = decode(ALPACA, 'bars', barsWire, parseJson(ALPACA, 'bars', text));
	const barEntries = Object.entries(bars ?? {}).map(([symbol, list]): [string, VendorBar[]] => [
		symbol,
		sortValidBars(
			filterValidItems({ vendor: ALPACA, call: 'bars', field: `bars.${symbol}` }, barWire, list, onInvalidItems).map(
				({ t, o, h, l, c, v }) => ({
					ms: t,
					open: o,
					high: h,
					low: l,
					close: c,
					volume: v,
				}),
			),
		),
	]);
	return { value: new Map(barEntries), next: next_page_token ?? undefined };
}

/** OCC option symbol: root, expiration, C or P, strike x 1000. */
const CONTRACT = /^[A-Z.]+\d?\d{6}([CP])\d{8}$/;

/** Sums the contracts traded on `date` in a page of a chain. Daily bars of other dates are old and are ignored. */
export function parseChain(text: string, date: ExchangeDate): Page<OptionVolumes> {
	const { snapshots, next_page_token } = decode(ALPACA, 'option chain', chainWire, parseJson(ALPACA, 'option chain', text));
	const value = { calls: 0, puts: 0 };
	for (const [contract, { dailyBar }] of Object.entries(snapshots)) {
		const right = CONTRACT.exec(contract)?.[1];
		if (!right || !dailyBar || newYorkDate(dailyBar.t) !== date) continue;
		if (right === 'C') value.calls += dailyBar.v;
		else value.puts += dailyBar.v;
	}
	return { value, next: next_page_token ?? undefined };
}

export interface CorporateActions {
	splits: VendorSplit[];
	dividends: VendorDividend[];
	renames: VendorRename[];
}

export function parseActions(text: string, onInvalidItems?: OnInvalidItems): Page<CorporateActions> {
	const call = 'corporate actions';
	const { corporate_actions: actions, next_page_token } = decode(ALPACA, call, actionsWire, parseJson(ALPACA, call, text));
	const parseItems = <T>(name: keyof typeof actions, schema: z.ZodType<T>): T[] =>
		filterValidItems({ vendor: ALPACA, call, field: `corporate_actions.${name}` }, schema, actions[name] ?? [], onInvalidItems);
	const splits = [...parseItems('forward_splits', splitWire), ...parseItems('reverse_splits', splitWire)];
	return {
		value: {
			splits: splits.map((s) => ({ symbol: s.symbol, date: exchangeDate(s.ex_date), ratio: s.new_rate / s.old_rate })),
			dividends: parseItems('cash_dividends', dividendWire).map((d) => ({
				symbol: d.symbol,
				exDate: exchangeDate(d.ex_date),
				amount: d.rate,
			})),
			renames: parseItems('name_changes', nameChangeWire)
				.filter(({ old_symbol, new_symbol }) => old_symbol !== new_symbol)
				.map((r) => ({ before: r.old_symbol, after: r.new_symbol, date: exchangeDate(r.process_date) })),
		},
		next: next_page_token ?? undefined,
	};
}

/** Matches names of companies that also contain a fund word. */
const COMPANY_NAME = /\b(Common Stock|Inc\.?|Corp(oration)?\.?|Holdings|plc)\b/i;
const NATIONAL_EXCHANGES = new Set(['NYSE', 'NASDAQ', 'ARCA', 'AMEX', 'BATS']);
const FUND_NAME = /\b(ETF|ETN|Fund|Trust Shares)\b/i;
/** Exchanges that list almost only funds and notes. */
const FUND_EXCHANGES = new Set(['ARCA', 'BATS']);

/** Parses the tradable stocks and funds of the national exchanges. Alpaca states neither share counts nor industries. */
export function parseAssets(text: string, onInvalidItems?: OnInvalidItems): VendorTicker[] {
	return filterValidItems(
		{ vendor: ALPACA, call: 'assets', field: WHOLE_BODY },
		assetWire,
		decode(ALPACA, 'assets', assetsWire, parseJson(ALPACA, 'assets', text)),
		onInvalidItems,
	)
		.filter(
			({ status, tradable, exchange, symbol }) =>
				status === 'active' && tradable && NATIONAL_EXCHANGES.has(exchange) && /^[A-Z.]+$/.test(symbol),
		)
		.map(({ symbol, name, exchange }) => ({
			symbol,
			name: name || symbol,
			type: isFund(symbol, exchange, name ?? '') ? ('etf' as const) : ('stocks' as const),
			industry: null,
			shares: null,
			listed: null,
			exchange: exchangeName(exchange),
		}));
}

/** Alpaca doesn't mark funds: most are recognized by their exchange, those on NASDAQ by a list, newer ones by their name. */
function isFund(symbol: string, exchange: string, name: string): boolean {
	return FUND_EXCHANGES.has(exchange) || KNOWN_FUNDS.has(symbol) || (FUND_NAME.test(name) && !COMPANY_NAME.test(name));
}

export interface VendorSession {
	date: ExchangeDate;
	open: string;
	close: string;
}

export function parseCalendar(text: string): VendorSession[] {
	return decode(ALPACA, 'calendar', calendarWire, parseJson(ALPACA, 'calendar', text)).map((day) => ({
		...day,
		date: exchangeDate(day.date),
	}));
}

/**
 * Schemas of the fields used from Alpaca's market data API v2 and v1beta1 and trading API v2: https://docs.alpaca.markets/reference. All other fields are
 * ignored.
 */
const pageFields = { next_page_token: z.string().nullish() };

const barWire = z.object({ t: instant, o: price, h: price, l: price, c: price, v: quantity });

/** GET /v2/stocks/bars; `bars` is null if there are none. */
const barsWire = z.object({ bars: z.record(ticker, z.array(z.unknown())).nullable(), ...pageFields });

/** GET /v1beta1/options/snapshots/{underlying}; a contract that never traded has no daily bar. */
const chainWire = z.object({
	snapshots: z.record(ticker, z.object({ dailyBar: z.object({ t: instant, v: quantity }).nullish() })),
	...pageFields,
});

const splitWire = z.object({ symbol: ticker, ex_date: date, new_rate: ratioOrCash, old_rate: ratioOrCash });
const dividendWire = z.object({ symbol: ticker, ex_date: date, rate: ratioOrCash });

const nameChangeWire = z.object({ old_symbol: ticker, new_symbol: ticker, process_date: date });

/** GET /v1/corporate-actions */
const actionsWire = z.object({
	corporate_actions: z.object({
		forward_splits: z.array(z.unknown()).nullish(),
		reverse_splits: z.array(z.unknown()).nullish(),
		name_changes: z.array(z.unknown()).nullish(),
		cash_dividends: z.array(z.unknown()).nullish(),
	}),
	...pageFields,
});

/** GET /v2/assets */
const assetsWire = z.array(z.unknown());
const assetWire = z.object({
	symbol: ticker,
	name: z.string().nullish(),
	exchange: z.string(),
	tradable: z.boolean(),
	status: z.string(),
	attributes: z.array(z.string()).nullish(),
});

/** GET /v2/calendar: sessions with New York times, including early closes. */
const calendarWire = z.array(z.object({ date, open: z.string().regex(/^\d\d:\d\d$/), close: z.string().regex(/^\d\d:\d\d$/) }));
