import { type SearchQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import { type BarGrid, createBarGrid } from '@sw/domain/research/walk/bar-grid';
import type { Calendar } from '@sw/domain/time/calendar';

const grids = new WeakMap<Calendar, BarGrid[]>();

/** The bars that a question's horizons and cool-down count. */
export function gridFor({ calendar }: { calendar: Calendar }, question: Pick<SearchQuestion, 'strategy'>): BarGrid {
	const timeframe = searchTimeframe(question);
	const known = grids.get(calendar) ?? [];
	grids.set(calendar, known);
	known[timeframe] ??= createBarGrid(calendar, timeframe);
	return known[timeframe];
}
