/** What a record says, by its interval and its base rate. */
export const VERDICTS = ['better', 'lucky', 'worse', 'none', 'unseen', 'few'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** With fewer occurrences a rate or a mean is meaningless. */
export const LEAST_OCCURRENCES = 30;

/** Where a sample can't see differences below this, an interval around the base rate says little. */
const MUCH = 0.05;

export interface Judged {
	readonly n: number;
	readonly interval: readonly [low: number, high: number] | null;
	/** What the interval is compared with; null if unknown. */
	readonly base: number | null;
	/** Whether it is better than the luckiest of all trials made would be. */
	readonly better: boolean;
	/** The least difference that the sample can see, if too large a one makes a record say nothing. */
	readonly visible?: number | null;
}

/** The one verdict of a record. */
export function verdictOf({ n, interval, base, better, visible = 0 }: Judged): Verdict {
	if (n < LEAST_OCCURRENCES || interval === null || base === null) return 'few';
	if (interval[0] > base) return better ? 'better' : 'lucky';
	if (interval[1] < base) return 'worse';
	return visible === null || visible > MUCH ? 'unseen' : 'none';
}
