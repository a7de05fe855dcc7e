import { describe, expect, it } from 'vitest';
import { apiError } from '../../lib/api/api-error.ts';
import { findMissingReason, readNotFoundReason } from './queries.ts';

function refused(detail: string) {
	return apiError({ status: 404, body: { status: 404, title: 'Not Found', detail, errors: [] } });
}

describe('a ticker that does not come', () => {
	it('is mistyped, missing from this report, or one too many, depending on the answer', () => {
		expect(findMissingReason(refused('Ticker not found'))).toBe('unknown');
		expect(findMissingReason(refused("This ticker isn't in this report."))).toBe('report');
		expect(findMissingReason(refused('Limit of free requests has been reached, purchase a license'))).toBe('allowance');
	});

	it('counts as mistyped if the URL has no symbol', () => {
		expect([undefined, 7, 'allowance', 'report'].map(readNotFoundReason)).toEqual(['unknown', 'unknown', 'unknown', 'report']);
	});
});
