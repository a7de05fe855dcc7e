import { describe, expect, it } from 'vitest';
import { resolvePageStatus, watchFailures } from './watch-failures.ts';

const request = { method: 'GET', url: '/api/health' };

describe('watchFailures', () => {
	it.each([
		[200, false],
		[404, false],
		[429, false],
		[500, true],
		[503, true],
	])('an answer of %i is a failure: %s', async (status, failure) => {
		const { api, hasFailed } = watchFailures(async () => ({ status, body: undefined }));
		expect(hasFailed()).toBe(false);
		expect(await api(request)).toEqual({ status, body: undefined });
		expect(hasFailed()).toBe(failure);
	});

	it('sees a call that got no answer, and passes its error on', async () => {
		const { api, hasFailed } = watchFailures(() => Promise.reject(new Error('gone')));
		await expect(api(request)).rejects.toThrow('gone');
		expect(hasFailed()).toBe(true);
	});
});

describe('statusOfPage', () => {
	it.each([
		[200, false, 200],
		[200, true, 503],
		[500, true, 503],
		[500, false, 500],
		[404, true, 404],
		[307, true, 307],
	])('of a page that was drawn as %i (a call failed: %s) is %i', (drawn, failed, status) => {
		expect(resolvePageStatus(drawn, failed)).toBe(status);
	});
});
