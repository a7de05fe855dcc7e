// The brands prevent plain numbers and strings from being passed as these units by accident.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type UtcMs = number & { readonly __unit: 'UtcMs' };

/** The permanent id of a ticker; a change of symbol doesn't change it. Fits an unsigned 32-bit integer. */
export type TickerId = number & { readonly __unit: 'TickerId' };

/** The instant that identifies a report: the end of its slot. */
export type ReportTime = UtcMs;

/** A calendar date in New York, 'YYYY-MM-DD'. */
export type ExchangeDate = string & { readonly __unit: 'ExchangeDate' };

export function utcMs(ms: number): UtcMs {
	return ms as UtcMs;
}

export function tickerId(id: number): TickerId {
	return id as TickerId;
}

export function exchangeDate(date: string): ExchangeDate {
	return date as ExchangeDate;
}

/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
