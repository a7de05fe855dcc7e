/** Turns a vendor's adapter into a provider of rows, sessions and blocks. All real vendors share this code and differ only in their VendorAdapter. */
import type { BarBlock, DailyBlock } from '@sw/domain/prices/blocks';
import { createSessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot } from '@sw/domain/time/slots';
import { type ExchangeDate, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, dayNumber, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import { convertSlotsToBars, convertSlotsToOptions, type Provider } from '../provider.ts';
import { createBarWindow } from './bar-window.ts';
import { toDailyBlock, type VendorBar } from './bars.ts';
import { findMissingMembers, hasAllMembers, registerDelistedMembers, saveMembers } from './membership.ts';
import { createOptionReadings, type OptionReadings } from './option-readings.ts';
import {
	createFollowedSymbols,
	createStoredSymbols,
	type FollowedRows,
	type SessionSymbols,
	toExtendedBlock,
	toSessionMatrix,
} from './session-rows.ts';
import { type Activity, type CoverageRule, createActivity, createSlotPoll, DEFAULT_COVERAGE, type SlotPoll } from './slot-poll.ts';
import type { VendorAdapter, VendorRename } from './vendor-adapter.ts';
import type { VendorDirectory } from './vendor-directory.ts';

export interface VendorProviderOptions {
	adapter: VendorAdapter;
	directory: VendorDirectory;
	calendar: Calendar;
	wall: WallClock;
	/** First session of 15-minute bars: where the vendor's history begins, or the stored bars if earlier. */
	slotsFrom: ExchangeDate;
	/** First session of daily bars, for vendors with a longer daily history. Default: `slotsFrom`. */
	dailyFrom?: ExchangeDate;
	coverage?: CoverageRule;
	/** Maximum number of tickers to follow if the vendor's list is unavailable. */
	symbolLimit?: number;
	/** Aborts waits when the product stops. */
	signal?: AbortSignal | undefined;
	/** Receives warnings about missing data. */
	warn(message: string): void;
}

/** Number of past days searched for symbol changes, to find changes made while the server was off. */
const RENAME_DAYS = 60;

interface OpenRows extends FollowedRows {
	tickers: Ticker[];
	/** Current symbols by row; '' for delisted tickers. */
	symbols: string[];
	/** Date of the vendor's share counts. */
	fetchedOn: ExchangeDate;
	/** Row by symbol, of listed tickers only. */
	rowOf: Map<string, number>;
	sessions: SessionSymbols;
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
	const marketNow = (): UtcMs => utcMs(wall.now() - adapter.delay);
	const barWindow = createBarWindow(adapter, calendar);
	let opening: Promise<OpenRows> | undefined;
	let knownSplits: Split[] = [];

	/** Applies recent symbol changes: a ticker keeps its data under the new symbol. Returns the applied changes. */
	const applyRenames = async (storedTickers: readonly Ticker[], followedSymbols?: ReadonlySet<string>): Promise<VendorRename[]> => {
		if (!adapter.renames || storedTickers.length === 0) return [];
		const today = newYorkDate(wall.now());
		const listedBySymbol = new Map(storedTickers.filter(({ delisted }) => delisted === null).map((ticker) => [ticker.symbol, ticker]));
		const renames = (await adapter.renames(addDays(today, -RENAME_DAYS), today))
			.filter(
				({ before, after, date }) =>
					date <= today && listedBySymbol.has(before) && !listedBySymbol.has(after) && !followedSymbols?.has(before),
			)
			.sort((a, b) => (a.date < b.date ? -1 : 1));
		for (const rename of renames) {
			await directory.rename(rename);
			warn(`${rename.before} was renamed to ${rename.after} on ${rename.date}.`);
		}
		return renames;
	};
	/**
	 * Registers the vendor's list of tickers. Returns all stored tickers and the symbols to follow; tickers no longer in the list keep their row, but are not
	 * requested.
	 */
	const readTickers = async (): Promise<{ tickers: Ticker[]; followedSymbols: ReadonlySet<string> }> => {
		const storedTickers = await directory.tickers();
		try {
			const vendorTickers = await adapter.tickers();
			const followedSymbols = new Set(vendorTickers.map(({ symbol }) => symbol));
			await applyRenames(storedTickers, followedSymbols);
			return { tickers: await directory.registerTickers(vendorTickers), followedSymbols };
		} catch (error) {
			// Yesterday's list is better than no market.
			if (!(error instanceof VendorError) || storedTickers.length === 0) throw error;
			warn(`The stored list of tickers is kept. ${error.message}`);
			const listedTickers = storedTickers.filter(({ delisted }) => delisted === null);
			return { tickers: storedTickers, followedSymbols: new Set(listedTickers.slice(0, symbolLimit).map(({ symbol }) => symbol)) };
		}
	};
	const membership = { adapter, directory, calendar, slotsFrom, warn };
	const open = async (): Promise<OpenRows> => {
		const chosenAt = marketNow();
		const missingMembers = await findMissingMembers(membership, chosenAt);
		const delistedIds = missingMembers && (await registerDelistedMembers(directory, missingMembers));
		const selection = await readTickers();
		const tickers = missingMembers && delistedIds ? await saveMembers(directory, missingMembers, delistedIds) : selection.tickers;
		const symbols = tickers.map(({ symbol, delisted }) => (delisted === null ? symbol : ''));
		const isFollowed = symbols.map((symbol) => selection.followedSymbols.has(symbol));
		const rows = {
			tickers,
			fetchedOn: newYorkDate(wall.now()),
			symbols,
			ids: Uint32Array.from(tickers, (ticker) => ticker.id),
			rowOf: new Map(symbols.flatMap((symbol, row): [string, number][] => (symbol === '' ? [] : [[symbol, row]]))),
			activity: createActivity(symbols.length),
			followed: () => symbols.filter((_, row) => isFollowed[row]),
		};
		const sessions = missingMembers ? await createStoredSymbols({ directory, rows, chosenAt }) : createFollowedSymbols(rows);
		const readings = createOptionReadings({ adapter, symbols: rows.followed, wall, signal, warn });
		const poll = createSlotPoll({ adapter, rows, readings, activity: rows.activity, coverage, wall, signal, warn });
		return { ...rows, sessions, readings, poll };
	};
	/** Opens the rows once; they stay fixed while the process runs. The next call retries a failed opening. */
	const ensureOpen = (): Promise<OpenRows> => {
		opening ??= open().catch((error) => {
			opening = undefined;
			throw error;
		});
		return opening;
	};
	let renamesCheckedOn: ExchangeDate | undefined;
	/** Applies symbol changes to the rows once a day. If the vendor refuses the request, the old symbols stay. */
	const applyDailyRenames = async (rows: OpenRows): Promise<void> => {
		const today = newYorkDate(wall.now());
		renamesCheckedOn ??= today;
		if (renamesCheckedOn === today) return;
		try {
			for (const { before, after } of await applyRenames(rows.tickers)) {
				const row = rows.rowOf.get(before) as number;
				rows.rowOf.delete(before);
				rows.rowOf.set(after, row);
				rows.symbols[row] = after;
				rows.tickers[row] = { ...(rows.tickers[row] as Ticker), symbol: after };
			}
		} catch (error) {
			// Temporary errors are retried: bars under the old symbol would be missing for a day.
			if (!(error instanceof VendorError) || error.isTemporary) throw error;
			warn(`Couldn't check for changed symbols today. ${error.message}`);
		}
		renamesCheckedOn = today;
	};
	const formatNow = (): string => new Date(wall.now()).toISOString().slice(0, 19);

	const loadSession = async (session: Session) => {
		const { sessions, ids, activity } = await ensureOpen();
		const bars = await barWindow.barsOfSession(sessions.distinctSymbols, session, marketNow());
		const symbols = await sessions.symbolsByRow(session);
		const matrix = toSessionMatrix(session, { symbols, ids }, bars);
		for (let slot = 0; slot <= lastElapsedSlot(session, marketNow()); slot++) activity.observe(matrix, slot);
		const extended = toExtendedBlock(calendar, ids, bars, [{ symbols, from: session.open - 6 * HOUR, to: session.close + 4 * HOUR }]);
		return { session, matrix, halted: null, extended, note: `history from ${adapter.name} at ${formatNow()}` };
	};
	const loadExtended = async (from: UtcMs, to: UtcMs): Promise<BarBlock> => {
		const { sessions, ids } = await ensureOpen();
		const days = calendar.sessionsBetween(newYorkDate(from), newYorkDate(to));
		const bars = days.length === 0 ? new Map() : await barWindow.barsBetween(() => sessions.distinctSymbols(days), from, to);
		const spans = days.map(async (day) => ({
			symbols: await sessions.symbolsByRow(day),
			from: Math.max(from, newYorkToUtc(day.date, 0, 0)),
			to: Math.min(to, newYorkToUtc(addDays(day.date, 1), 0, 0)),
		}));
		return toExtendedBlock(calendar, ids, bars, await Promise.all(spans));
	};
	const withIds = async <T extends { symbol: string }, R>(
		items: readonly T[],
		dateOf: (item: T) => ExchangeDate,
		create: (id: Ticker['id'], item: T) => R,
	): Promise<R[]> => {
		const { tickers, sessions } = await ensureOpen();
		return items.flatMap((item) => {
			const row = sessions.rowAt(item.symbol, dateOf(item));
			return row === undefined ? [] : [create((tickers[row] as Ticker).id, item)];
		});
	};
	const rememberSplits = (fetchedSplits: Split[]): Split[] => {
		const newSplits = fetchedSplits.filter(
			({ tickerId, date }) => !knownSplits.some((knownSplit) => knownSplit.tickerId === tickerId && knownSplit.date === date),
		);
		knownSplits = [...knownSplits, ...newSplits];
		return fetchedSplits;
	};
	const { splits, dividends, dailyBars } = adapter;
	const loadDaily = async (session: Session): Promise<DailyBlock> => {
		const { symbols, ids, followed } = await ensureOpen();
		const barsBySymbol = (await dailyBars?.call(adapter, followed(), session.date)) ?? new Map<string, VendorBar>();
		return toDailyBlock(
			dayNumber(session.date),
			symbols.flatMap((symbol, row) => {
				const bar = barsBySymbol.get(symbol);
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
			const rows = await ensureOpen();
			await applyDailyRenames(rows);
			const { tickers, fetchedOn } = rows;
			const splitsByTicker = Map.groupBy(knownSplits, ({ tickerId }) => tickerId);
			const today = newYorkDate(asOf);
			return tickers.map((ticker) => ({
				...ticker,
				delisted: ticker.delisted !== null && today < fetchedOn && ticker.delisted >= today ? null : ticker.delisted,
				shares: sharesOn(ticker.shares, splitsByTicker.get(ticker.id) ?? [], fetchedOn, today),
			}));
		},
		includesDelisted: () => hasAllMembers(membership),
		history: { slotsFrom, dailyFrom, session: loadSession, ...(dailyBars && { daily: loadDaily }) },
		slot: async (session, slot) => {
			const { sessions, poll } = await ensureOpen();
			await sessions.saveMembers(session);
			return poll.fetchSlot(session, slot);
		},
		extended: loadExtended,
		refetch: async (session) => {
			const { sessions, ids } = await ensureOpen();
			const bars = await adapter.bars(await sessions.distinctSymbols([session]), session.open, session.close);
			const matrix = toSessionMatrix(session, { symbols: await sessions.symbolsByRow(session), ids }, bars);
			return convertSlotsToBars(session, matrix, ids, 0, session.slots);
		},
		refetchOptions: async (session, waitSignal) => {
			const { readings, symbols, ids } = await ensureOpen();
			const matrix = createSessionMatrix(session.slots, symbols.length);
			for (const [slot, sums] of await readings.volumesOfSession(session, waitSignal))
				symbols.forEach((symbol, row) => {
					const sum = sums.get(symbol);
					if (!sum) return;
					matrix.calls[slot * matrix.rows + row] = sum.calls;
					matrix.puts[slot * matrix.rows + row] = sum.puts;
				});
			return convertSlotsToOptions(session, matrix, ids, 0, session.slots);
		},
		...(splits && {
			splits: async (from: ExchangeDate, to: ExchangeDate) => {
				const vendorSplits = await splits.call(adapter, (await ensureOpen()).followed(), from, to);
				return rememberSplits(
					mergeSplits(
						await withIds(
							vendorSplits,
							({ date }) => date,
							(tickerId, { date, ratio }) => ({ tickerId, date, ratio }),
						),
					),
				);
			},
		}),
		...(dividends && {
			dividends: async (from: ExchangeDate, to: ExchangeDate) => {
				const vendorDividends = await dividends.call(adapter, (await ensureOpen()).followed(), from, to);
				return mergeDividends(
					await withIds(
						vendorDividends,
						({ exDate }) => exDate,
						(tickerId, { exDate, amount }) => ({ tickerId, exDate, amount }),
					),
				);
			},
		}),
	};
}

/** Keeps one split per ticker and date; the last one counts. */
function mergeSplits(splits: readonly Split[]): Split[] {
	return [...new Map(splits.map((split) => [`${split.tickerId} ${split.date}`, split])).values()];
}

/** Adds up the dividends of a ticker and date; repeated amounts are the same dividend. */
function mergeDividends(dividends: readonly Dividend[]): Dividend[] {
	return [...Map.groupBy(dividends, ({ tickerId, exDate }) => `${tickerId} ${exDate}`).values()].map((sameDayDividends) => ({
		...(sameDayDividends[0] as Dividend),
		amount: [...new Set(sameDayDividends.map(({ amount }) => amount))].reduce((sum, amount) => sum + amount, 0),
	}));
}

/** Converts a share count stated on one day to the share basis of another, by the splits between them. */
export function sharesOn(
	shares: number | null,
	splits: readonly Pick<Split, 'date' | 'ratio'>[],
	statedOn: ExchangeDate,
	asOf: ExchangeDate,
): number | null {
	if (shares === null) return null;
	let adjusted = shares;
	for (const { date, ratio } of splits) {
		if (date > asOf && date <= statedOn) adjusted /= ratio;
		else if (date > statedOn && date <= asOf) adjusted *= ratio;
	}
	return adjusted;
}
