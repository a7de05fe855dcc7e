import { median, medianDeviation } from '../../statistics/median.ts';
import { depthOf } from '../cells.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Status } from '../status.ts';
import {
	type Baseline,
	baselineStatus,
	createEmptySurge,
	isValidAmount,
	type SurgeScore,
	surge,
	surgeScale,
	surgeScore,
} from './volume.ts';

export interface OptionBar {
	/** Contracts of the current bar; null if the feed had a gap. */
	calls: number | null;
	puts: number | null;
	/** Median contracts per day over at most 20 earlier sessions; null without any. */
	medianDaily: number | null;
}

/** Returns the status of both option scores. */
export function optionStatus({ calls, puts, medianDaily }: OptionBar, baseline: Baseline, { optionSum }: ParameterSet): Status {
	if (!(isValidAmount(calls) && isValidAmount(puts))) return 'missing';
	if (medianDaily !== null && !(medianDaily >= optionSum.minMedianDaily)) return 'not_optionable';
	return baselineStatus(baseline);
}

/**
 * Computes the option sum (signals.md 1.5): calls plus puts relative to the expected number at this time of day. A bar without contracts is a real low value.
 */
export function optionSumScore(bar: OptionBar, baseline: Baseline, parameters: ParameterSet): SurgeScore {
	const status = optionStatus(bar, baseline, parameters);
	if (status !== 'ok') return createEmptySurge(status);
	const { pseudo, floor } = parameters.optionSum;
	const u = surge((bar.calls as number) + (bar.puts as number), baseline.expected as number, pseudo);
	return surgeScore(u, surgeScale(baseline.past, floor, parameters), parameters);
}

/** Fields are named like the symbols of signals.md 1.5; all are null unless the status is 'ok'. */
export interface BalanceScore {
	status: Status;
	b: number | null;
	m: number | null;
	s: number | null;
	/** Positive: call-heavy. */
	z: number | null;
	/** Depths: levels reached by z (`short`) and by -z (`long`). */
	short: number | null;
	long: number | null;
}

/** Computes b: the call surplus as a share of the contracts, from -1 to 1, damped by kappa so that a quiet bar can't look extreme. 0 without contracts. */
export function balance(calls: number, puts: number, expected: number, { optionDiff }: ParameterSet): number {
	return (calls - puts) / (calls + puts + Math.max(optionDiff.kappaMin, optionDiff.kappaShare * expected));
}

/** Computes the option difference (signals.md 1.5): the balance of calls and puts relative to its past median. `baseline.past` contains b of past bars. */
export function optionDiffScore(bar: OptionBar, baseline: Baseline, parameters: ParameterSet): BalanceScore {
	const status = optionStatus(bar, baseline, parameters);
	if (status !== 'ok') return createEmptyScore(status);
	const b = balance(bar.calls as number, bar.puts as number, baseline.expected as number, parameters);
	const m = median(baseline.past) ?? 0;
	const s = Math.max(parameters.optionDiff.floor, parameters.madConstant * (medianDeviation(baseline.past, m) ?? 0));
	const z = (b - m) / s;
	if (!(Number.isFinite(z) && Number.isFinite(s))) return createEmptyScore('missing');
	return { status, b, m, s, z, short: depthOf(z, parameters.rings), long: depthOf(-z, parameters.rings) };
}

function createEmptyScore(status: Status): BalanceScore {
	return { status, b: null, m: null, s: null, z: null, short: null, long: null };
}
