import { expect, it } from 'vitest';
import { bytesText } from './bytes.ts';

it('writes bytes with the unit that suits them', () => {
	expect([0, 999, 1_000, 48.2e9, -0.6e9, 3e15].map(bytesText)).toEqual(['0 B', '999 B', '1.0 kB', '48.2 GB', '−600.0 MB', '3000.0 TB']);
});
