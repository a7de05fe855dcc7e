import type { AnswerOf } from '@sw/contract/define';
import type { signals } from '@sw/contract/signals';
import type { ExtremeTab } from '@sw/domain/signals/sector';
import { respond } from '../../answer.ts';
import type { Handlers } from '../../handlers.ts';
import type { SignalsParts } from '../signals-parts.ts';
import { unlimited, type VisitorAllowance } from './allowance.ts';
import { createVisitorComparison } from './visitor-comparison.ts';
import { createVisitorDetail, type FilterOf } from './visitor-detail.ts';
import { createVisitorList } from './visitor-list.ts';
import { createVisitorOutline } from './visitor-outline.ts';

/** The track record of an extreme list; null until it has been measured. */
export type RecordOf = (tab: ExtremeTab) => AnswerOf<(typeof signals)['landingRecord']>['record'];

export const signalsHandlers = (
	parts: SignalsParts,
	allowance: VisitorAllowance = unlimited,
	recordOf: RecordOf = () => null,
	filterOf: FilterOf = () => undefined,
) => {
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
};
