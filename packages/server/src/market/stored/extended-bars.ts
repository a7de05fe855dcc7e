import { type BarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { existingBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/batches';

/** Stored pre- and post-market bars that start in [from, to). */
export const extendedBars = async ({ records, series }: Stores, from: UtcMs, to: UtcMs): Promise<BarBlock> => {
	const block = await existingBars(series, undefined, Math.ceil(from / SECOND), Math.ceil(to / SECOND), await visibleBatches(records.db));
	let kept = 0;
	for (let i = 0; i < block.count; i++) {
		if (block.session[i] !== PRE && block.session[i] !== POST) continue;
		for (const column of [block.tickerId, block.time, block.session, block.open, block.high, block.low, block.close, block.volume])
			column[kept] = column[i] as number;
		kept++;
	}
	block.count = kept;
	return block;
};
