import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

export const BILLING_PERIODS = [
	{ name: 'month', label: 'Monthly', months: 1 },
	{ name: 'year', label: 'Annually', months: 12 },
] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number]['name'];

/** Returns a label such as 'Monthly'. */
export function periodLabel(period: BillingPeriod): string {
	return findBillingPeriod(period).label;
}

function findBillingPeriod(period: BillingPeriod) {
	return BILLING_PERIODS.find(({ name }) => name === period) ?? BILLING_PERIODS[0];
}

export function monthsOf(period: BillingPeriod): number {
	return findBillingPeriod(period).months;
}

/** A plan that is or was on sale: a licence for a period. */
export interface Product {
	readonly id: string;
	readonly name: string;
	readonly license: Licence;
	readonly period: BillingPeriod;
	/** The payment provider's number of the plan; null if there is none. */
	readonly providerProductId: string | null;
	/** Trial days before the first charge; 0: none. */
	readonly trialDays: number;
	/** Whether the plan can be ordered. Existing orders continue either way. */
	readonly isActive: boolean;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}

/** Hundredths of the currency's unit. Currencies with three decimals need one decimal here: 304.125 KWD is 30412.5. */
export type Cents = number;

export interface Price {
	readonly productId: string;
	/** ISO 4217 code. */
	readonly currency: string;
	readonly cents: Cents;
}

/** Maximum price in any currency, in units of the currency; far below the limit of exact integers. */
export const MAX_AMOUNT = 1_000_000_000;

/** The currency of orders without a stated currency, if the plan has a price in this one. */
export const DEFAULT_CURRENCY = 'USD';

/** Invented prices of the simulated provider, in dollars: a year costs as much as ten months. */
const EXAMPLE_AMOUNTS: Readonly<Record<Licence, Readonly<Record<BillingPeriod, number>>>> = {
	basic: { month: 19, year: 190 },
	premium: { month: 49, year: 490 },
	pro: { month: 99, year: 990 },
};

/** Converts cents to an amount in units of the currency. */
export function amountOf(cents: Cents): number {
	return Math.round(cents * 10) / 1_000;
}

/** Converts an amount in units of the currency to cents. */
export function centsOf(amount: number): Cents {
	return Math.round(amount * 1_000) / 10;
}

export function createExamplePrice({ id, license, period }: Pick<Product, 'id' | 'license' | 'period'>): Price {
	return {
		productId: id,
		currency: DEFAULT_CURRENCY,
		cents: centsOf(EXAMPLE_AMOUNTS[license][period]),
	};
}

/** Returns the same day of a later month, in UTC; the last day of a month too short for it. */
export function addPeriod(startMs: UtcMs, period: BillingPeriod): UtcMs {
	const start = new Date(startMs);
	const end = new Date(startMs);
	end.setUTCMonth(start.getUTCMonth() + monthsOf(period));
	// 31 January plus a month would be 3 March.
	if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
	return end.getTime() as UtcMs;
}
