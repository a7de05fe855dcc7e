import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { mentionSpans, mentionsBetween } from '@sw/store/clickhouse/mentions';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MarketParts } from '../parts.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { KEPT_HOURS } from '../window/attention-window.ts';

/** Read at once: a few hundred thousand rows of a large market. */
const HOURS_AT_ONCE = 5 * 24;

/** Fills the window of mentions with the stored hours that had ended at `now`, of those that it has not. */
export async function fillAttention(
	{ stores, provider, attention, yieldToEventLoop }: Pick<MarketParts, 'stores' | 'provider' | 'attention' | 'yieldToEventLoop'>,
	now: UtcMs,
): Promise<void> {
	const stored = await storedUntil(stores.records.db, provider.name, 'mentions');
	if (stored === undefined) return;
	const to = Math.floor(Math.min(now, stored) / HOUR) * HOUR;
	const seen = await visibleBatches(stores.records.db);
	for (let from = Math.max(to - KEPT_HOURS * HOUR, attention.until() ?? 0); from < to; from += HOURS_AT_ONCE * HOUR) {
		const end = Math.min(to, from + HOURS_AT_ONCE * HOUR);
		const [since, until] = [from / SECOND, end / SECOND];
		const block = await mentionsBetween(stores.series, undefined, since, until, seen);
		block.spans = await mentionSpans(stores.series, undefined, since, until, seen);
		attention.take(block, utcMs(from), utcMs(end));
		await yieldToEventLoop();
	}
}
