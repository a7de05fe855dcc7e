import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import type { Outbound } from '../../outbound/outbound.ts';
import { createMassiveClient } from './client.ts';

const DAY = exchangeDate('2025-01-08');

/** A vendor that gives each page the next URL that `nextOf` names. */
function client(nextOf: (url: URL) => string | undefined) {
	const requested: string[] = [];
	const outbound: Pick<Outbound, 'text'> = {
		text: async (_call, url) => {
			requested.push(String(url));
			return JSON.stringify({ results: [], next_url: nextOf(new URL(url)) });
		},
	};
	return { requested, client: createMassiveClient(outbound as Outbound, 'key', 'https://vendor.test') };
}

describe('the pages of an answer', () => {
	it('are followed by path alone, so that the key stays with the vendor', async () => {
		const { requested, client: massive } = client(({ searchParams }) =>
			searchParams.has('cursor') ? undefined : 'https://elsewhere.test/next?cursor=2',
		);
		expect(await massive.splits(DAY, DAY)).toEqual([]);
		expect(requested[1]).toBe('https://vendor.test/next?cursor=2');
		expect(requested.length).toBe(2);
	});

	it('that name themselves as the next are refused at once', async () => {
		const { requested, client: massive } = client(() => 'https://vendor.test/next?cursor=2');
		await expect(massive.splits(DAY, DAY)).rejects.toMatchObject({ fault: 'shape', field: 'next_url' });
		expect(requested.length).toBe(2);
	});

	it('whose next address is none are refused', async () => {
		const { client: massive } = client(() => 'no address');
		await expect(massive.splits(DAY, DAY)).rejects.toMatchObject({ fault: 'shape' });
	});
});
