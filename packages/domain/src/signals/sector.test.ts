import { describe, expect, it } from 'vitest';
import { unpackWord } from './packed.ts';
import {
	candidateWords,
	EXTREME_TABS,
	isExtreme,
	OPERATIONS,
	SECTOR_COUNT,
	SECTORS,
	SQUEEZE,
	sectorIndex,
	TABS,
	tabOperation,
} from './sector.ts';

describe('what a ticker is taken for', () => {
	it('is a turn in a tab of extremes, and going on in its other direction', () => {
		expect(candidateWords('extreme_rise', 'short')).toBe('candidate to fall');
		expect(candidateWords('extreme_fall', 'long')).toBe('candidate to rise');
		expect(candidateWords('extreme_rise', 'long')).toBe('candidate to rise on');
		expect(candidateWords('extreme_fall', 'short')).toBe('candidate to fall on');
	});

	it('is the direction of its rate where it may have gone either way, and outside of every list', () => {
		for (const operation of OPERATIONS) {
			const rated = operation === 'short' ? 'rated for a fall' : 'rated for a rise';
			for (const { name } of TABS) {
				if (!isExtreme(name)) expect(candidateWords(name, operation)).toBe(rated);
				expect(candidateWords(name, operation, false)).toBe(rated);
			}
		}
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

	it('start a tab in the direction of a turn', () => {
		expect(TABS.map(({ name }) => tabOperation(name))).toEqual(['short', 'long', 'short', 'short']);
		expect(TABS.filter(({ name }) => isExtreme(name)).map(({ name }) => name)).toEqual([...EXTREME_TABS]);
	});
});
