/** A vendor's adapter as a provider of rows, sessions and blocks. All real vendors share this; they differ in VendorAdapter alone. */

import { postClose } from '@sw/domain/prices/bar-session';
import type { DailyBlock } from '@sw/domain/prices/blocks';
import { sessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot } from '@sw/domain/time/slots';
import { type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, dayNumber, newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { Provider } from '../provider.ts';
import { sharesOn } from '../shares-on.ts';
import { barsOfSlots, optionsOfSlots } from '../slot-blocks.ts';
import { type Activity, createActivity } from './activity.ts';
import { type BarsBySymbol, blockOfDays, type VendorBar } from './bars.ts';
import { type CoverageRule, DEFAULT_COVERAGE } from './coverage.ts';
import { createOptionReadings, type OptionReadings } from './option-readings.ts';
import { extendedOf, type FollowedRows, matrixOf } from './session-of-bars.ts';
import { createSlotPoll, type SlotPoll } from './slot-poll.ts';
import type { VendorAdapter, VendorRename, VendorTicker } from './vendor-adapter.ts';

/** Bars of many sessions fetched at once, because that is how vendors give them, and handed out session by session. */
interface BarWindow {
	/** Bars that start in [from, to), from the window or else the vendor. */
	between(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<BarsBySymbol>;
	/** Bars of a session's day and of the evening before it; fetches as many of the following sessions as the vendor gives at once. */
	ofSession(symbols: readonly string[], session: Session, now: UtcMs): Promise<BarsBySymbol>;
}

/** Permanent numbers of a vendor's tickers. */
export interface VendorDirectory {
	/** What is stored, ascending id. */
	known(): Promise<Ticker[]>;
	/** Gives numbers to those that have none; answers all that are stored then, ascending id. */
	registerTickers(tickers: readonly VendorTicker[]): Promise<Ticker[]>;
	/** The ticker of one symbol bears another from a date on; it keeps its number. */
	rename(rename: VendorRename): Promise<void>;
}

export interface VendorProviderOptions {
	adapter: VendorAdapter;
	directory: VendorDirectory;
	calendar: Calendar;
	wall: WallClock;
	/** First session of 15-minute bars; the vendor's reach unless older ones are stored. */
	slotsFrom: ExchangeDate;
	/** First session of daily bars, for vendors that give those of longer ago. */
	dailyFrom?: ExchangeDate;
	coverage?: CoverageRule;
	/** How many are followed at most when the vendor cannot say which. */
	symbolLimit?: number;
	/** Ends the waiting when the product stops. */
	signal?: AbortSignal | undefined;
	/** Receives warnings about missing data. */
	warn(message: string): void;
}

/** Days back that are searched for symbols that changed while the server was off. */
const RENAMES_SINCE = 60;

interface Opened extends FollowedRows {
	tickers: Ticker[];
	symbols: string[];
	/** The day that the vendor stated their shares on. */
	fetchedOn: ExchangeDate;
	rowOf: Map<string, number>;
	activity: Activity;
	readings: OptionReadings;
	poll: SlotPoll;
}

export function createVendorProvider(options: VendorProviderOptions): Provider {
	const {
		adapter,
		directory,
		calendar,
		wall,
		slotsFrom,
		dailyFrom = slotsFrom,
		coverage = DEFAULT_COVERAGE,
		symbolLimit,
		signal,
		warn,
	} = options;
	const now = (): UtcMs => utcMs(wall.now() - adapter.delay);
	const window = createBarWindow(adapter, calendar);
	let opening: Promise<Opened> | undefined;
	let splitsSeen: Split[] = [];

	/** Applies symbol changes since the last check: a ticker keeps its data under the new symbol. */
	const takeRenames = async (known: readonly Ticker[], chosen?: ReadonlySet<string>): Promise<VendorRename[]> => {
		if (!adapter.renames || known.length === 0) return [];
		const today = newYorkDate(wall.now());
		const bearers = new Map(known.filter(({ delisted }) => delisted === null).map((ticker) => [ticker.symbol, ticker]));
		const renames = (await adapter.renames(addDays(today, -RENAMES_SINCE), today))
			.filter(({ before, after, date }) => date <= today && bearers.has(before) && !bearers.has(after) && !chosen?.has(before))
			.sort((a, b) => (a.date < b.date ? -1 : 1));
		for (const rename of renames) {
			await directory.rename(rename);
			warn(`${rename.before} was renamed to ${rename.after} on ${rename.date}.`);
		}
		return renames;
	};
	/** All that are stored, and which of them are followed: what has left the vendor's choice keeps its row and is asked for no more. */
	const readTickers = async (): Promise<{ tickers: Ticker[]; chosen: ReadonlySet<string> }> => {
		const known = await directory.known();
		try {
			const stated = await adapter.tickers();
			const chosen = new Set(stated.map(({ symbol }) => symbol));
			await takeRenames(known, chosen);
			return { tickers: await directory.registerTickers(stated), chosen };
		} catch (error) {
			// A list of yesterday is better than no market.
			if (!(error instanceof VendorError) || known.length === 0) throw error;
			warn(`The stored list of tickers is kept. ${error.message}`);
			return { tickers: known, chosen: new Set(known.slice(0, symbolLimit).map(({ symbol }) => symbol)) };
		}
	};
	const open = async (): Promise<Opened> => {
		const { tickers, chosen } = await readTickers();
		const symbols = tickers.map((ticker) => ticker.symbol);
		const ids = Uint32Array.from(tickers, (ticker) => ticker.id);
		const rows = {
			tickers,
			fetchedOn: newYorkDate(wall.now()),
			symbols,
			ids,
			rowOf: new Map(symbols.map((symbol, row): [string, number] => [symbol, row])),
			activity: createActivity(symbols.length),
			followed: () => symbols.filter((_, row) => isFollowed[row]),
		};
		const isFollowed = symbols.map((symbol) => chosen.has(symbol));
		const readings = createOptionReadings({ adapter, symbols: rows.followed, wall, signal, warn });
		return { ...rows, readings, poll: createSlotPoll({ adapter, rows, readings, activity: rows.activity, coverage, wall, signal, warn }) };
	};
	/** The rows stay as they are while the process runs; a failed opening is tried again. */
	const opened = (): Promise<Opened> => {
		opening ??= open().catch((error) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	let lookedOn: ExchangeDate | undefined;
	/** Symbols that changed overnight, in the rows that run; once a day. A vendor that does not say keeps the old ones. */
	const renew = async (rows: Opened): Promise<void> => {
		const today = newYorkDate(wall.now());
		lookedOn ??= today;
		if (lookedOn === today) return;
		try {
			for (const { before, after } of await takeRenames(rows.tickers)) {
				const row = rows.rowOf.get(before) as number;
				rows.rowOf.delete(before);
				rows.rowOf.set(after, row);
				rows.symbols[row] = after;
				rows.tickers[row] = { ...(rows.tickers[row] as Ticker), symbol: after };
			}
		} catch (error) {
			// One that is away is asked again: a day under yesterday's symbol would be lost.
			if (!(error instanceof VendorError) || error.isPassing) throw error;
			warn(`Couldn't check for changed symbols today. ${error.message}`);
		}
		lookedOn = today;
	};
	const stamp = (): string => new Date(wall.now()).toISOString().slice(0, 19);

	const session = async (session: Session) => {
		const rows = await opened();
		const bars = await window.ofSession(rows.followed(), session, now());
		const matrix = matrixOf(session, rows, bars);
		for (let slot = 0; slot <= lastElapsedSlot(session, now()); slot++) rows.activity.take(matrix, slot);
		const extended = extendedOf(calendar, rows, bars, session.open - 6 * 3_600_000, session.close + 4 * 3_600_000);
		return { session, matrix, halted: null, extended, note: `history from ${adapter.name} at ${stamp()}` };
	};
	const numbered = async <T extends { symbol: string }, R>(rows: readonly T[], make: (id: Ticker['id'], item: T) => R): Promise<R[]> => {
		const { tickers, rowOf } = await opened();
		return rows.flatMap((item) => {
			const row = rowOf.get(item.symbol);
			return row === undefined ? [] : [make((tickers[row] as Ticker).id, item)];
		});
	};
	const remember = (found: Split[]): Split[] => {
		const fresh = found.filter(({ tickerId, date }) => !splitsSeen.some((seen) => seen.tickerId === tickerId && seen.date === date));
		splitsSeen = [...splitsSeen, ...fresh];
		return found;
	};
	const { splits, dividends, days } = adapter;
	const daily = async (session: Session): Promise<DailyBlock> => {
		const { symbols, ids, followed } = await opened();
		const found = (await days?.call(adapter, followed(), session.date)) ?? new Map<string, VendorBar>();
		return blockOfDays(
			dayNumber(session.date),
			symbols.flatMap((symbol, row) => {
				const bar = found.get(symbol);
				return bar ? [{ tickerId: ids[row]!, bar }] : [];
			}),
		);
	};

	return {
		name: adapter.name,
		label: adapter.label,
		simulated: false,
		delay: adapter.delay,
		delays: () => ({ bars: adapter.delay, options: adapter.optionsDelay }),
		universe: async (asOf) => {
			const rows = await opened();
			await renew(rows);
			const { tickers, fetchedOn } = rows;
			const splitsBy = Map.groupBy(splitsSeen, ({ tickerId }) => tickerId);
			const today = newYorkDate(asOf);
			return tickers.map((ticker) => ({ ...ticker, shares: sharesOn(ticker.shares, splitsBy.get(ticker.id) ?? [], fetchedOn, today) }));
		},
		history: { slotsFrom, dailyFrom, session, ...(days && { daily }) },
		slot: async (session, slot) => (await opened()).poll.slot(session, slot),
		extended: async (from, to) => {
			const rows = await opened();
			return extendedOf(calendar, rows, await window.between(rows.followed(), from, to), from, to);
		},
		refetch: async (session) => {
			const rows = await opened();
			const matrix = matrixOf(session, rows, await adapter.bars(rows.followed(), session.open, session.close));
			return barsOfSlots(session, matrix, rows.ids, 0, session.slots);
		},
		optionsAgain: async (session, giveUp) => {
			const { readings, symbols, ids } = await opened();
			const matrix = sessionMatrix(session.slots, symbols.length);
			for (const [slot, sums] of await readings.ofSession(session, giveUp))
				symbols.forEach((symbol, row) => {
					const sum = sums.get(symbol);
					if (!sum) return;
					matrix.calls[slot * matrix.rows + row] = sum.calls;
					matrix.puts[slot * matrix.rows + row] = sum.puts;
				});
			return optionsOfSlots(session, matrix, ids, 0, session.slots);
		},
		...(splits && {
			splits: async (from: ExchangeDate, to: ExchangeDate) => {
				const found = await splits.call(adapter, (await opened()).followed(), from, to);
				return remember(oneSplitADay(await numbered(found, (tickerId, { date, ratio }) => ({ tickerId, date, ratio }))));
			},
		}),
		...(dividends && {
			dividends: async (from: ExchangeDate, to: ExchangeDate) => {
				const found = await dividends.call(adapter, (await opened()).followed(), from, to);
				return oneDividendADay(await numbered(found, (tickerId, { exDate, amount }) => ({ tickerId, exDate, amount })));
			},
		}),
	};
}

/** The later statement of a day counts. */
function oneSplitADay(splits: readonly Split[]): Split[] {
	return [...new Map(splits.map((split) => [`${split.tickerId} ${split.date}`, split])).values()];
}

/** Dividends of a day are added up; a repeated amount is the same dividend. */
function oneDividendADay(dividends: readonly Dividend[]): Dividend[] {
	return [...Map.groupBy(dividends, ({ tickerId, exDate }) => `${tickerId} ${exDate}`).values()].map((ofDay) => ({
		...(ofDay[0] as Dividend),
		amount: [...new Set(ofDay.map(({ amount }) => amount))].reduce((sum, amount) => sum + amount, 0),
	}));
}

function createBarWindow(adapter: VendorAdapter, calendar: Calendar): BarWindow {
	let held: { from: number; to: number; bars: BarsBySymbol } | undefined;
	const between: BarWindow['between'] = async (symbols, from, to) =>
		held && held.from <= from && held.to >= to ? held.bars : adapter.bars(symbols, from, to);
	return {
		between,
		async ofSession(symbols, session, now) {
			const from = utcMs(calendar.previousSession(session.date)?.close ?? session.open);
			const to = utcMs(Math.min(postClose(session), now));
			if (held && held.from <= from && held.to >= to) return held.bars;
			let last = session;
			for (let n = 1; n < adapter.windowSessions; n++) {
				const next = calendar.nextSession(last.date);
				if (!next || next.open >= now) break;
				last = next;
			}
			const end = utcMs(Math.min(postClose(last), now));
			held = undefined;
			held = { from, to: end, bars: await adapter.bars(symbols, from, end) };
			return held.bars;
		},
	};
}
