/** Formats an amount with its currency, without decimals if it is whole: '$49', 'CHF 1,200'. Otherwise, cents have two digits: '€45.50'. */
export function formatMoney(amount: number, currency: string): string {
	const { maximumFractionDigits } = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
	const digits = Number.isInteger(amount) ? 0 : maximumFractionDigits;
	// Replaces the non-breaking space after a currency code with a normal space, as tests and users type it.
	return new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits })
		.format(amount)
		.replace('\u00a0', ' ');
}
