import { expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from './batch.ts';

it('a file of market data can be uploaded up to 16 MB, as the page for operators says', () => {
	expect(MAX_UPLOAD_BYTES / 2 ** 20).toBe(16);
});
