import type { BarBlock } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot } from '@sw/domain/time/slots';
import { utcMs } from '@sw/domain/time/units';
import { insertBars, queryBars } from '@sw/store/clickhouse/bars';
import { insertOptions } from '@sw/store/clickhouse/options';
import { readSessionMatrix as loadStoredMatrix } from '@sw/store/clickhouse/session-matrices';
import { abortBatch, commitBatch, openBatch, type VisibleBatches, visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { convertSlotsToBars, convertSlotsToOptions, type Provider } from '../../intake/provider.ts';
import type { MarketParts } from '../parts.ts';
import { concatBlocks } from '../stored/block-rows.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { queueRebuild } from './rebuilds.ts';
import type { Steps } from './steps.ts';

interface ChangeCounts {
	/** Cells that were empty before. */
	added: number;
	/** Cells that had other values; the old values stay in the store under their batch. */
	corrected: number;
}

const BAR_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

export interface RefetchResult extends ChangeCounts {
	sessions: number;
	/** Sessions with new or changed data. */
	changed: number;
}

/** Thrown if the provider has no history to refetch. */
export class NoHistoryError extends Error {}

/**
 * Fetches sessions again and stores new or different data, one batch per session. Marks the session's date for rebuilding in the same transaction. `tickers`
 * limits this to some ids. In the running session, only stored slots are compared. Repeating it changes nothing. Throws NoHistoryError.
 */
export async function refetchSessions(
	initialParts: MarketParts,
	sessions: readonly Session[],
	tickers: ReadonlySet<number> | undefined,
	steps?: Steps,
): Promise<RefetchResult> {
	const { provider, stores } = initialParts;
	if (!provider.history) throw new NoHistoryError(explainNoHistory(provider));
	const until = (await readStoredUntil(stores.records.db, provider.name, 'bars')) ?? utcMs(0);
	const total: RefetchResult = { sessions: 0, changed: 0, added: 0, corrected: 0 };
	let parts = initialParts;
	for (const session of sessions) {
		parts.readiness.setPhase('Fetching bars again', total.sessions / sessions.length);
		const lastSlot = lastElapsedSlot(session, until);
		if (lastSlot >= 0 && session.date >= provider.history.slotsFrom) {
			const counts = await refetchSession(parts, session, lastSlot, tickers);
			total.added += counts.added;
			total.corrected += counts.corrected;
			if (counts.added + counts.corrected > 0) total.changed++;
		}
		total.sessions++;
		await parts.yieldToEventLoop();
		parts = (await steps?.runOtherJobs(parts)) ?? parts;
	}
	return total;
}

/** Explains why a provider without history can't refetch. */
export function explainNoHistory({ label }: Pick<Provider, 'label'>): string {
	return `${label} can't be fetched again: import the files with the missing bars.`;
}

async function refetchSession(
	parts: MarketParts,
	session: Session,
	lastSlot: number,
	tickers: ReadonlySet<number> | undefined,
): Promise<ChangeCounts> {
	const { provider, stores, universe } = parts;
	const { series } = stores;
	const data = await provider.history?.session(session);
	if (!data) return { added: 0, corrected: 0 };
	const batches = await visibleBatches(stores.records.db);
	const isSelected = (id: number): boolean => tickers === undefined || tickers.has(id);
	// Copied, because the provider can return its own buffers.
	const matrix = structuredClone<SessionMatrix>({ ...data.matrix, halted: data.halted });
	const stored = await loadStoredMatrix(series, session, universe.ids, batches);
	const regular = keepChangedCells(matrix, stored, (row, slot) => slot <= lastSlot && isSelected(universe.ids[row]!));
	const extendedBars = await fetchOvernightBars(parts, session);
	const extended = extendedBars ? await keepChangedExtended(parts, extendedBars, batches, isSelected) : { added: 0, corrected: 0 };
	const counts = { added: regular.added + extended.added, corrected: regular.corrected + extended.corrected };
	const blocks = [convertSlotsToBars(session, matrix, universe.ids, 0, session.slots), ...(extendedBars ? [extendedBars] : [])];
	const bars = concatBlocks(blocks.filter(({ count }) => count > 0));
	const options = convertSlotsToOptions(session, matrix, universe.ids, 0, session.slots);
	if (!bars && options.count === 0) return counts;
	const note = `${session.date} fetched again: ${counts.added} bars added, ${counts.corrected} corrected`;
	const batch = await openBatch(stores.records.db, { kind: 'bars', provider: provider.name, note }, stores.fence);
	try {
		if (bars) await insertBars(series, bars, batch);
		if (options.count > 0) await insertOptions(series, options, batch);
		await stores.records.db.transaction(async (tx) => {
			await commitBatch(tx, batch, (bars?.count ?? 0) + options.count, series.writtenSums.findSums(batch));
			await queueRebuild(tx, provider.name, new Set([session.date]));
		});
	} catch (error) {
		await abortBatch(stores.records.db, batch, error instanceof Error ? error.message : String(error)).catch(() => {});
		throw error;
	}
	return counts;
}

/** Fetches the extended-hours bars between the previous session and this one. */
async function fetchOvernightBars({ provider, calendar }: MarketParts, session: Session): Promise<BarBlock | undefined> {
	const previous = calendar.previousSession(session.date);
	const bars = previous && (await provider.extended?.(previous.close, session.open));
	return bars && structuredClone(bars);
}

async function keepChangedExtended(
	{ stores }: MarketParts,
	bars: BarBlock,
	batches: VisibleBatches,
	isSelected: (id: number) => boolean,
): Promise<ChangeCounts> {
	const times = bars.time.subarray(0, bars.count);
	const [from, to] = [times.reduce((a, b) => Math.min(a, b), 2 ** 32 - 1), times.reduce((a, b) => Math.max(a, b), 0)];
	return keepChangedBars(bars, await queryBars(stores.series, undefined, from, to + 1, batches), isSelected);
}

/**
 * Empties the cells of `fetched` that are equal in `stored` or not selected, and counts the others; a bar and its option sum count once. Stored data that
 * `fetched` lacks stays stored.
 */
function keepChangedCells(fetched: SessionMatrix, stored: SessionMatrix, isSelected: (row: number, slot: number) => boolean): ChangeCounts {
	const counts: ChangeCounts = { added: 0, corrected: 0 };
	for (let cell = 0; cell < fetched.close.length; cell++) {
		const isCellSelected = isSelected(cell % fetched.rows, Math.floor(cell / fetched.rows));
		const hadBar = !Number.isNaN(stored.close[cell]!);
		const hadSum = !Number.isNaN(stored.calls[cell]!);
		const isBarChanged =
			isCellSelected && !Number.isNaN(fetched.close[cell]!) && BAR_COLUMNS.some((column) => fetched[column][cell] !== stored[column][cell]);
		const isSumChanged =
			isCellSelected &&
			!Number.isNaN(fetched.calls[cell]!) &&
			(fetched.calls[cell] !== stored.calls[cell] || fetched.puts[cell] !== stored.puts[cell]);
		if (!isBarChanged) fetched.close[cell] = Number.NaN;
		if (!isSumChanged) fetched.calls[cell] = Number.NaN;
		if ((isBarChanged && hadBar) || (isSumChanged && hadSum)) counts.corrected++;
		else if (isBarChanged || isSumChanged) counts.added++;
	}
	// A stored halt needs no second marker.
	if (fetched.halted)
		for (let cell = 0; cell < fetched.halted.length; cell++) {
			const isCellSelected = isSelected(cell % fetched.rows, Math.floor(cell / fetched.rows));
			if (!isCellSelected || stored.halted?.[cell] === 1) fetched.halted[cell] = 0;
		}
	return counts;
}

/** Keeps only the new and changed extended-hours bars in `fetched`, and counts them. */
function keepChangedBars(fetched: BarBlock, stored: BarBlock, isSelected: (tickerId: number) => boolean): ChangeCounts {
	const counts: ChangeCounts = { added: 0, corrected: 0 };
	const key = (block: BarBlock, i: number): string => `${block.tickerId[i]}.${block.time[i]}`;
	const storedIndexByKey = new Map(Array.from({ length: stored.count }, (_, i) => [key(stored, i), i]));
	const columns = [fetched.tickerId, fetched.time, fetched.session, fetched.open, fetched.high, fetched.low, fetched.close, fetched.volume];
	let keptCount = 0;
	for (let i = 0; i < fetched.count; i++) {
		if (!isSelected(fetched.tickerId[i]!)) continue;
		const at = storedIndexByKey.get(key(fetched, i));
		if (at !== undefined && BAR_COLUMNS.every((column) => fetched[column][i] === stored[column][at])) continue;
		if (at === undefined) counts.added++;
		else counts.corrected++;
		for (const column of columns) column[keptCount] = column[i]!;
		keptCount++;
	}
	fetched.count = keptCount;
	return counts;
}
