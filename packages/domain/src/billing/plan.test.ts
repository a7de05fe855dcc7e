import { describe, expect, it } from 'vitest';
import { LICENCES } from '../reports/licence.ts';
import { DAY, utcMs } from '../time/units.ts';
import { CODE_LENGTH, createOrderCode, UNPAID_ORDER_LIFE } from './order.ts';
import { addPeriod, amountOf, BILLING_PERIODS, centsOf, createExamplePrice, MAX_AMOUNT, monthsOf, periodLabel } from './plan.ts';

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

	it('cost 19, 49 and 99 dollars a month where they are only an example, and ten months of that a year', () => {
		const costs = (period: 'month' | 'year') => LICENCES.map((license) => createExamplePrice({ id: 'p', license, period }));
		expect(costs('month')).toEqual([1_900, 4_900, 9_900].map((cents) => ({ productId: 'p', currency: 'USD', cents })));
		expect(costs('year').map(({ cents }) => cents)).toEqual(costs('month').map(({ cents }) => 10 * cents));
	});

	it('cost up to a bound below which every cent is distinct', () => {
		expect(MAX_AMOUNT).toBe(1_000_000_000);
		expect(amountOf(centsOf(MAX_AMOUNT) - 1)).toBe(999_999_999.99);
		expect([1.0004, 1.004, 0.994].map(centsOf)).toEqual([100, 100.4, 99.4]);
		expect(centsOf(304.125)).toBe(30_412.5);
	});

	it('that are ordered and not paid are hidden after thirty days', () => {
		expect(UNPAID_ORDER_LIFE).toBe(30 * DAY);
	});

	it('cost whole cents', () => {
		expect([0, 0.01, 19.99, 1.1, 999_999.99].map((amount) => amountOf(centsOf(amount)))).toEqual([0, 0.01, 19.99, 1.1, 999_999.99]);
	});

	it('are ordered under a code of letters that are hard to confuse', () => {
		const code = createOrderCode(Uint8Array.from({ length: 32 }, (_, n) => n * 7));
		expect(code).toMatch(/^[A-Z2-9]{12}$/);
		expect(code).toHaveLength(CODE_LENGTH);
		expect(code).not.toMatch(/[01IOL]/);
		expect(createOrderCode(Uint8Array.of(0, 1, 8, 11, 22, 23, 30, 31, 61, 62, 247, 248))).toBe(
			['AB', 'J', 'N', 'Z', '29', 'A9', 'A9', 'A'].join(''),
		);
		expect(createOrderCode(Uint8Array.of(0, 1))).toBe('AB');
	});
});
