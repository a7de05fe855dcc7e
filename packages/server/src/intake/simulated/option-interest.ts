import type { MarketModel } from './market-model.ts';
import { normal, uniform } from './random.ts';

/** Index of the first draw for a whole session, after the draws for its slots. */
export const FIRST_SESSION_DRAW = 248;
/** Probability of a session with high demand for calls; the same for puts. */
const HIGH_DEMAND_PROBABILITY = 0.012;

/** A row's option demand over a whole session, apart from events. */
export interface OptionInterest {
	/** Share of calls minus the row's typical share. */
	readonly callSkew: number;
	/** Addition to the log of the number of contracts. */
	readonly lift: number;
	/** 1: high demand for calls, -1: for puts. */
	readonly demand: -1 | 0 | 1;
}

/** Draws a row's option demand. `key`: random key of the row's path in the session. */
export function drawOptionInterest({ version }: MarketModel, key: number): OptionInterest {
	const baseSkew = 0.045 * normal(key, FIRST_SESSION_DRAW);
	const draw = version > 1 ? uniform(key, FIRST_SESSION_DRAW + 2) : 0.5;
	const demand = draw < HIGH_DEMAND_PROBABILITY ? 1 : draw > 1 - HIGH_DEMAND_PROBABILITY ? -1 : 0;
	return { callSkew: baseSkew + 0.18 * demand, lift: Math.abs(demand), demand };
}
