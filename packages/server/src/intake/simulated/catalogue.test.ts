import { describe, expect, it } from 'vitest';
import { createCatalogue, ROWS } from './catalogue.ts';
import { REAL_SYMBOLS } from './names.ts';

describe('catalogue', () => {
	const c = createCatalogue(1);

	it('names 1,200 different companies with pronounceable symbols of two to five letters', () => {
		expect(new Set(c.names.map((n) => n.symbol)).size).toBe(ROWS);
		expect(new Set(c.names.map((n) => n.name)).size).toBe(ROWS);
		for (const { symbol } of c.names) {
			expect(symbol).toMatch(/^[A-Z]{2,5}$/);
			expect(symbol).toMatch(/[AEIOUY]/);
			expect(REAL_SYMBOLS).not.toContain(symbol);
		}
	});

	it('holds every tier and industry, funds, and names with and without options', () => {
		expect(new Set(c.tier).size).toBe(6);
		expect(new Set(c.industry).size).toBe(12);
		expect(c.isFund.reduce((a, b) => a + b, 0)).toBe(60);
		const optionable = c.advContracts.filter((v) => v > 0).length;
		expect(optionable).toBeGreaterThan(500);
		expect(optionable).toBeLessThan(900);
	});

	it('keeps the names and changes the numbers with another seed', () => {
		const other = createCatalogue(2);
		expect(other.names).toEqual(c.names);
		expect(other.logPrice).not.toEqual(c.logPrice);
	});
});
