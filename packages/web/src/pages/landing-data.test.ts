import { describe, expect, it } from 'vitest';
import { landingWords } from '../features/landing/words.ts';
import { apiError } from '../lib/api/api-error.ts';
import type { Api } from '../lib/api/client.ts';
import { exampleOf, Missing, orMissing } from './landing-data.ts';

describe('what does not come to the landing', () => {
	it('is told with status and message, in the words of what it is', () => {
		const body = { status: 503, title: 'Service Unavailable', detail: 'Past reports are away.', errors: [] };
		const missing = orMissing(landingWords.missing.list)(apiError({ status: 503, body }));
		expect(missing).toBeInstanceOf(Missing);
		expect([missing.message, missing.said]).toEqual(['Failed to Get Target List', '503 Past reports are away.']);
		expect(orMissing(landingWords.missing.tops)(new Error('broken'))).toMatchObject({ message: 'Failed to load table tops', said: '' });
	});
});

describe('the card that explains a wheel', () => {
	/** The answers of calls where no list has a card. */
	const api = (time: string | null, shown: boolean) =>
		({
			signals: { landingSectorCharts: async () => ({ items: [], time }) },
			prices: { landingPage: async () => ({ shown }) },
		}) as unknown as Api;

	it('is none where nothing is extreme, no report has come out, or prices may not be shown: and which of these is told', async () => {
		const nobody = { card: undefined, record: null };
		expect(await exampleOf(api('2026-06-30T15:45:00Z', true))).toEqual({ ...nobody, why: 'quiet' });
		expect(await exampleOf(api(null, true))).toEqual({ ...nobody, why: 'early' });
		expect(await exampleOf(api(null, false))).toEqual({ ...nobody, why: 'hidden' });
	});
});
