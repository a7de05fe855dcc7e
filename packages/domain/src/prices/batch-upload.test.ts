import { expect, it } from 'vitest';
import { LARGEST_UPLOAD } from './batch.ts';

it('a file of market data can be uploaded up to 16 MB, as the page for operators says', () => {
	expect(LARGEST_UPLOAD / 2 ** 20).toBe(16);
});
