import { routes } from 'virtual:routes';
import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { tickerReportQuery } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { type Api, urlOf } from '../../lib/api/client.ts';

interface Span {
	from: string;
	to: string;
}

type Format = NonNullable<InputOf<Contract['signals']['sectorChartTrailExport']>['query']>['format'];

/** Returns the URL for downloading the trail. */
export function trailFileUrl(id: number, state: TickerState, span: Span, format: Format): string {
	const [, path] = routes.signals.sectorChartTrailExport;
	return urlOf(path, { params: { id }, query: { ...trailParameters(state, span), format } });
}

function trailParameters(state: TickerState, span: Span) {
	return {
		...tickerReportQuery(state),
		...span,
		algo: state.forecast ? ('forecast' as const) : ('reverse' as const),
	};
}

/** Requests a ticker's trail: rate, price and depths in each report of a span of dates. */
export function trailQuery(api: Api, id: number, state: TickerState, span: Span) {
	const query = trailParameters(state, span);
	return queryOptions({
		queryKey: ['signals', 'trail', id, query],
		queryFn: () => api.signals.sectorChartTrail({ params: { id }, query }),
	});
}
