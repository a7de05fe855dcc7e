import { expect, it } from 'vitest';
import { parseTimeframe, STRATEGIES, strategyNamed, strategyOf, TIMEFRAMES, type Timeframe, timeframeIndex } from './timeframe.ts';

it.each(STRATEGIES)('the strategy of $label is found by its three timeframes, in any order', (strategy) => {
	const named = strategy.rated.map((slot) => TIMEFRAMES[slot].name);
	expect(strategyOf(named)).toBe(strategy);
	expect(strategyOf(named.toReversed())).toBe(strategy);
});

it.each<[string, Timeframe[]]>([
	['none', []],
	['two', ['fifteen_minutes', 'thirty_minutes']],
	['four', ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'day']],
	['three with one twice', ['fifteen_minutes', 'thirty_minutes', 'thirty_minutes']],
	['four of which two are one', ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'one_hour']],
	['three of no strategy', ['fifteen_minutes', 'thirty_minutes', 'day']],
])('%s are no strategy', (_, timeframes) => {
	expect(strategyOf(timeframes)).toBeUndefined();
});

it.each(STRATEGIES)(
	'the strategy of $label rates the timeframes of its label, and shows others beside them',
	({ name, label, rated, higher }) => {
		expect(rated.map((slot) => TIMEFRAMES[slot].label).join('·')).toBe(label);
		expect(higher.filter((one) => (rated as readonly number[]).includes(one))).toEqual([]);
		expect(strategyNamed(name).label).toBe(label);
	},
);

it('timeframes last as many quarter-hours as their labels say, the day the whole session', () => {
	expect(TIMEFRAMES.map(({ label, slots }) => `${label} ${slots * 15}`)).toEqual(['15m 15', '30m 30', '1h 60', '4h 240', '1d 390']);
});

it.each(TIMEFRAMES.map((timeframe, index) => ({ ...timeframe, index })))(
	'$label is found by its name and by its code',
	({ name, code, index }) => {
		expect([parseTimeframe(name), parseTimeframe(code), timeframeIndex(name)]).toEqual([name, name, index]);
	},
);

it.each(['', '1', '1d', '1h', 'hour', '15m'])('%j is neither name nor code of a timeframe', (text) => {
	expect(parseTimeframe(text)).toBeUndefined();
});
