import { activeConditions } from '../filter.ts';
import type { Tab } from '../sector.ts';

/** The depths on the three rated timeframes that decide membership in a tab. */
export interface TabCard {
	price_short: readonly (number | null)[];
	price_long: readonly (number | null)[];
	squeeze: readonly (number | null)[];
}

/** Whether a card is in a tab (signals.md section 2). `quorum`: number of timeframes that need a depth above 0. Stale tickers aren't eligible. */
export function isInTab(tab: Tab, card: TabCard, isEligible: boolean, quorum: number): boolean {
	const hasEnough = (depths: readonly (number | null)[]) => depths.filter(isPositive).length >= quorum;
	if (!isEligible) return false;
	switch (tab) {
		case 'extreme_rise':
			return hasEnough(card.price_short);
		case 'extreme_fall':
			return hasEnough(card.price_long);
		case 'coiled_spring':
			return hasEnough(card.squeeze) && ![...card.price_short, ...card.price_long].some(isPositive);
		case 'free':
			return true;
	}
}

function isPositive(depth: number | null): boolean {
	return depth !== null && depth >= 1;
}

/** Whether all conditions are met. A null depth never meets a condition; without conditions, everything matches. */
export function matchesConditions<C extends { value: number }>(
	conditions: readonly C[],
	depthAt: (condition: C) => number | null | undefined,
): boolean {
	return activeConditions(conditions).every((condition) => (depthAt(condition) ?? 0) >= condition.value);
}

/** A group of tests and further groups. */
export interface MatchGroup<T> {
	readonly match: 'all' | 'any' | 'none';
	readonly filters: readonly T[];
	readonly groups?: readonly MatchGroup<T>[];
}

/** Whether all, any or none of a group's tests and groups are met. */
export function matchesGroup<T>({ match, filters, groups = [] }: MatchGroup<T>, isMet: (test: T) => boolean): boolean {
	const metCount = [...filters.map(isMet), ...groups.map((group) => matchesGroup(group, isMet))].filter(Boolean).length;
	return match === 'all' ? metCount === filters.length + groups.length : match === 'any' ? metCount > 0 : metCount === 0;
}
