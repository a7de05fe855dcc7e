import type { Tab } from '../../signals/sector.ts';

const PRICE_SHORT = 0x00000007;
const PRICE_LONG = 0x00000070;
const PRICE = PRICE_SHORT | PRICE_LONG;
const SQUEEZED = 0x07000000;

/** Depth bits that, lit in enough timeframes, make a row a member of the tab. */
const MARK: Record<Exclude<Tab, 'free'>, number> = { extreme_rise: PRICE_SHORT, extreme_fall: PRICE_LONG, coiled_spring: SQUEEZED };

/** Membership of a tab apart from being eligible and not stale, as bits of packed words. */
export interface TabTest {
	/** Depth bits that must be lit in `wanted` of the three timeframes. */
	readonly mark: number;
	readonly wanted: number;
	/** Depth bits that must be unlit in all three. */
	readonly dark: number;
}

export function tabTest(tab: Tab, quorum: number): TabTest {
	return {
		mark: tab === 'free' ? 0 : MARK[tab],
		wanted: tab === 'free' ? 0 : quorum,
		dark: tab === 'coiled_spring' ? PRICE : 0,
	};
}
