/** A vendor's market in symbols as a provider of rows, sessions and blocks. All real vendors share this; they differ in VendorMarket alone. */
import type { DailyBlock } from '@sw/domain/market/blocks';
import type { Split, Ticker } from '@sw/domain/market/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot } from '@sw/domain/time/slots';
import { type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { Provider } from '../provider.ts';
import { sharesOn } from '../shares-on.ts';
import { barsOfSlots } from '../slot-blocks.ts';
import { type Activity, createActivity } from './activity.ts';
import { createBarWindow } from './bar-window.ts';
import { blockOfDays, type VendorBar } from './bars.ts';
import { type CoverageRule, DEFAULT_COVERAGE } from './coverage.ts';
import { extendedOf, matrixOf, type Rows } from './session-of-bars.ts';
import { createSlotPoll, type SlotPoll } from './slot-poll.ts';
import type { VendorMarket, VendorTicker } from './vendor-market.ts';

/** Permanent numbers of a vendor's tickers. */
export interface VendorDirectory {
	/** What is stored, ascending id. */
	known(): Promise<Ticker[]>;
	/** Gives numbers to those that have none; answers all that are stored then, ascending id. */
	register(tickers: readonly VendorTicker[]): Promise<Ticker[]>;
}

export interface VendorProviderOptions {
	market: VendorMarket;
	directory: VendorDirectory;
	calendar: Calendar;
	wall: WallClock;
	/** First session of 15-minute bars; the vendor's reach unless older ones are stored. */
	slotsFrom: ExchangeDate;
	/** First session of daily bars, for vendors that give those of longer ago. */
	dailyFrom?: ExchangeDate;
	coverage?: CoverageRule;
	/** Ends the waiting when the product stops. */
	signal?: AbortSignal | undefined;
	/** Hears of what is missing and of what was done without. */
	warn(what: string): void;
}

interface Opened extends Rows {
	tickers: readonly Ticker[];
	/** The day that the vendor stated their shares on. */
	fetchedOn: ExchangeDate;
	rowOf: ReadonlyMap<string, number>;
	activity: Activity;
	poll: SlotPoll;
}

export const createVendorProvider = (options: VendorProviderOptions): Provider => {
	const { market, directory, calendar, wall, slotsFrom, dailyFrom = slotsFrom, coverage = DEFAULT_COVERAGE, signal, warn } = options;
	const now = (): UtcMs => utcMs(wall.now() - market.delay);
	const window = createBarWindow(market, calendar);
	let opening: Promise<Opened> | undefined;
	let splitsSeen: Split[] = [];

	const readTickers = async (): Promise<Ticker[]> => {
		const known = await directory.known();
		try {
			return await directory.register(await market.tickers());
		} catch (error) {
			// A list of yesterday is better than no market.
			if (!(error instanceof VendorError) || known.length === 0) throw error;
			warn(`The list of tickers stays as it is stored. ${error.message}`);
			return known;
		}
	};
	const open = async (): Promise<Opened> => {
		const tickers = await readTickers();
		const symbols = tickers.map((ticker) => ticker.symbol);
		const ids = Uint32Array.from(tickers, (ticker) => ticker.id);
		const rows = {
			tickers,
			fetchedOn: newYorkDate(wall.now()),
			symbols,
			ids,
			rowOf: new Map(symbols.map((symbol, row) => [symbol, row])),
			activity: createActivity(symbols.length),
		};
		return { ...rows, poll: createSlotPoll({ market, rows, activity: rows.activity, coverage, wall, signal, warn }) };
	};
	/** The rows stay as they are while the process runs; a failed opening is tried again. */
	const opened = (): Promise<Opened> => {
		opening ??= open().catch((error) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	const stamp = (): string => new Date(wall.now()).toISOString().slice(0, 19);

	const session = async (of: Session) => {
		const rows = await opened();
		const bars = await window.ofSession(rows.symbols, of, now());
		const matrix = matrixOf(of, rows, bars);
		for (let slot = 0; slot <= lastElapsedSlot(of, now()); slot++) rows.activity.take(matrix, slot);
		const extended = extendedOf(calendar, rows, bars, of.open - 6 * 3_600_000, of.close + 4 * 3_600_000);
		return { session: of, matrix, halted: null, extended, note: `history from ${market.name} at ${stamp()}` };
	};
	const numbered = async <T extends { symbol: string }, R>(given: readonly T[], make: (id: Ticker['id'], of: T) => R): Promise<R[]> => {
		const { tickers, rowOf } = await opened();
		return given.flatMap((of) => {
			const row = rowOf.get(of.symbol);
			return row === undefined ? [] : [make((tickers[row] as Ticker).id, of)];
		});
	};
	const remember = (found: Split[]): Split[] => {
		const fresh = found.filter(({ tickerId, date }) => !splitsSeen.some((seen) => seen.tickerId === tickerId && seen.date === date));
		splitsSeen = [...splitsSeen, ...fresh];
		return found;
	};
	const { splits, dividends, days } = market;
	const daily = async (of: Session): Promise<DailyBlock> => {
		const { symbols, ids } = await opened();
		const found = (await days?.call(market, symbols, of.date)) ?? new Map<string, VendorBar>();
		return blockOfDays(
			dayNumber(of.date),
			symbols.flatMap((symbol, row) => {
				const bar = found.get(symbol);
				return bar ? [{ tickerId: ids[row] as number, bar }] : [];
			}),
		);
	};

	return {
		name: market.name,
		label: market.label,
		simulated: false,
		delay: market.delay,
		universe: async (asOf) => {
			const { tickers, fetchedOn } = await opened();
			const splitsBy = Map.groupBy(splitsSeen, ({ tickerId }) => tickerId);
			const today = newYorkDate(asOf);
			return tickers.map((ticker) => ({ ...ticker, shares: sharesOn(ticker.shares, splitsBy.get(ticker.id) ?? [], fetchedOn, today) }));
		},
		history: { slotsFrom, dailyFrom, session, ...(days && { daily }) },
		slot: async (of, slot) => (await opened()).poll.slot(of, slot),
		extended: async (from, to) => {
			const rows = await opened();
			return extendedOf(calendar, rows, await window.between(rows.symbols, from, to), from, to);
		},
		again: async (of) => {
			const rows = await opened();
			const matrix = matrixOf(of, rows, await market.bars(rows.symbols, of.open, of.close));
			return barsOfSlots(of, matrix, rows.ids, 0, of.slots);
		},
		...(splits && {
			splits: async (from: ExchangeDate, to: ExchangeDate) => {
				const found = await splits.call(market, (await opened()).symbols, from, to);
				return remember(await numbered(found, (tickerId, { date, ratio }) => ({ tickerId, date, ratio })));
			},
		}),
		...(dividends && {
			dividends: async (from: ExchangeDate, to: ExchangeDate) =>
				numbered(await dividends.call(market, (await opened()).symbols, from, to), (tickerId, { exDate, amount }) => ({
					tickerId,
					exDate,
					amount,
				})),
		}),
	};
};
