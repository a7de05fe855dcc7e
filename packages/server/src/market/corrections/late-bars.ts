import type { Session } from '@sw/domain/time/calendar';
import { queryBars } from '@sw/store/clickhouse/bars';
import { queryExistingOptions } from '@sw/store/clickhouse/options';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MarketParts } from '../parts.ts';
import { distinctIds, removeUnchangedRows, timeSpan } from '../stored/block-rows.ts';
import { queueRebuild } from './rebuilds.ts';

/**
 * Reloads an ended session, stores late and changed bars, and marks the reports of the session's date for rebuilding. Can be repeated, because bars are
 * compared with the store. Returns the number of bars that differed.
 */
export async function storeLateBars({ provider, stores, writer }: MarketParts, session: Session): Promise<number> {
	const bars = await provider.refetch?.(session);
	if (!bars || bars.count === 0) return 0;
	const [first, last] = timeSpan(bars.time, bars.count);
	const existing = await queryBars(stores.series, distinctIds(bars), first, last + 1, await visibleBatches(stores.records.db));
	const { added, corrected } = removeUnchangedRows(bars, existing, (block) => block.time);
	if (bars.count === 0) return 0;
	// The date is marked first: an unnecessary rebuild is harmless, but a missing one would never be repaired.
	await queueRebuild(stores.records.db, provider.name, new Set([session.date]));
	writer.add({ bars, note: `${added} bars added late, ${corrected} corrected by ${provider.name}` });
	await writer.flush();
	return bars.count;
}

/**
 * Stores late and changed option sums in the same way: a source with a longer delay than prices delivers them after the reports of their slots. Returns the
 * number of sums that differed.
 */
export async function storeLateOptions({ provider, stores, writer }: MarketParts, session: Session, signal?: AbortSignal): Promise<number> {
	const options = await provider.refetchOptions?.(session, signal);
	if (!options || options.count === 0) return 0;
	const [first, last] = timeSpan(options.time, options.count);
	const existing = await queryExistingOptions(
		stores.series,
		distinctIds(options),
		first,
		last + 1,
		await visibleBatches(stores.records.db),
	);
	const { added, corrected } = removeUnchangedRows(options, existing, (block) => block.time);
	if (options.count === 0) return 0;
	await queueRebuild(stores.records.db, provider.name, new Set([session.date]));
	writer.add({ options, note: `${added} option volumes added late, ${corrected} corrected by ${provider.name}` });
	await writer.flush();
	return options.count;
}
