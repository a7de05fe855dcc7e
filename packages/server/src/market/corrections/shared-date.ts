import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { datesOfTicker } from '@sw/store/clickhouse/batch-dates';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/batches';

/** The first date of which both tickers have rows. */
export async function sharedDate({ records, series }: Stores, one: TickerId, other: TickerId): Promise<ExchangeDate | undefined> {
	const seen = await visibleBatches(records.db);
	const dates = new Set(await datesOfTicker(series, one, seen));
	return (await datesOfTicker(series, other, seen)).find((date) => dates.has(date));
}
