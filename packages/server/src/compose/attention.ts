import { analyticsCalls } from '@sw/contract/attention';
import { analyticsHandlers } from '../areas/attention/handlers.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { createAttentionSource } from '../market/window/attention-source.ts';
import type { Source } from '../market/window/source.ts';
import type { TopSource } from '../market/window/top-source.ts';
import type { Desk } from './desk.ts';
import type { ReportedMarket } from './market.ts';

export interface AttentionWiring {
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'attention' | 'now'>;
	tops: TopSource;
	source: Source;
	lists: Desk['lists'];
	onTrouble(what: string, error: unknown): void;
}

/** Whom the crowd talks about. */
export const openAttention = ({ market, tops, source, lists, onTrouble }: AttentionWiring): { areas: Implementation[] } => {
	const { directory, now, reports } = market;
	const attention = createAttentionSource(market.attention);
	// What most readers ask for is ready before the first of them does.
	reports.onNewest(() => void attention.warm(now()).catch((error) => onTrouble('preparing the mentions', error)));
	return {
		areas: [
			implement(analyticsCalls, analyticsHandlers({ directory, attention, window: market.attention, tops, source, now, own: lists })),
		],
	};
};
