import type { ExchangeDate } from '@sw/domain/time/units';
import type { Company, HeldSymbol } from './vendor-adapter.ts';

/** Whose a symbol was on a date. A symbol may have been another company's, and a company may have had another symbol. */
export interface SymbolHolders {
	/** Undefined where no known company had the symbol then. */
	companyOf(symbol: string, date: ExchangeDate): Company | undefined;
	/** Undefined once the company has ended. */
	symbolOf(company: Company, date: ExchangeDate): string | undefined;
}

export function createSymbolHolders(all: readonly HeldSymbol[]): SymbolHolders {
	const bySymbol = Map.groupBy([...all].sort(byEnd), ({ symbol }) => symbol);
	const byCompany = Map.groupBy([...all].sort(byEnd), ({ company }) => company);
	const held = (list: readonly HeldSymbol[] | undefined, date: ExchangeDate): HeldSymbol | undefined =>
		list?.find(({ until }) => until === null || until >= date);
	return {
		companyOf(symbol, date) {
			const found = held(bySymbol.get(symbol), date);
			// Before the company took this symbol it had another one, and this one was another company's.
			return found && held(byCompany.get(found.company), date) === found ? found.company : undefined;
		},
		symbolOf: (company, date) => held(byCompany.get(company), date)?.symbol,
	};
}

/** The one that still holds comes last. */
function byEnd({ until: a }: HeldSymbol, { until: b }: HeldSymbol): number {
	if (a === b) return 0;
	return b === null || (a !== null && a < b) ? -1 : 1;
}
