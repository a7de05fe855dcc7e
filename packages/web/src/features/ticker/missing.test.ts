import { describe, expect, it } from 'vitest';
import { apiError } from '../../lib/api/api-error.ts';
import { whyCarried, whyMissing } from './missing.ts';

const refused = (detail: string) => apiError({ status: 404, body: { status: 404, title: 'Not Found', detail, errors: [] } });

describe('a ticker that does not come', () => {
	it('is mistyped, missing from this report, or one too many, depending on the answer', () => {
		expect(whyMissing(refused('Ticker not found'))).toBe('unknown');
		expect(whyMissing(refused("This ticker isn't in this report."))).toBe('report');
		expect(whyMissing(refused('Limit of free requests has been reached, purchase a license'))).toBe('allowance');
	});

	it('counts as mistyped if the URL has no symbol', () => {
		expect([undefined, 7, 'allowance', 'report'].map(whyCarried)).toEqual(['unknown', 'unknown', 'unknown', 'report']);
	});
});
