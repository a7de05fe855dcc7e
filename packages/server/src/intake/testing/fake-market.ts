import type { Session } from '@sw/domain/time/calendar';
import { sessionsBetween } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { VendorBar } from '../vendors/bars.ts';

/** The market behind the fake vendors: every symbol trades in every slot, and once 15 minutes before the open. */
export interface FakeMarket {
	readonly symbols: string[];
	/** Bars that started in [from, to) and have ended by now. */
	bars(symbol: string, from: number, to: number): VendorBar[];
	/** Daily bars of sessions that ended between two instants and by now, stamped by their open. */
	days(symbol: string, from: number, to: number): VendorBar[];
	/** Whether a bar is left out of the vendor's responses. */
	isHidden: (symbol: string, ms: number) => boolean;
	/** Contracts traded since the open of the day until now. */
	contracts(symbol: string): { calls: number; puts: number };
	/** Splits that the vendor reports. `changesPrices`: the market's prices change accordingly. */
	splits: { symbol: string; date: string; ratio: number; changesPrices?: boolean }[];
	/** Ended symbols with their last dates. `figi`: the company, if it continues under another symbol. Another company can have the symbol now. */
	endedSymbols: { symbol: string; until: string; figi?: string }[];
	/** First dates that the vendor states, by symbol; for ended ones by symbol and last date, such as 'AAA 2025-01-03'. */
	listingDates: Record<string, string>;
	/** FIGIs of listed companies, by symbol. */
	figiBySymbol: Record<string, string>;
	/** Factor on a symbol's volumes. */
	volumeFactor: (symbol: string, date: string) => number;
	/** Symbol changes: `after` continues the prices of `before`. */
	renames: { before: string; after: string; date: string }[];
	now(): number;
}

/** The same trade on another share basis. */
export function scaleBar(bar: VendorBar, ratio: number): VendorBar {
	return ratio === 1
		? bar
		: {
				ms: bar.ms,
				open: bar.open / ratio,
				high: bar.high / ratio,
				low: bar.low / ratio,
				close: bar.close / ratio,
				volume: bar.volume * ratio,
			};
}

export function createFakeMarket(symbols: string[], now: () => number): FakeMarket {
	const findFirstSymbol = (symbol: string): string => {
		const rename = market.renames.find(({ after }) => after === symbol);
		return rename ? findFirstSymbol(rename.before) : symbol;
	};
	const barAt = (currentSymbol: string, ms: number): VendorBar => {
		const symbol = findFirstSymbol(currentSymbol);
		const date = newYorkDate(ms as UtcMs);
		const ratio = market.splits
			.filter((split) => split.changesPrices && split.symbol === currentSymbol && split.date <= date)
			.reduce((product, split) => product * split.ratio, 1);
		const random = hashText(`${symbol} ${ms}`);
		const open = 50 + (hashText(symbol) % 200) + (random % 400) / 100;
		const close = open + ((random >>> 8) % 200) / 100 - 1;
		return scaleBar(
			{
				...{ ms, open, high: Math.max(open, close) + 0.25, low: Math.min(open, close) - 0.25, close },
				volume: (1_000 + (random % 9_000)) * market.volumeFactor(currentSymbol, date),
			},
			ratio,
		);
	};
	const isTrading = (symbol: string, ms: number): boolean =>
		symbols.includes(symbol) ||
		market.endedSymbols.some((endedSymbol) => endedSymbol.symbol === symbol && newYorkDate(ms as UtcMs) <= endedSymbol.until);
	const listBarStarts = (session: Session): number[] => [
		session.open - SLOT_MS,
		...Array.from({ length: session.slots }, (_, slot) => session.open + slot * SLOT_MS),
	];
	const market: FakeMarket = {
		symbols,
		splits: [],
		renames: [],
		endedSymbols: [],
		listingDates: {},
		figiBySymbol: {},
		volumeFactor: () => 1,
		isHidden: () => false,
		now,
		bars: (symbol, from, to) =>
			symbols.includes(symbol) || market.endedSymbols.some((endedSymbol) => endedSymbol.symbol === symbol)
				? sessionsBetween(addDays(newYorkDate(from), -1), newYorkDate(to as UtcMs))
						.flatMap(listBarStarts)
						.filter((ms) => ms >= from && ms < to && ms + SLOT_MS <= now() && isTrading(symbol, ms) && !market.isHidden(symbol, ms))
						.map((ms) => barAt(symbol, ms))
				: [],
		days: (symbol, from, to) =>
			sessionsBetween(newYorkDate(from as UtcMs), newYorkDate(to as UtcMs))
				.filter(({ open, close }) => open >= from && close <= Math.min(to, now()))
				.flatMap(({ open, close }) => {
					const bars = market.bars(symbol, open, close);
					const [first, last] = [bars[0], bars.at(-1)];
					if (!first || !last) return [];
					return {
						ms: open,
						open: first.open,
						high: Math.max(...bars.map(({ high }) => high)),
						low: Math.min(...bars.map(({ low }) => low)),
						close: last.close,
						volume: bars.reduce((sum, { volume }) => sum + volume, 0),
					};
				}),
		contracts: (symbol) => {
			const firstSymbol = findFirstSymbol(symbol);
			const minutes = Math.max(0, Math.floor((now() % (24 * 60 * MINUTE)) / MINUTE) - 13 * 60);
			return { calls: minutes * (1 + (hashText(firstSymbol) % 5)), puts: minutes };
		},
	};
	return market;
}

/** A hash of a text as a whole number. */
function hashText(text: string): number {
	let hash = 2_166_136_261;
	for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
	return hash;
}
