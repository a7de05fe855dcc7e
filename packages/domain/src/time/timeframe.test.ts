import { expect, it } from 'vitest';
import { STRATEGIES, strategyOf, TIMEFRAMES, type Timeframe } from './timeframe.ts';

it.each(STRATEGIES)('the strategy of $label is found by its three timeframes, in any order', (strategy) => {
	const named = strategy.slots.map((slot) => TIMEFRAMES[slot].name);
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
