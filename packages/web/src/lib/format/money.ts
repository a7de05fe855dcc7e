/**
 * An amount with its currency, without decimals if it is whole: '$49', 'CHF 1,200'. Prices aren't rounded: cents are always two digits, '€45.50'.
 */
export function formatMoney(amount: number, currency: string): string {
	const { maximumFractionDigits } = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
	const digits = Number.isInteger(amount) ? 0 : maximumFractionDigits;
	// The space after a currency code is a non-breaking one, but tests and users type a normal one.
	return new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
		.format(amount)
		.replace('\u00a0', ' ');
}
