import { describe, expect, it } from 'vitest';
import { alpacaLoad } from './alpaca/alpaca-market.ts';
import { fitted, loadText } from './load.ts';
import { massiveLoad } from './massive/massive-market.ts';
import { yahooLoad } from './yahoo/yahoo-market.ts';

describe('what a rate limit serves', () => {
	it.each([
		['yahoo', yahooLoad, 120, { symbols: 150, chains: 50 }],
		['alpaca', alpacaLoad, 180, { symbols: 2_000, chains: 50 }],
		['massive', massiveLoad(false), 600, { symbols: 1_000, chains: 50 }],
		['massive with files', massiveLoad(true), 600, { symbols: 1_000, chains: 50 }],
	])('is what %s follows by itself', (_name, load, perMinute, wanted) => {
		const fitting = fitted(load, perMinute, wanted);
		expect([fitting.symbols, fitting.chains]).toEqual([wanted.symbols, wanted.chains]);
	});

	it('is never exceeded: chains go first, then symbols', () => {
		expect(fitted(yahooLoad, 60, { symbols: 150, chains: 300 })).toMatchObject({ symbols: 150, chains: 150 });
		expect(fitted(yahooLoad, 33, { symbols: 150, chains: 150 })).toMatchObject({ symbols: 99, chains: 99 });
		const { symbols, chains, load } = fitted(massiveLoad(false), 5, { symbols: 1_000, chains: 50 });
		expect([symbols, chains]).toEqual([15, 5]);
		expect(load.slot + load.options).toBeLessThanOrEqual(5 * 12);
		expect(fitted(yahooLoad, 1, { symbols: 0, chains: 0 }).symbols).toBe(1);
	});

	it('is told as arithmetic', () => {
		expect(loadText(fitted(yahooLoad, 120, { symbols: 150, chains: 50 }), 120)).toBe(
			'150 symbols at 120 requests a minute: first start 308 requests, 3 min; a slot 150, 2 min, and 150 for 50 option chains.',
		);
	});
});
