import type { BarBlock } from '@sw/domain/prices/blocks';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { queryExtendedBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';

/** Reads the stored pre- and post-market bars that start in [from, to). */
export async function readExtendedBars({ records, series }: Stores, from: UtcMs, to: UtcMs): Promise<BarBlock> {
	return queryExtendedBars(series, Math.ceil(from / SECOND), Math.ceil(to / SECOND), await visibleBatches(records.db));
}
