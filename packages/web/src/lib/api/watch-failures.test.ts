import { describe, expect, it } from 'vitest';
import { watchFailures } from './watch-failures.ts';

const request = { method: 'GET', url: '/api/health' };

describe('watchFailures', () => {
	it.each([
		[200, false],
		[404, false],
		[429, false],
		[500, true],
		[503, true],
	])('an answer of %i is a failure: %s', async (status, failure) => {
		const { api, failed } = watchFailures(async () => ({ status, body: undefined }));
		expect(failed()).toBe(false);
		expect(await api(request)).toEqual({ status, body: undefined });
		expect(failed()).toBe(failure);
	});

	it('sees a call that got no answer, and passes its error on', async () => {
		const { api, failed } = watchFailures(() => Promise.reject(new Error('gone')));
		await expect(api(request)).rejects.toThrow('gone');
		expect(failed()).toBe(true);
	});
});
