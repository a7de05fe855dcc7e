import { NO_SUCH_FILTER, NO_SUCH_TICKER } from '@sw/domain/access/allowance';
import { expect, it } from 'vitest';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { apiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { visitorTickerQuery } from './queries.ts';

/** What a visitor's ticker is asked with, where the call refuses a filter with this sentence. */
async function requestsWith(filter: number | undefined, refusal?: string) {
	const filters: unknown[] = [];
	const answer = async ({ query }: { query: { filter?: number } }) => {
		filters.push(query.filter);
		if (query.filter !== undefined && refusal !== undefined)
			throw apiError({ status: 404, body: { status: 404, title: 'Not Found', detail: refusal, errors: [] } });
		return {};
	};
	const { queryFn } = visitorTickerQuery({ signals: { landingSectorChart: answer } } as unknown as Api, 7, state(filter));
	const failed = await Promise.resolve((queryFn as () => Promise<unknown>)()).then(
		() => false,
		() => true,
	);
	return { filters, failed };
}

function state(filter: number | undefined) {
	return { list: { ...DEFAULT_STATE, filter } } as TickerState;
}

it('asks for the filter of the address, and without it where the filter is another account’s', async () => {
	expect(await requestsWith(undefined)).toEqual({ filters: [undefined], failed: false });
	expect(await requestsWith(3)).toEqual({ filters: [3], failed: false });
	expect(await requestsWith(3, NO_SUCH_FILTER)).toEqual({ filters: [3, undefined], failed: false });
	expect(await requestsWith(3, NO_SUCH_TICKER)).toEqual({ filters: [3], failed: true });
});
