import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { datesOfTicker } from '@sw/store/clickhouse/batch-dates';
import { readStoredSums } from '@sw/store/clickhouse/stored-sums';
import { deleteTickerRows } from '@sw/store/clickhouse/ticker-rows';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { type RemovedTicker, removeTicker } from '@sw/store/postgres/records/tickers/remove-ticker';
import { FIRST_DATE } from '../engine/earlier-jumps.ts';
import { findJumps, findSessionJumps } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';
import { reachedByBars } from '../past/past-walk.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { queueRebuild } from './pending-rebuilds.ts';
import { reachedFrom } from './reached-dates.ts';

/**
 * A ticker with its rows, splits, dividends and what users noted of it are gone from now on. The reports that it entered are noted to be rebuilt in the same
 * transaction; superseded versions keep its number. The same again finds nothing.
 */
export async function removeTickerData(parts: MarketParts, tickerId: TickerId, today: ExchangeDate): Promise<RemovedTicker | undefined> {
	const { stores, provider } = parts;
	const { sums, reached } = await enteredBy(parts, tickerId);
	const removed = await stores.records.db.transaction(async (tx) => {
		await stores.fence.hold(tx);
		const found = await removeTicker(tx, provider.name, tickerId, sums, today);
		if (found) await queueRebuild(tx, provider.name, reached);
		return found;
	});
	await deleteTickerRows(stores.series, tickerId);
	return removed;
}

/** The rows of a ticker by batch, and the dates whose reports they may have entered. */
export async function enteredBy(parts: MarketParts, tickerId: TickerId) {
	const { stores, provider, calendar } = parts;
	const seen = await visibleBatches(stores.records.db);
	const dates = await datesOfTicker(stores.series, tickerId, seen);
	const [first, last] = [dates[0], dates.at(-1)];
	if (first === undefined || last === undefined) return { dates, sums: [], reached: new Set<ExchangeDate>() };
	// New York's dates are not UTC's.
	const sums = await readStoredSums(stores.series, dayNumber(first) - 1, dayNumber(last) + 1, seen, { only: tickerId });
	const span = [FIRST_DATE, last, [tickerId]] as const;
	const jumps = [...(await findJumps(parts, ...span)), ...(await findSessionJumps(parts, ...span))];
	const until = await storedUntil(stores.records.db, provider.name, 'bars');
	// A quarantine, which has no other end, shows the ticker in every report since.
	const sinceJumps = reachedFrom(
		calendar,
		jumps.map(({ date }) => ({ date, isJump: true })),
		until === undefined ? undefined : newYorkDate(until),
	);
	return { dates, sums, reached: new Set([...reachedByBars(calendar, dates), ...sinceJumps]) };
}
