import type { Tab } from '../sector.ts';

/** Depths of the three rated timeframes that membership depends on. */
export interface TabCard {
	price_short: readonly (number | null)[];
	price_long: readonly (number | null)[];
	squeeze: readonly (number | null)[];
}

/** Membership of a tab, signals.md section 2; independent of the direction. A null cell isn't lit; a stale ticker isn't eligible. */
export function inTab(tab: Tab, card: TabCard, eligible: boolean, quorum: number): boolean {
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
