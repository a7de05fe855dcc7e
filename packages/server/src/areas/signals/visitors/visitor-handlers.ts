import type { AnswerOf } from '@sw/contract/base/define';
import type { signals } from '@sw/contract/signals/signals';
import type { ExtremeTab } from '@sw/domain/signals/sector';
import type { TickerId } from '@sw/domain/time/units';
import { respond } from '../../answer.ts';
import type { Handlers } from '../../handlers.ts';
import { presentHead } from '../../report-head.ts';
import { createComparisons } from '../comparisons.ts';
import type { SignalsParts } from '../signals-parts.ts';
import { unlimitedAllowance, type VisitorAllowance } from './allowance.ts';
import { createVisitorDetail, type FilterOf } from './visitor-detail.ts';
import { createVisitorList } from './visitor-list.ts';
import { createVisitorOutline } from './visitor-outline.ts';
import { createVisitorRow } from './visitor-row.ts';

/** The track record of an extreme list; null until it has been measured. */
export type ReadRecord = (tab: ExtremeTab) => AnswerOf<(typeof signals)['landingRecord']>['record'];

export function signalsHandlers(
	parts: SignalsParts,
	allowance: VisitorAllowance = unlimitedAllowance,
	recordOf: ReadRecord = () => null,
	filterOf: FilterOf = () => undefined,
) {
	const list = createVisitorList(parts);
	const detail = createVisitorDetail(parts, allowance, filterOf);
	const outline = createVisitorOutline(parts);
	const comparison = createVisitorComparison(parts);
	return {
		landingSectorCharts: ({ query }) => list(query),
		landingRecord: ({ query }) => ({ record: parts.source.isPublic ? recordOf(query.tab_type) : null }),
		landingSectorChart: async ({ params, query, caller }) => {
			// A visitor's remaining allowance is private, so neither a cache nor a stored page may contain it.
			const headers = { 'cache-control': 'private, no-store' };
			return respond(200, await detail(params.id, query, caller), { headers });
		},
		landingOutline: ({ params, query }) => outline(params.id, query),
		landingComparison: ({ params }) => comparison(params.id),
	} satisfies Handlers<typeof signals>;
}

/** The back of a visitor's card: like the front, it shows the newest basic report and does not count towards the allowance. */
function createVisitorComparison(parts: SignalsParts) {
	const find = createVisitorRow(parts);
	const comparisons = createComparisons(parts);
	return async (id: TickerId): Promise<AnswerOf<(typeof signals)['landingComparison']>> => {
		const { facts, ticker, table, row } = await find(id);
		const report = { facts, table };
		return { report: presentHead(facts, parts.source), ...comparisons.of(report, row, ticker, comparisons.sessionsOf(report)) };
	};
}
