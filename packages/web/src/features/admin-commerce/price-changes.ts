import { amountError, isCurrency } from '@sw/domain/billing/currency';
import { parseNumber } from '../../lib/format/numbers.ts';
import type { Plan } from './queries.ts';
import { planWords as words } from './words.ts';

/** A price as entered in its two input fields. */
export interface PriceRow {
	currency: string;
	/** '' if the plan isn't sold in this currency. */
	text: string;
	/** Whether the price is already saved. Its currency can then not be changed. */
	isKnown: boolean;
}

export function createPriceRows({ prices }: Pick<Plan, 'prices'>): PriceRow[] {
	return prices.map(({ currency, amount }) => ({ currency, text: String(amount), isKnown: true }));
}

export interface PriceChange {
	currency: string;
	/** Null: the plan is no longer sold in this currency. */
	amount: number | null;
}

/** Compares the input with the current prices. Returns the changes, or the first error as a message. Ignores a new row with two empty fields. */
export function comparePrices({ prices }: Pick<Plan, 'prices'>, rows: readonly PriceRow[]): PriceChange[] | string {
	const inputs = rows
		.map(({ currency, text, isKnown }) => ({ currency: currency.trim().toUpperCase(), text: text.trim(), isKnown }))
		.filter(({ currency, text, isKnown }) => isKnown || currency !== '' || text !== '');
	const changes: PriceChange[] = [];
	for (const [n, { currency, text, isKnown }] of inputs.entries()) {
		if (!isCurrency(currency)) return words.wrongCurrency;
		if (inputs.slice(0, n).some((other) => other.currency === currency)) return words.duplicateCurrency(currency);
		if (text === '' && !isKnown) return words.wrongAmount(currency);
		const amount = text === '' ? null : parseNumber(text);
		if (amount === undefined || (amount !== null && amount < 0)) return words.wrongAmount(currency);
		const error = amount === null ? null : amountError(amount, currency);
		if (error !== null) return error;
		if (amount !== (prices.find((price) => price.currency === currency)?.amount ?? null)) changes.push({ currency, amount });
	}
	return changes;
}
