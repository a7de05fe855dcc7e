import { queryOptions } from '@tanstack/react-query';
import { readingOf } from '../../entities/ticker/reading-of.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Api } from '../../lib/api/client.ts';

/** A ticker over many reports. */
export const trailQuery = (api: Api, id: number, state: TickerState, span: { from: string; to: string }) => {
	const query = { ...readingOf(state), ...span, algo: state.forecast ? ('forecast' as const) : ('reverse' as const) };
	return queryOptions({
		queryKey: ['signals', 'trail', id, query],
		queryFn: () => api.signals.sectorChartTrail({ params: { id }, query }),
	});
};
