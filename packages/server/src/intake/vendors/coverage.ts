/** Whether a slot's bars are enough for a report. */
export interface CoverageRule {
	/** Share of the expected tickers that is enough at once. */
	enough: number;
	/** Milliseconds after the slot's end from which less is taken, with a warning. */
	deadline: number;
	/** Below this share of the market no report is built. */
	least: number;
	/** Milliseconds after which no further bars of a slot are expected, however few there are: a quiet market has few. */
	final: number;
}
export const DEFAULT_COVERAGE: CoverageRule = { enough: 0.95, deadline: 4 * 60_000, least: 0.5, final: 60 * 60_000 };

export type CoverageVerdict = 'publish' | 'warn' | 'wait' | 'outage';

/** `waited`: milliseconds since the slot's end. Where nothing is expected, whatever came is enough. */
export function judgeCoverage(expected: number, covered: number, waited: number, rule: CoverageRule): CoverageVerdict {
	if (covered >= expected * rule.enough) return 'publish';
	if (waited < rule.deadline) return 'wait';
	return covered >= expected * rule.least || waited >= rule.final ? 'warn' : 'outage';
}
