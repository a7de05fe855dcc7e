import { expect, it } from 'vitest';
import { POST, PRE, REGULAR } from './blocks.ts';
import { defaultInterval, findInterval, INTERVALS, TOP_INTERVALS, TOPS } from './top-lists.ts';

it('tables of highs and lows look back over the year, all others over the day', () => {
	expect(TOPS.map(({ name }) => name).filter((name) => defaultInterval(name) === 'ytd')).toEqual(['high', 'low']);
	expect(TOPS.map(({ name }) => name).filter((name) => defaultInterval(name) === 'day')).toEqual([
		'active',
		'gainers',
		'losers',
		'unusual_volume',
		'deviation',
	]);
});

it('an interval is short where it lies within about a day', () => {
	expect(INTERVALS.filter(({ short }) => short).map(({ name }) => name)).toEqual(['hour', '4h', 'day', 'premarket', 'after_hours']);
});

it('every interval reads regular bars but the two that are named after another part of the day', () => {
	expect(TOP_INTERVALS.map((name) => findInterval(name).session)).toEqual([...new Array(8).fill(REGULAR), PRE, POST]);
	expect(TOP_INTERVALS.map((name) => findInterval(name).name)).toEqual(TOP_INTERVALS);
});
