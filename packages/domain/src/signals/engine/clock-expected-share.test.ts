import { expect, it } from 'vitest';
import { expectedShare } from './clock.ts';

it('sums the shares of slots; the last of a short session has that of the close, one beyond the profile none', () => {
	const profile = [4, 2, 1, 3];
	expect(expectedShare(profile, 0, 4, 4)).toBe(10);
	expect(expectedShare(profile, 1, 3, 4)).toBe(3);
	expect(expectedShare(profile, 2, 2, 4)).toBe(0);
	// Three slots: the third is the closing one.
	expect(expectedShare(profile, 0, 3, 3)).toBe(4 + 2 + 3);
	expect(expectedShare(profile, 3, 6, 9)).toBe(3);
});
