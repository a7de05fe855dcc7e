/** ISO 4217 codes of the currencies in circulation, grouped by their number of decimals. */
const TWO_DECIMALS =
	'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG';
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';

const DECIMALS: ReadonlyMap<string, number> = new Map(
	(
		[
			[NO_DECIMALS, 0],
			[TWO_DECIMALS, 2],
			[THREE_DECIMALS, 3],
		] as const
	).flatMap(([codes, decimals]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

export function isCurrency(code: string): boolean {
	return DECIMALS.has(code);
}

/** Returns the number of decimals; 2 for unknown codes, because the payment provider can send such codes. */
export function currencyDecimals(code: string): number {
	return DECIMALS.get(code) ?? 2;
}

/** Returns the maximum price, which is higher for currencies without decimals because their units are small. */
export function maxAmountIn(code: string): number {
	return currencyDecimals(code) === 0 ? 1_000_000_000 : 1_000_000;
}

/** Returns the error message for an amount that isn't a valid price in the currency; null if it is valid. */
export function amountError(amount: number, code: string): string | null {
	const decimals = currencyDecimals(code);
	if (amount > maxAmountIn(code)) return `The highest price in ${code} is ${maxAmountIn(code)}.`;
	if (Number(amount.toFixed(decimals)) === amount) return null;
	return decimals === 0 ? `${code} has no decimals: use a whole number.` : `${code} has ${decimals} decimals.`;
}

/** Formats an amount with all decimals of the currency: '304.125 KWD'. */
export function formatAmount(amount: number, code: string): string {
	return `${amount.toFixed(currencyDecimals(code))} ${code}`;
}
