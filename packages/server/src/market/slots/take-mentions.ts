import { HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { mentionsBetween } from '@sw/store/clickhouse/mentions';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import type { MentionWindow } from '../engine/mention-window.ts';
import type { MarketParts } from '../parts.ts';
import { storedUntil } from '../stored/stored-until.ts';

/** A day and a session: a walk that asks at the close serves the reports of that morning too. */
const KEPT = 34 * HOUR;

/**
 * Brings the mention window up to the last full hour before `time`: hours that are stored come from the store, later ones from the provider
 * and go to the writer. A provider without mentions leaves the window empty: reports then say that they do not know.
 */
export const takeMentions = async (
	{ stores, provider, writer }: Pick<MarketParts, 'stores' | 'provider' | 'writer'>,
	window: Pick<MentionWindow, 'until' | 'take'>,
	time: UtcMs,
): Promise<void> => {
	const to = utcMs(Math.floor(time / HOUR) * HOUR);
	const from = utcMs(Math.max(window.until ?? 0, to - KEPT));
	if (from >= to) return;
	const stored = utcMs(Math.min(to, Math.max(from, (await storedUntil(stores.records.db, provider.name, 'mentions')) ?? 0)));
	if (stored > from) {
		const seen = await visibleBatches(stores.records.db);
		window.take(await mentionsBetween(stores.series, undefined, from / SECOND, stored / SECOND, seen), from, stored);
	}
	if (stored >= to || !provider.mentions) return;
	const block = await provider.mentions(stored, to);
	if (!block) return;
	writer.add({ mentions: block, until: { mentions: to } });
	window.take(block, stored, to);
};
