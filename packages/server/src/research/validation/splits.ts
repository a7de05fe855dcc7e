import type { DatedSplit } from '@sw/domain/research/episode-trades';
import type { UtcMs } from '@sw/domain/time/units';
import { createUniverse } from '../../market/engine/universe.ts';
import type { ResearchParts } from '../parts.ts';

/** Splits of all tickers that took effect from the session of an instant to that of another. */
export async function splitsUntil(
	{ store, provider, calendar }: ResearchParts,
	from: UtcMs | undefined,
	until: UtcMs,
): Promise<DatedSplit[]> {
	const [first, last] = [from === undefined ? undefined : calendar.lastOpened(from), calendar.lastOpened(until)];
	if (!first || !last) return [];
	const universe = createUniverse(await provider.universe(until));
	const { adjustmentsOn } = await store.prices.corporateActions(universe);
	return calendar
		.sessionsBetween(first.date, last.date)
		.flatMap(({ date, open }) =>
			(adjustmentsOn(date).splits ?? []).map(({ row, ratio }) => ({ tickerId: universe.ids[row]!, at: open, ratio })),
		);
}
