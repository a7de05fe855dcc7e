import { expect, it } from 'vitest';
import type { Api } from '../../lib/api/client.ts';
import { fanQuery } from './queries.ts';

it('a fan whose bands are not measured yet is asked for again each minute, and one that came is not', () => {
	const every = fanQuery({} as Api, 7, 'day', '2026-06-30T15:45:00Z').refetchInterval as (query: { state: { data: unknown } }) => unknown;
	expect(every({ state: { data: 'unmeasured' } })).toBe(60_000);
	expect(every({ state: { data: 'history' } })).toBe(false);
	expect(every({ state: { data: undefined } })).toBe(false);
	expect(every({ state: { data: { measured: [] } } })).toBe(false);
});
