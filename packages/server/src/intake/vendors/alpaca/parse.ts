/** Alpaca's answers as what is meant by them. Pure; every fault is a VendorError that names the call and the field. */
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { z } from 'zod';
import { decode, type OnOddity, parseJson, soundOnes, WHOLE } from '../../outbound/decode.ts';
import { inOrder, type VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorRename, VendorSplit, VendorTicker } from '../vendor-adapter.ts';
import { KNOWN_FUNDS } from './known-funds.ts';
import { actionsWire, asset, assetsWire, bar, barsWire, calendarWire, chainWire, dividend, nameChange, split } from './wire.ts';

export const ALPACA = 'alpaca';

/** A page and where the next one begins. */
export interface Page<T> {
	value: T;
	next: string | undefined;
}

export function parseBars(text: string, onOddity?: OnOddity): Page<Map<string, VendorBar[]>> {
	const { bars, next_page_token } = decode(ALPACA, 'bars', barsWire, parseJson(ALPACA, 'bars', text));
	const bySymbol = Object.entries(bars ?? {}).map(([symbol, list]): [string, VendorBar[]] => [
		symbol,
		inOrder(
			soundOnes({ vendor: ALPACA, call: 'bars', field: `bars.${symbol}` }, bar, list, onOddity).map(({ t, o, h, l, c, v }) => ({
				ms: t,
				open: o,
				high: h,
				low: l,
				close: c,
				volume: v,
			})),
		),
	]);
	return { value: new Map(bySymbol), next: next_page_token ?? undefined };
}

/** OCC symbol: root, expiry, C or P, strike x 1000. */
const CONTRACT = /^[A-Z.]+\d?\d{6}([CP])\d{8}$/;

/** The day's contracts of one page of a chain; daily bars of other days than `date` are old and count for nothing. */
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

export interface Actions {
	splits: VendorSplit[];
	dividends: VendorDividend[];
	renames: VendorRename[];
}

export function parseActions(text: string, onOddity?: OnOddity): Page<Actions> {
	const call = 'corporate actions';
	const { corporate_actions: actions, next_page_token } = decode(ALPACA, call, actionsWire, parseJson(ALPACA, call, text));
	const read = <T>(name: keyof typeof actions, wire: z.ZodType<T>): T[] =>
		soundOnes({ vendor: ALPACA, call, field: `corporate_actions.${name}` }, wire, actions[name] ?? [], onOddity);
	const splits = [...read('forward_splits', split), ...read('reverse_splits', split)];
	return {
		value: {
			splits: splits.map((s) => ({ symbol: s.symbol, date: exchangeDate(s.ex_date), ratio: s.new_rate / s.old_rate })),
			dividends: read('cash_dividends', dividend).map((d) => ({ symbol: d.symbol, exDate: exchangeDate(d.ex_date), amount: d.rate })),
			renames: read('name_changes', nameChange)
				.filter(({ old_symbol, new_symbol }) => old_symbol !== new_symbol)
				.map((r) => ({ before: r.old_symbol, after: r.new_symbol, date: exchangeDate(r.process_date) })),
		},
		next: next_page_token ?? undefined,
	};
}

/** Companies whose name has such a word in it, and closed-end funds' managers. */
const COMPANY_NAME = /\b(Common Stock|Inc\.?|Corp(oration)?\.?|Holdings|plc)\b/i;
const LISTED_ON = new Set(['NYSE', 'NASDAQ', 'ARCA', 'AMEX', 'BATS']);
const FUND_NAME = /\b(ETF|ETN|Fund|Trust Shares)\b/i;
/** Exchanges that list funds and notes, and hardly anything else. */
const FUND_EXCHANGES = new Set(['ARCA', 'BATS']);

/** Tradable stocks and funds of the national exchanges. Alpaca knows neither shares nor sectors. */
export function parseAssets(text: string, onOddity?: OnOddity): VendorTicker[] {
	return soundOnes(
		{ vendor: ALPACA, call: 'assets', field: WHOLE },
		asset,
		decode(ALPACA, 'assets', assetsWire, parseJson(ALPACA, 'assets', text)),
		onOddity,
	)
		.filter(
			({ status, tradable, exchange, symbol }) => status === 'active' && tradable && LISTED_ON.has(exchange) && /^[A-Z.]+$/.test(symbol),
		)
		.map(({ symbol, name, exchange }) => ({
			symbol,
			name: name || symbol,
			type: isFund(symbol, exchange, name ?? '') ? ('etf' as const) : ('stocks' as const),
			industry: null,
			shares: null,
			listed: null,
		}));
}

/** Alpaca does not say what is a fund: its exchange does for most, a list for those of NASDAQ, the name for what is newer than the list. */
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
