import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dateOfDay } from '@sw/domain/time/zone';
import { queryVolumeStarts, type VolumeStarts } from '@sw/store/clickhouse/traded-slots';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';

const NEVER = Number.POSITIVE_INFINITY as UtcMs;

/** The last scan of each store; `key` identifies the batches visible then. */
const cachedScans = new WeakMap<Stores, { key: string; starts: Promise<VolumeStarts> }>();

/**
 * Finds when the first volume of a ticker became known, for tickers that had only prices before (see Ticker.volumeFrom). Until then such a ticker counts as an
 * index, whatever later files contain.
 */
export async function loadVolumeStarts(stores: Stores, calendar: Calendar): Promise<ReadonlyMap<TickerId, UtcMs>> {
	const batches = await visibleBatches(stores.records.db);
	const key = JSON.stringify(batches);
	const cached = cachedScans.get(stores);
	if (cached?.key === key) return findVolumeAfterPrices(await cached.starts, calendar);
	const starts = queryVolumeStarts(stores.series, batches);
	cachedScans.set(stores, { key, starts });
	starts.catch(() => cachedScans.delete(stores));
	// The result is not cached, because closures can change while the server runs.
	return findVolumeAfterPrices(await starts, calendar);
}

/** Finds what `loadVolumeStarts` will return when a batch is withdrawn. */
export async function loadVolumeStartsWithout(stores: Stores, batch: number, calendar: Calendar): Promise<ReadonlyMap<TickerId, UtcMs>> {
	const batches = await visibleBatches(stores.records.db);
	return findVolumeAfterPrices(await queryVolumeStarts(stores.series, { ...batches, except: [...batches.except, batch] }), calendar);
}

/** Finds what `loadVolumeStarts` will return when a batch is committed. */
export async function loadVolumeStartsWith(stores: Stores, batch: number, calendar: Calendar): Promise<ReadonlyMap<TickerId, UtcMs>> {
	const { except, ...batches } = await visibleBatches(stores.records.db);
	return findVolumeAfterPrices(
		await queryVolumeStarts(stores.series, { ...batches, except: except.filter((id) => id !== batch) }),
		calendar,
	);
}

function findVolumeAfterPrices({ slots, days }: VolumeStarts, calendar: Calendar): Map<TickerId, UtcMs> {
	const earliestEnds = { quiet: new Map<number, number>(), volume: new Map<number, number>() };
	const setEarliest = (id: number, kind: keyof typeof earliestEnds, end: number): void => {
		earliestEnds[kind].set(id, Math.min(earliestEnds[kind].get(id) ?? NEVER, end));
	};
	const closeOn = (day: number): number => calendar.sessionOn(dateOfDay(day))?.close ?? NEVER;
	for (const [{ count, columns }, endOf] of [
		[slots, (time: number) => time * SECOND + SLOT_MS],
		[days, closeOn],
	] as const) {
		for (let i = 0; i < count; i++) {
			const id = columns.ticker_id[i]!;
			if (columns.first_quiet[i] !== 0) setEarliest(id, 'quiet', endOf(columns.first_quiet[i]!));
			if (columns.first_volume[i] !== 0) setEarliest(id, 'volume', endOf(columns.first_volume[i]!));
		}
	}
	const result = new Map<TickerId, UtcMs>();
	for (const [id, quietEnd] of earliestEnds.quiet) {
		const volumeEnd = earliestEnds.volume.get(id) ?? NEVER;
		if (quietEnd < volumeEnd) result.set(id as TickerId, volumeEnd === NEVER ? NEVER : utcMs(volumeEnd));
	}
	return result;
}
