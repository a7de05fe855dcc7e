import { activeConditions } from '../filter.ts';
import type { Tab } from '../sector.ts';

/** The depths on the three rated timeframes that decide membership in a tab. */
export interface TabCard {
	price_short: readonly (number | null)[];
	price_long: readonly (number | null)[];
	squeeze: readonly (number | null)[];
}

/** Whether a card is in a tab (signals.md section 2). `quorum`: number of timeframes that need a depth above 0. Stale tickers aren't eligible. */
export function isInTab(tab: Tab, card: TabCard, eligible: boolean, quorum: number): boolean {
	const shown = (depths: readonly (number | null)[]) => depths.filter(lit).length >= quorum;
	if (!eligible) return false;
	switch (tab) {
		case 'extreme_rise':
			return shown(card.price_short);
		case 'extreme_fall':
			return shown(card.price_long);
		case 'coiled_spring':
			return shown(card.squeeze) && ![...card.price_short, ...card.price_long].some(lit);
		case 'free':
			return true;
	}
}

function lit(depth: number | null): boolean {
	return depth !== null && depth >= 1;
}

/** Whether all conditions are met. A null depth never meets a condition; without conditions, everything matches. */
export function filterMatches<C extends { value: number }>(
	conditions: readonly C[],
	depthAt: (condition: C) => number | null | undefined,
): boolean {
	return activeConditions(conditions).every((condition) => (depthAt(condition) ?? 0) >= condition.value);
}

/** A group of tests and further groups. */
export interface PlainGroup<T> {
	readonly match: 'all' | 'any' | 'none';
	readonly filters: readonly T[];
	readonly groups?: readonly PlainGroup<T>[];
}

/** Whether all, any or none of a group's tests and groups are met. */
export function groupMatches<T>({ match, filters, groups = [] }: PlainGroup<T>, holds: (test: T) => boolean): boolean {
	const met = [...filters.map(holds), ...groups.map((group) => groupMatches(group, holds))].filter(Boolean).length;
	return match === 'all' ? met === filters.length + groups.length : match === 'any' ? met > 0 : met === 0;
}
