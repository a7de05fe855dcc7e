import { isoSeconds } from '@sw/domain/time/format';
import type { Source } from '../market/window/source.ts';
import type { HotReports } from '../reports/hot-reports.ts';
import type { PageWiring } from './pages.ts';

/** The public tickers of the newest report, and its time, for search engines. */
export function publicListing(source: Pick<Source, 'isPublic'>, reports: Pick<HotReports, 'latest' | 'table'>): PageWiring['listing'] {
	return async () => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		const table = facts && (await reports.table(facts));
		return { tickers: table ? [...table.tickerId] : [], time: facts && table ? isoSeconds(facts.time) : undefined };
	};
}
