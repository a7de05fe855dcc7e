import { describe, expect, it } from 'vitest';
import { unpackWord } from './packed.ts';
import {
	candidateDirection,
	candidateLabel,
	EXTREME_TABS,
	isExtreme,
	OPERATIONS,
	SECTOR_COUNT,
	SECTORS,
	SQUEEZE,
	sectorIndex,
	sectorLabel,
	TABS,
	tabOperation,
} from './sector.ts';

describe('what a ticker is taken for', () => {
	it('is a turn in a tab of extremes, and moving on in its other direction', () => {
		expect(candidateLabel('extreme_rise', 'short')).toBe('candidate to fall back');
		expect(candidateLabel('extreme_fall', 'long')).toBe('candidate to recover');
		expect(candidateLabel('extreme_rise', 'long')).toBe('candidate to rise further');
		expect(candidateLabel('extreme_fall', 'short')).toBe('candidate to fall further');
	});

	it('has no direction where tickers may have moved either way, and outside of the list', () => {
		for (const operation of OPERATIONS) {
			expect(candidateLabel('free', operation)).toBe('listed as unusual');
			expect(candidateLabel('coiled_spring', operation)).toBe('candidate to break out');
			for (const { name } of TABS) {
				expect(candidateLabel(name, operation, false)).toBe('not in this list');
				expect(candidateDirection(name, operation, false)).toBeNull();
				expect(candidateDirection(name, operation)).toBe(isExtreme(name) ? operation : null);
			}
		}
	});

	it('follows the direction of a saved filter', () => {
		expect(candidateLabel('free', 'short', true, 'long')).toBe('candidate to rise');
		expect(candidateLabel('extreme_rise', 'short', true, 'long')).toBe('candidate to rise further');
		expect(candidateDirection('free', 'short', true, 'long')).toBe('long');
	});
});

describe('sectors and tabs', () => {
	it('have each sector at its place in a packed word, squeeze behind them', () => {
		expect(SECTORS.map(({ key }) => sectorIndex(key))).toEqual([0, 1, 2, 3, 4, 5]);
		expect([SECTORS.length, SQUEEZE]).toEqual([SECTOR_COUNT, SECTOR_COUNT]);
		SECTORS.forEach(({ key }, place) => {
			const lit = unpackWord(3 << (4 * sectorIndex(key))).depths.indexOf(3);
			expect([key, lit]).toEqual([key, place]);
		});
	});

	it('say what happened in a cell', () => {
		expect([...SECTORS.map(({ key }) => key), 'squeeze' as const].map(sectorLabel)).toEqual([
			'Rose',
			'Fell',
			'Options busy',
			'Volume busy',
			'Put-heavy',
			'Call-heavy',
			'Quiet',
		]);
	});

	it('start a tab in the direction of a turn', () => {
		expect(TABS.map(({ name }) => tabOperation(name))).toEqual(['short', 'long', 'short', 'short']);
		expect(TABS.filter(({ name }) => isExtreme(name)).map(({ name }) => name)).toEqual([...EXTREME_TABS]);
	});
});
