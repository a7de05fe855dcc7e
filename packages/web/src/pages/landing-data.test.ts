import { describe, expect, it } from 'vitest';
import { landingWords } from '../features/landing/words.ts';
import { apiError } from '../lib/api/api-error.ts';
import { Missing, orMissing } from './landing-data.ts';

describe('what does not come to the landing', () => {
	it('is told with status and message, in the words of what it is', () => {
		const body = { status: 503, title: 'Service Unavailable', detail: 'Past reports are away.', errors: [] };
		const missing = orMissing(landingWords.missing.list)(apiError({ status: 503, body }));
		expect(missing).toBeInstanceOf(Missing);
		expect([missing.message, missing.said]).toEqual(['Failed to Get Target List', '503 Past reports are away.']);
		expect(orMissing(landingWords.missing.tops)(new Error('broken'))).toMatchObject({ message: 'Failed to load table tops', said: '' });
	});
});
