import type { signals } from '@sw/contract/signals';
import { respond } from '../../answer.ts';
import type { Handlers } from '../../handlers.ts';
import type { SignalsParts } from '../signals-parts.ts';
import { unlimited, type VisitorAllowance } from './allowance.ts';
import { createVisitorComparison } from './visitor-comparison.ts';
import { createVisitorDetail } from './visitor-detail.ts';
import { createVisitorList } from './visitor-list.ts';
import { createVisitorOutline } from './visitor-outline.ts';

export const signalsHandlers = (parts: SignalsParts, allowance: VisitorAllowance = unlimited) => {
	const list = createVisitorList(parts);
	const detail = createVisitorDetail(parts, allowance);
	const outline = createVisitorOutline(parts);
	const comparison = createVisitorComparison(parts);
	return {
		landingSectorCharts: ({ query }) => list(query),
		landingSectorChart: async ({ params, query, caller }) => {
			// What one visitor may still open is no other's business: neither a cache nor a kept page may show it.
			const headers = { 'cache-control': 'private, no-store' };
			return respond(200, await detail(params.id, query, caller), { headers });
		},
		landingOutline: ({ params, query }) => outline(params.id, query),
		landingComparison: ({ params }) => comparison(params.id),
	} satisfies Handlers<typeof signals>;
};
