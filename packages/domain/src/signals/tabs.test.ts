import { expect, it } from 'vitest';
import { PARAMETERS_V1 } from './parameters.ts';
import { SECTORS } from './sector.ts';
import { cardSectors, highestRate, keepOneDirection, tabSectors } from './tabs.ts';

it('a card shows the tab’s sectors, and the side of calls − puts that a filter asks for', () => {
	const own = tabSectors('extreme_rise', 'short');
	expect(cardSectors('extreme_rise', 'short')).toEqual(own);
	expect(cardSectors('extreme_rise', 'short', [{ sector: 'call_without_put_short', value: 2 }])).toEqual(own);
	expect(cardSectors('extreme_rise', 'short', [{ sector: 'call_without_put_long', value: 0 }])).toEqual(own);
	expect(cardSectors('extreme_rise', 'short', [{ sector: 'call_without_put_long', value: 2 }])).toEqual([
		'price_short',
		'call_with_put',
		'volume',
		'call_without_put_short',
		'call_without_put_long',
	]);
});

it('a card of Free shows all six sectors, because its tickers may have moved either way', () => {
	const all = cardSectors('free', 'short');
	expect(all).toEqual(SECTORS.map(({ key }) => key));
	const cards = SECTORS.map(({ sector, operation }) => ({ sector, operation }));
	expect(keepOneDirection(cards, 'short')).toEqual(cards);
});

it('the highest rate has every rated cell at the deepest depth', () => {
	expect(highestRate(PARAMETERS_V1.slotWeights)).toBe(140);
	expect(highestRate([1, 2, 4], 6)).toBe(210);
	expect(highestRate([1, 1, 1])).toBe(60);
});
