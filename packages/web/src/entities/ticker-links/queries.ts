import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

/** What is known of a ticker apart from its bars. */
export function tickerQuery(api: Api, id: number) {
	return queryOptions({ queryKey: ['prices', 'ticker', id], queryFn: () => api.prices.ticker({ params: { id } }) });
}
