import { describe, expect, it } from 'vitest';
import { findTickerAction } from './keys.ts';

function press(key: string, shiftKey = false) {
	return findTickerAction({ key, shiftKey });
}

describe('keys on the page of a ticker', () => {
	it('walk the list forward and back', () => {
		expect([press(' '), press('ArrowRight'), press('j')]).toEqual(['next', 'next', 'next']);
		expect([press(' ', true), press('ArrowLeft'), press('k')]).toEqual(['previous', 'previous', 'previous']);
	});

	it('star, freeze, open another site and lead back, and leave every other key alone', () => {
		expect([press('f'), press('x'), press('o'), press('Escape')]).toEqual(['star', 'freeze', 'open', 'back']);
		expect([press('f', true), press('ArrowUp'), press('Tab'), press('q')]).toEqual([undefined, undefined, undefined, undefined]);
	});
});
