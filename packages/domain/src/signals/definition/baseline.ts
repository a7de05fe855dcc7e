import { median } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Status } from '../status.ts';

/** Input for comparing an amount of the current bar with its baseline. */
export interface Baseline {
	/** E of the current bar; null when there is no daily median yet. */
	expected: number | null;
	/** Scores of the last W bars before the current one that have a baseline. */
	past: readonly number[];
	/** Minimum number of them. */
	least: number;
	/** The timeframe has too many empty bars. */
	illiquid?: boolean;
}

/** Status order of signals.md 1.9.12: no daily median, nothing expected, too few past values, illiquid. */
export function baselineStatus({ expected, past, least, illiquid = false }: Baseline): Status {
	if (expected === null) return 'warming';
	if (!(expected > 0 && Number.isFinite(expected))) return 'no_baseline';
	if (past.length < least) return 'warming';
	return illiquid ? 'illiquid' : 'ok';
}

/** u: how many e-folds an amount is above its expected value; `pseudo` keeps small amounts from looking extreme. */
export function surge(amount: number, expected: number, pseudo: number): number {
	return Math.log((amount + pseudo) / (expected + pseudo));
}

/** s: the typical |u|, not below the floor. */
export function surgeScale(past: readonly number[], floor: number, parameters: ParameterSet): number {
	return Math.max(floor, parameters.madConstant * (median(past.map(Math.abs)) ?? 0));
}

/** True for a valid amount: finite and not negative. */
export function countable(amount: number | null): amount is number {
	return amount !== null && Number.isFinite(amount) && amount >= 0;
}
