import type { Level } from '@sw/domain/prices/level';
import { describe, expect, it } from 'vitest';
import { createLevelTexts, formatLevel, parseLevel, parsePrice, parseTime, toDrawnLevel } from './level-text.ts';

function at(iso: string): number {
	return Date.parse(iso) / 1_000;
}

const TREND: Level = {
	kind: 'trend',
	from: { time: at('2026-06-26T15:30:00Z'), price: 60 },
	to: { time: at('2026-06-30T13:30:00Z'), price: 63.5 },
};

describe('the form of a level', () => {
	it('brings back what it was opened with', () => {
		for (const level of [TREND, { kind: 'line', price: 63.25 } as const]) expect(parseLevel(createLevelTexts(level))).toEqual(level);
		expect(createLevelTexts(TREND)).toMatchObject({ fromTime: '2026-06-26T11:30', toTime: '2026-06-30T09:30' });
		expect(parseLevel(createLevelTexts(undefined))).toBeUndefined();
	});

	it('puts the earlier point first, and takes no two of one instant', () => {
		const texts = {
			kind: 'trend',
			price: '',
			fromTime: '2026-06-30T09:30',
			fromPrice: '63.5',
			toTime: '2026-06-26T11:30',
			toPrice: '60',
		} as const;
		expect(parseLevel(texts)).toEqual(TREND);
		expect(parseLevel({ ...texts, toTime: texts.fromTime })).toBeUndefined();
	});

	it('reads prices and instants of New York', () => {
		expect(['63.5', ' $63.50 ', '101,5', '0', '-1', 'x', '', '99999999'].map(parsePrice)).toEqual([
			63.5,
			63.5,
			101.5,
			...new Array(5).fill(undefined),
		]);
		expect(parseTime('2026-01-05T09:30')).toBe(at('2026-01-05T14:30:00Z'));
		expect(['2026-02-30T09:30', '2026-01-05', '', '2026-01-05Tx'].map(parseTime)).toEqual(new Array(4).fill(undefined));
	});
});

describe('a level in words', () => {
	it('names its prices, and the instants of a trend', () => {
		expect(formatLevel({ kind: 'line', price: 63.5 })).toBe('Line at $63.50');
		expect(formatLevel(TREND)).toBe('Trend line from $60.00 (06/26/2026 11:30 ET) to $63.50 (06/30/2026 09:30 ET)');
		expect([toDrawnLevel({ kind: 'line', price: 5 }).label, toDrawnLevel(TREND).label]).toEqual(['$5.00', '$60.00 → $63.50']);
	});
});
