import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { queryTickerDates } from '@sw/store/clickhouse/bar-batches';
import { readStoredSums } from '@sw/store/clickhouse/stored-sums';
import { copyTickerRows, deleteTickerRows } from '@sw/store/clickhouse/ticker-rows';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { abortBatch, commitBatch, openBatch, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { moveTickerRecords, type RemovedTicker, removeTicker } from '@sw/store/postgres/records/tickers/remove-ticker';
import {
	endLastSpan,
	renameTicker,
	type SymbolSpan,
	saveSymbolHistory,
	symbolSpansOf,
} from '@sw/store/postgres/records/tickers/symbol-history';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { FIRST_DATE, findJumps, findSessionJumps } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';
import { findDatesAffectedByBars } from '../past/past-walk.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { findAffectedDates, queueRebuild } from './rebuilds.ts';

export interface Rename {
	readonly from: string;
	readonly to: string;
	/** The first session under the new symbol. */
	readonly date: ExchangeDate;
}

/**
 * Changes a company's symbol from a date on, so that one ticker has the company's whole history. If both symbols are tickers, the old one is merged into the
 * new one, and the affected reports are marked for rebuilding. Returns the number of moved rows. Repeating it changes nothing.
 */
export async function renameTickerData(parts: MarketParts, rename: Rename): Promise<number> {
	const { stores, provider } = parts;
	const { db } = stores.records;
	const listed = (await tickersOf(db, provider.name)).filter(({ delisted }) => delisted === null);
	const oldTicker = listed.find(({ symbol }) => symbol === rename.from);
	const newTicker = listed.find(({ symbol }) => symbol === rename.to);
	if (oldTicker && newTicker) return mergeTickers(parts, oldTicker, newTicker, rename);
	if (oldTicker) await renameTicker(db, provider.name, rename.from, rename.to, rename.date);
	else if (newTicker) await db.transaction((tx) => saveHistory(tx, [], newTicker, rename));
	else throw new RangeError(`There is no ticker ${rename.from} and no ticker ${rename.to}.`);
	return 0;
}

async function mergeTickers(parts: MarketParts, oldTicker: Ticker, newTicker: Ticker, rename: Rename): Promise<number> {
	const { stores, provider } = parts;
	const { records, series, fence } = stores;
	const { dates, sums, reached } = await loadTickerData(parts, oldTicker.id);
	const note = `${rename.from} became ${rename.to} on ${rename.date}`;
	const batch = await openBatch(records.db, { kind: 'bars', provider: provider.name, note }, fence);
	try {
		await copyTickerRows(series, oldTicker.id, newTicker.id, batch, await visibleBatches(records.db));
		const [first, last] = [dates[0] ?? rename.date, dates.at(-1) ?? rename.date];
		const copiedBatch = { upTo: batch, above: batch - 1, except: [] };
		const writtenSums = await readStoredSums(series, dayNumber(first) - 1, dayNumber(last) + 1, copiedBatch);
		const rows = writtenSums.reduce((sum, part) => sum + (part.table === 'mention_spans' ? 0 : part.rows), 0);
		await records.db.transaction(async (tx) => {
			await fence.holdLead(tx);
			const spans = await symbolSpansOf(tx, oldTicker.id);
			await moveTickerRecords(tx, oldTicker.id, newTicker.id);
			await removeTicker(tx, provider.name, oldTicker.id, sums, rename.date);
			await saveTickers(tx, provider.name, [{ ...newTicker, listed: oldTicker.listed }]);
			await saveHistory(tx, spans, newTicker, rename);
			await commitBatch(tx, batch, rows, writtenSums);
			await queueRebuild(tx, provider.name, reached);
		});
		await deleteTickerRows(series, oldTicker.id);
		return rows;
	} catch (error) {
		await abortBatch(records.db, batch, error instanceof Error ? error.message : String(error)).catch(() => {});
		throw error;
	}
}

/** Saves the merged symbol history. `spans`: history of the old ticker. The new ticker's history from the date on stays. */
async function saveHistory(db: Db, spans: readonly SymbolSpan[], newTicker: Ticker, { from, to, date }: Rename): Promise<void> {
	const existingSpans = await symbolSpansOf(db, newTicker.id);
	if (existingSpans.some(({ symbol, until }) => symbol === from && until === date)) return;
	const laterSpans = existingSpans
		.filter(({ until }) => until === null || until > date)
		.map((span) => (span.since < date ? { ...span, since: date } : span));
	const earlierSpans = endLastSpan(date, spans.length > 0 ? spans : existingSpans.filter(({ until }) => until !== null && until <= date), {
		tickerId: newTicker.id,
		symbol: from,
	});
	const newSpans = laterSpans.length > 0 ? laterSpans : [{ symbol: to, since: date, until: null }];
	await saveSymbolHistory(
		db,
		[...earlierSpans, ...newSpans].map((span) => ({ ...span, tickerId: newTicker.id })),
	);
}

/** Finds the first date on which both tickers have rows. */
export async function findSharedDate(
	{ records, series }: Stores,
	firstId: TickerId,
	secondId: TickerId,
): Promise<ExchangeDate | undefined> {
	const batches = await visibleBatches(records.db);
	const dates = new Set(await queryTickerDates(series, firstId, batches));
	return (await queryTickerDates(series, secondId, batches)).find((date) => dates.has(date));
}

/**
 * Removes a ticker with its rows, splits, dividends and user data, and marks its reports for rebuilding in the same transaction. Superseded report versions
 * keep the ticker's id. Undefined if the ticker was removed already.
 */
export async function removeTickerData(parts: MarketParts, tickerId: TickerId, today: ExchangeDate): Promise<RemovedTicker | undefined> {
	const { stores, provider } = parts;
	const { sums, reached } = await loadTickerData(parts, tickerId);
	const removed = await stores.records.db.transaction(async (tx) => {
		await stores.fence.holdLead(tx);
		const result = await removeTicker(tx, provider.name, tickerId, sums, today);
		if (result) await queueRebuild(tx, provider.name, reached);
		return result;
	});
	await deleteTickerRows(stores.series, tickerId);
	return removed;
}

/** Reads the dates and row sums of a ticker, and finds the dates whose reports the ticker's rows can affect (`reached`). */
async function loadTickerData(parts: MarketParts, tickerId: TickerId) {
	const { stores, provider, calendar } = parts;
	const batches = await visibleBatches(stores.records.db);
	const dates = await queryTickerDates(stores.series, tickerId, batches);
	const [first, last] = [dates[0], dates.at(-1)];
	if (first === undefined || last === undefined) return { dates, sums: [], reached: new Set<ExchangeDate>() };
	// A day earlier and later, because dates in New York and in UTC differ.
	const sums = await readStoredSums(stores.series, dayNumber(first) - 1, dayNumber(last) + 1, batches, { onlyTickerId: tickerId });
	const span = [FIRST_DATE, last, [tickerId]] as const;
	const jumps = [...(await findJumps(parts, ...span)), ...(await findSessionJumps(parts, ...span))];
	const until = await readStoredUntil(stores.records.db, provider.name, 'bars');
	// Only a decision ends a quarantine, so it affects every report since the jump.
	const datesSinceJumps = findAffectedDates(
		calendar,
		jumps.map(({ date }) => ({ date, isJump: true })),
		until === undefined ? undefined : newYorkDate(until),
	);
	return { dates, sums, reached: new Set([...findDatesAffectedByBars(calendar, dates), ...datesSinceJumps]) };
}
