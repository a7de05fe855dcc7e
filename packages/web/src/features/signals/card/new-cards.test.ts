import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MARK_MS } from '../shared/use-new-cards.ts';

describe('the mark of a card that has just come', () => {
	it('lasts three seconds, as long as its animation', () => {
		const css = readFileSync(new URL('card.module.css', import.meta.url), 'utf8');
		expect(MARK_MS).toBe(3_000);
		expect(/animation: arrive (\d+)s/.exec(css)?.[1]).toBe('3');
	});
});
