import { amountFault, isCurrency } from '@sw/domain/billing/currency';
import { typedNumber } from '../../lib/format/numbers.ts';
import { planWords as words } from './plan-words.ts';
import type { Plan } from './queries.ts';

/** A price as its two fields hold it. */
export interface PriceRow {
	currency: string;
	/** '' if the plan isn't sold in this currency. */
	text: string;
	/** A saved price: its currency is fixed. */
	isKnown: boolean;
}

export function rowsOf({ prices }: Pick<Plan, 'prices'>): PriceRow[] {
	return prices.map(({ currency, amount }) => ({ currency, text: String(amount), isKnown: true }));
}

export interface PriceChange {
	currency: string;
	amount: number | null;
}

/** Input compared with the current prices: the changes, or the first error. A new row without a price is ignored. */
export function priceChanges({ prices }: Pick<Plan, 'prices'>, rows: readonly PriceRow[]): PriceChange[] | string {
	const typed = rows
		.map(({ currency, text, isKnown }) => ({ currency: currency.trim().toUpperCase(), text: text.trim(), isKnown }))
		.filter(({ currency, text, isKnown }) => isKnown || currency !== '' || text !== '');
	const changes: PriceChange[] = [];
	for (const [n, { currency, text, isKnown }] of typed.entries()) {
		if (!isCurrency(currency)) return words.wrongCurrency;
		if (typed.slice(0, n).some((other) => other.currency === currency)) return words.twice(currency);
		if (text === '' && !isKnown) return words.wrongAmount(currency);
		const amount = text === '' ? null : typedNumber(text);
		if (amount === undefined || (amount !== null && amount < 0)) return words.wrongAmount(currency);
		const fault = amount === null ? null : amountFault(amount, currency);
		if (fault !== null) return fault;
		if (amount !== (prices.find((price) => price.currency === currency)?.amount ?? null)) changes.push({ currency, amount });
	}
	return changes;
}
