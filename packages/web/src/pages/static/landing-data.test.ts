import { describe, expect, it } from 'vitest';
import { landingWords } from '../../features/landing/words.ts';
import { apiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { LoadFailure, loadExample, toLoadFailure } from './landing-data.ts';

describe('what does not come to the landing', () => {
	it('is reported with status and message, and the name of the part', () => {
		const body = { status: 503, title: 'Service Unavailable', detail: 'Past reports are away.', errors: [] };
		const missing = toLoadFailure(landingWords.missing.list)(apiError({ status: 503, body }));
		expect(missing).toBeInstanceOf(LoadFailure);
		expect([missing.message, missing.reason]).toEqual(['Failed to Get Target List', '503 Past reports are away.']);
		expect(toLoadFailure(landingWords.missing.tops)(new Error('broken'))).toMatchObject({
			message: 'Failed to load table tops',
			reason: '',
		});
	});
});

describe('the card that explains a wheel', () => {
	/** The answers of calls where no list has a card. */
	const api = (time: string | null, shown: boolean) =>
		({
			signals: { landingSectorCharts: async () => ({ items: [], time }) },
			prices: { landingPage: async () => ({ shown }) },
		}) as unknown as Api;

	it('is none where nothing is extreme, no report has been published, or prices may not be shown, with the reason', async () => {
		const empty = { card: undefined, record: null };
		expect(await loadExample(api('2026-06-30T15:45:00Z', true))).toEqual({ ...empty, reason: 'quiet' });
		expect(await loadExample(api(null, true))).toEqual({ ...empty, reason: 'early' });
		expect(await loadExample(api(null, false))).toEqual({ ...empty, reason: 'hidden' });
	});
});
