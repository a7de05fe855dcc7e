import type { Session } from '@sw/domain/time/calendar';
import { existingBars } from '@sw/store/clickhouse/bars';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import type { MarketParts } from '../parts.ts';
import { idsIn, onlyChanges, span } from '../stored/changed-rows.ts';
import { noteRebuild } from './pending-rebuilds.ts';

/**
 * Asks once more for a session that is over and stores what came late or changed since; the reports of its date are noted to be built again.
 * Compares with the store, so that it may run any number of times. Answers how many bars differed.
 */
export const takeLateBars = async ({ provider, stores, writer }: MarketParts, session: Session): Promise<number> => {
	const bars = await provider.again?.(session);
	if (!bars || bars.count === 0) return 0;
	const [first, last] = span(bars.time, bars.count);
	const stored = await existingBars(stores.series, idsIn(bars), first, last + 1, await visibleBatches(stores.records.db));
	const { added, corrected } = onlyChanges(bars, stored, (block) => block.time);
	if (bars.count === 0) return 0;
	// Noted first: a build too many does no harm, one too few would never be made up for.
	await noteRebuild(stores.records.db, provider.name, new Set([session.date]));
	writer.add({ bars, note: `${added} bars late, ${corrected} corrected by ${provider.name}` });
	await writer.flush();
	return bars.count;
};
