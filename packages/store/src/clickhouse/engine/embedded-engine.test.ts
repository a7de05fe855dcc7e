import { describe, expect, it } from 'vitest';
import { StoreError } from '../../faults/store-error.ts';
import { retryMalformed } from './embedded-engine.ts';

const MALFORMED = new StoreError('bad_block', '9 columns instead of 5');
const DAMAGED = new StoreError('series_damaged', 'The files of the series store are damaged.');

/** Fails with each of these errors, then returns 'rows'. */
function failing(...errors: Error[]) {
	let calls = 0;
	const read = async (): Promise<string> => {
		calls++;
		const error = errors.shift();
		if (error) throw error;
		return 'rows';
	};
	return { read, calls: () => calls };
}

describe('a malformed response of the embedded engine', () => {
	it('is requested again, once', async () => {
		await expect(retryMalformed(failing(MALFORMED).read)).resolves.toBe('rows');
		await expect(retryMalformed(failing(MALFORMED, MALFORMED).read)).rejects.toBe(MALFORMED);
	});

	it('gives way to the reason that the second response states', async () => {
		await expect(retryMalformed(failing(MALFORMED, DAMAGED).read)).rejects.toBe(DAMAGED);
	});

	it('is the only failure that is requested again', async () => {
		const { read, calls } = failing(DAMAGED);
		await expect(retryMalformed(read)).rejects.toBe(DAMAGED);
		expect(calls()).toBe(1);
	});
});
