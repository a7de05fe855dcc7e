import { queryOptions } from '@tanstack/react-query';
import { dated } from '../../entities/readings/list-queries.ts';
import type { Api } from '../../lib/api/client.ts';
import type { CardActions } from './card-actions.ts';
import type { CardView } from './card-view.ts';

/** The comparison on the back of a card, for the card's own report; for visitors, the newest public one. */
export const comparisonQuery = (api: Api, { id, date }: Pick<CardView, 'id' | 'date'>, past: CardActions['past']) =>
	queryOptions({
		queryKey: ['signals', 'comparison', id, date, past ? (past.version ?? null) : 'visitors'],
		queryFn: () =>
			past
				? api.signals.sectorChartComparison({ params: { id }, query: dated({ date, version: past.version }) })
				: api.signals.landingComparison({ params: { id } }),
	});
