import { describe, expect, it } from 'vitest';
import { apiError } from '../../lib/api/api-error.ts';
import { explainLinkError } from './link-fault.ts';
import { words } from './words.ts';

function refused(detail: string, errors: { field: string; message: string }[] = []) {
	return apiError({ status: 400, body: { status: 400, title: 'Malformed request parameters', detail, errors } });
}

describe('why the link of a mail cannot be used', () => {
	it('is said in our words where the link is no whole one', () => {
		const raw = 'The parameter id must be an id such as 123e4567-e89b-42d3-a456-426614174000.';
		expect(explainLinkError(refused(raw, [{ field: 'id', message: raw }]))).toBe(words.linkBroken);
	});

	it('is a sentence with one full stop', () => {
		expect(explainLinkError(refused('This link was used already'))).toBe('This link was used already.');
		expect(explainLinkError(new Error('The network is down.'))).toBe('The network is down.');
	});
});
