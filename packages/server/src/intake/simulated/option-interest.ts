import type { MarketModel } from './market-model.ts';
import { normal, uniform } from './random.ts';

/** Index of a path's draws for its whole session, beyond those of slots. */
export const SESSION_DRAWS = 248;
/** Share of sessions with high demand for calls, and for puts. */
const SOUGHT = 0.012;

/** What a session's option trading is like from its first slot on, apart from events. */
export interface OptionInterest {
	/** Share of calls less the row's usual one. */
	readonly leaning: number;
	/** Addition to the log of contracts. */
	readonly lift: number;
	/** 1: high demand for calls, -1: for puts. */
	readonly sought: -1 | 0 | 1;
}

/** `key` is that of the row's path. */
export function optionInterest({ version }: MarketModel, key: number): OptionInterest {
	const leaning = 0.045 * normal(key, SESSION_DRAWS);
	const draw = version > 1 ? uniform(key, SESSION_DRAWS + 2) : 0.5;
	const sought = draw < SOUGHT ? 1 : draw > 1 - SOUGHT ? -1 : 0;
	return { leaning: leaning + 0.18 * sought, lift: Math.abs(sought), sought };
}
