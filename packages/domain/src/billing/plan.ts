import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';

/** Billing period of a plan, with its label. */
export const BILLING_PERIODS = [
	{ name: 'month', label: 'Monthly', months: 1 },
	{ name: 'year', label: 'Annually', months: 12 },
] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number]['name'];

/** 'Monthly'. */
export function periodLabel(period: BillingPeriod): string {
	return termsOf(period).label;
}

function termsOf(period: BillingPeriod) {
	return BILLING_PERIODS.find(({ name }) => name === period) ?? BILLING_PERIODS[0];
}

export function monthsOf(period: BillingPeriod): number {
	return termsOf(period).months;
}

/** A plan that is or was on sale: a licence for a period. */
export interface Product {
	readonly id: string;
	readonly name: string;
	readonly license: Licence;
	readonly period: BillingPeriod;
	/** The payment provider's number; null if it has none. */
	readonly providerProductId: string | null;
	/** Trial days before the first charge; 0: none. */
	readonly trialDays: number;
	/** Whether it can be ordered; existing orders continue. */
	readonly isActive: boolean;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
}

/** Hundredths of the currency's unit; for currencies with thousandths, with one decimal: 304.125 KWD is 30412.5. */
export type Cents = number;

export interface Price {
	readonly productId: string;
	/** Three letters, as ISO 4217 writes them. */
	readonly currency: string;
	readonly cents: Cents;
}

/** Maximum price in any currency, far below the limit of exact numbers. */
export const LARGEST_AMOUNT = 1_000_000_000;

/** The currency of an order that names none, if available. */
export const USUAL_CURRENCY = 'USD';

/** Prices of the simulated provider, in dollars: invented; a year costs ten months. */
const EXAMPLE_AMOUNTS: Readonly<Record<Licence, Readonly<Record<BillingPeriod, number>>>> = {
	basic: { month: 19, year: 190 },
	premium: { month: 49, year: 490 },
	pro: { month: 99, year: 990 },
};

export function amountOf(cents: Cents): number {
	return Math.round(cents * 10) / 1_000;
}

export function centsOf(amount: number): Cents {
	return Math.round(amount * 1_000) / 10;
}

export function examplePrice({ id, license, period }: Pick<Product, 'id' | 'license' | 'period'>): Price {
	return {
		productId: id,
		currency: USUAL_CURRENCY,
		cents: centsOf(EXAMPLE_AMOUNTS[license][period]),
	};
}

/** The same day of a later month, in UTC; the last day of the month if it has no such day. */
export function addPeriod(from: UtcMs, period: BillingPeriod): UtcMs {
	const start = new Date(from);
	const end = new Date(from);
	end.setUTCMonth(start.getUTCMonth() + monthsOf(period));
	// 31 January plus a month would be 3 March.
	if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
	return end.getTime() as UtcMs;
}
