import type { Licence } from '../reports/licence.ts';
import type { ExchangeDate, TickerId } from '../time/units.ts';

/** Number of different tickers per day in New York whose details a visitor can open. Repeated views don't count. */
export const VISITOR_TICKERS_A_DAY = 20;
/** The 404 message for an unknown ticker. */
export const NO_SUCH_TICKER = 'Ticker not found';
/** The 404 message for an unknown filter, or a filter of another account. */
export const NO_SUCH_FILTER = 'Filter not found';
export const VISITOR_LIMIT_REACHED = 'Limit of free requests has been reached, purchase a license';

/** A visitor's request to open a ticker's details. */
export interface VisitorView {
	day: ExchangeDate;
	visitor: string;
	ticker: TickerId;
	/** Number of different tickers allowed per day. */
	limit: number;
}

/** Number of saved filters each licence includes. */
export const FILTERS_ALLOWED = { basic: 5, premium: 20, pro: 100 } as const satisfies Record<Licence, number>;

export function filterLimit(licence: Licence | null): number {
	return licence === null ? 0 : FILTERS_ALLOWED[licence];
}

/** Returns the 403 message for an account that has reached its limit of filters. */
export function filterLimitMessage(licence: Licence | null): string {
	return licence === null ? 'Saving filters needs a licence' : `Your ${licence} licence includes ${FILTERS_ALLOWED[licence]} filters`;
}
