import { describe, expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { CODE_LENGTH, orderCode } from './order.ts';
import { addPeriod, amountOf, BILLING_PERIODS, centsOf, monthsOf, periodLabel } from './plan.ts';

describe('plans', () => {
	it('are paid for by the month or by the year', () => {
		expect(BILLING_PERIODS.map(({ name }) => [periodLabel(name), name, monthsOf(name)])).toEqual([
			['Monthly', 'month', 1],
			['Annually', 'year', 12],
		]);
	});

	it('end on the same day of a later month, or on its last', () => {
		const from = (iso: string, period: 'month' | 'year') => new Date(addPeriod(utcMs(Date.parse(iso)), period)).toISOString();
		expect(from('2026-03-21T19:02:59Z', 'month')).toBe('2026-04-21T19:02:59.000Z');
		expect(from('2026-01-31T10:00:00Z', 'month')).toBe('2026-02-28T10:00:00.000Z');
		expect(from('2026-12-31T10:00:00Z', 'month')).toBe('2027-01-31T10:00:00.000Z');
		expect(from('2024-02-29T10:00:00Z', 'year')).toBe('2025-02-28T10:00:00.000Z');
	});

	it('cost whole cents', () => {
		expect([0, 0.01, 19.99, 1.1, 999_999.99].map((amount) => amountOf(centsOf(amount)))).toEqual([0, 0.01, 19.99, 1.1, 999_999.99]);
	});

	it('are ordered under a code of letters that nobody takes for one another', () => {
		const code = orderCode(Uint8Array.from({ length: 32 }, (_, n) => n * 7));
		expect(code).toMatch(/^[A-Z2-9]{12}$/);
		expect(code).toHaveLength(CODE_LENGTH);
		expect(code).not.toMatch(/[01IOL]/);
	});
});
