import { DAY, HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { mentionsBetween } from '@sw/store/clickhouse/mentions';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MentionWindow } from '../engine/mention-window.ts';
import type { MarketParts } from '../parts.ts';
import { storedUntil } from '../stored/stored-until.ts';

/** A day and a session: a walk that asks at the close serves the reports of that morning too. */
const NEEDED = 34 * HOUR;
/** No two sessions lie further apart. What was said between them is asked for as well: a day is compared with whole days. */
const LONGEST_PAUSE = 5 * DAY;

/**
 * Brings the mention window up to the last full hour before `time`: hours that are stored come from the store, later ones from the provider
 * and go to the writer. A provider without mentions leaves the window empty: reports then say that they do not know.
 */
export async function readMentionsUntil(
	{ stores, provider, writer }: Pick<MarketParts, 'stores' | 'provider' | 'writer'>,
	window: Pick<MentionWindow, 'until' | 'take'>,
	time: UtcMs,
): Promise<void> {
	const to = utcMs(Math.floor(time / HOUR) * HOUR);
	const from = utcMs(Math.max(window.until ?? 0, to - NEEDED));
	if (from >= to) return;
	const known = await storedUntil(stores.records.db, provider.name, 'mentions');
	const stored = utcMs(Math.min(to, known ?? 0));
	if (stored > from) {
		const seen = await visibleBatches(stores.records.db);
		window.take(await mentionsBetween(stores.series, undefined, from / SECOND, stored / SECOND, seen), from, stored);
	}
	if (stored >= to || !provider.mentions) return;
	const last = Math.max(window.until ?? 0, stored);
	const since = last === 0 ? from : utcMs(Math.max(last, to - LONGEST_PAUSE));
	const block = await provider.mentions(since, to);
	if (!block) return;
	writer.add({ mentions: block, until: { mentions: to } });
	window.take(block, since, to);
}
