import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import type { VendorBar } from '../bars.ts';
import { toRawPrices } from './parse.ts';

function bar(ms: number, price: number, volume = 100): VendorBar {
	return { ms, open: price, high: price, low: price, close: price, volume };
}

function split(ratio: number) {
	return { symbol: 'X', date: exchangeDate('2025-01-08'), ratio };
}

function closes(bars: VendorBar[]) {
	return bars.map(({ close, volume }) => [close, volume]);
}

describe('prices as printed', () => {
	it('are made of adjusted ones, and left alone where the jump is there', () => {
		expect(closes(toRawPrices([bar(1, 25), bar(2, 25.5)], [split(4)], () => 2))).toEqual([
			[100, 25],
			[25.5, 100],
		]);
		expect(closes(toRawPrices([bar(1, 100), bar(2, 25.5)], [split(4)], () => 2))).toEqual([
			[100, 100],
			[25.5, 100],
		]);
	});

	it('know consolidations, several splits, and splits after the last bar', () => {
		expect(closes(toRawPrices([bar(1, 50), bar(2, 50)], [split(0.1)], () => 2))[0]).toEqual([5, 1_000]);
		const [first, second] = [split(2), split(3)];
		expect(
			closes(toRawPrices([bar(1, 10), bar(2, 10), bar(3, 10)], [first, second], (s) => (s === first ? 2 : 3))).map(([close]) => close),
		).toEqual([60, 30, 10]);
		expect(closes(toRawPrices([bar(1, 10)], [split(2)], () => 9))).toEqual([[20, 50]]);
		expect(closes(toRawPrices([bar(1, 10)], [], () => 9))).toEqual([[10, 100]]);
	});
});
