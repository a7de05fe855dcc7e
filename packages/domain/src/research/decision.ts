import type { Licence } from '../reports/licence.ts';
import type { Operation } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

export const DECISIONS = ['took', 'passed', 'watching'] as const;
export type DecisionKind = (typeof DECISIONS)[number];

/** Maximum number of tags per decision. */
export const MAX_DECISION_TAGS = 5;
export const MAX_TAG_LENGTH = 30;
export const MAX_DECISION_NOTE_LENGTH = 500;
export const DEFAULT_DECISION_HORIZON = 5;

/** A user's decision about a ticker. The outcome is measured from the next slot on, and the decision can't be backdated. */
export interface NewDecision {
	readonly tickerId: TickerId;
	readonly kind: DecisionKind;
	readonly direction: Operation;
	/** The strategy's third timeframe is the bar of `horizon`. */
	readonly strategy: StrategyName;
	/** Number of bars until the exit. */
	readonly horizon: number;
	/** The filter whose list contained the ticker; null: none, or the filter was deleted. */
	readonly filterId: number | null;
	readonly tags: readonly string[];
	readonly note: string;
	/** Market time. */
	readonly madeAt: UtcMs;
}

export interface Decision extends NewDecision {
	readonly id: number;
	/** Wall clock. */
	readonly createdAt: UtcMs;
}

/** open: the exit is in the future; unmeasurable: the price at the entry or the exit is missing. */
export const DECISION_STATES = ['open', 'closed', 'unmeasurable'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Maximum number of decisions per account. */
const MAX_DECISIONS = { basic: 100, premium: 1_000, pro: 5_000 } as const satisfies Record<Licence, number>;

export function maxDecisions(licence: Licence | null): number {
	return licence === null ? 0 : MAX_DECISIONS[licence];
}

/** Returns the 403 message for an account that has reached its limit of decisions. */
export function decisionLimitMessage(licence: Licence | null): string {
	return licence === null
		? 'The decision log needs a licence'
		: `Your ${licence} licence includes ${MAX_DECISIONS[licence]} decisions. Delete some first.`;
}

/** Converts tags to their stored form: lower case, without duplicates, in alphabetical order. */
export function normalizeTags(tags: readonly string[]): string[] {
	return [
		...new Set(tags.map((tag) => tag.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()).filter((tag) => tag !== '')),
	].sort();
}
