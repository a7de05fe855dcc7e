import { expect, it } from 'vitest';
import { apiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';
import { findTickerId } from './load-ticker.ts';

function refusal(status: number): Error {
	return apiError({ status, body: { status, title: 'No', detail: 'No', errors: [] } });
}

function api(answer: () => Promise<object>): Api {
	return { prices: { landingTable: answer } } as unknown as Api;
}

it('finds the ticker of a symbol, and distinguishes an unknown one from a failed search', async () => {
	expect(
		await findTickerId(
			api(async () => ({ items: [{ ticker_id: 7 }] })),
			'amd',
		),
	).toBe(7);
	expect(
		await findTickerId(
			api(async () => ({ items: [] })),
			'none',
		),
	).toBeUndefined();
	expect(
		await findTickerId(
			api(() => Promise.reject(refusal(400))),
			'x'.repeat(20),
		),
	).toBeUndefined();
	for (const away of [refusal(503), refusal(0)])
		await expect(
			findTickerId(
				api(() => Promise.reject(away)),
				'AMD',
			),
		).rejects.toBe(away);
});
