import type { Licence } from '../reports/licence.ts';
import type { Operation } from '../signals/sector.ts';
import type { StrategyName } from '../time/timeframe.ts';
import type { TickerId, UtcMs } from '../time/units.ts';

export const DECISIONS = ['took', 'passed', 'watching'] as const;
export type DecisionKind = (typeof DECISIONS)[number];

export const DECISION_TAGS = 5;
export const LONGEST_TAG = 30;
export const LONGEST_DECISION_NOTE = 500;
export const DEFAULT_DECISION_HORIZON = 5;

/** What a user decided about a ticker, when it was decided: it is measured from the next slot on, and can't be entered for the past. */
export interface NewDecision {
	readonly tickerId: TickerId;
	readonly kind: DecisionKind;
	readonly direction: Operation;
	/** The horizon counts bars of its third timeframe. */
	readonly strategy: StrategyName;
	readonly horizon: number;
	/** The filter whose list showed the ticker; null: none, or it was deleted. */
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

/** Open: its exit is still to come. Unmeasurable: a price was missing at its entry or exit. */
export const DECISION_STATES = ['open', 'closed', 'unmeasurable'] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Decisions that an account may have, by licence. */
const DECISIONS_ALLOWED = { basic: 100, premium: 1_000, pro: 5_000 } as const satisfies Record<Licence, number>;

export function decisionsAllowed(licence: Licence | null): number {
	return licence === null ? 0 : DECISIONS_ALLOWED[licence];
}

/** The 403 message when another decision would exceed the limit. */
export function decisionLimitReached(licence: Licence | null): string {
	return licence === null
		? 'The decision log needs a licence'
		: `Your ${licence} licence includes ${DECISIONS_ALLOWED[licence]} decisions. Delete some first.`;
}

/** Tags as they are stored: lower case, each once, in alphabetical order. */
export function normalizeTags(tags: readonly string[]): string[] {
	return [
		...new Set(tags.map((tag) => tag.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()).filter((tag) => tag !== '')),
	].sort();
}
