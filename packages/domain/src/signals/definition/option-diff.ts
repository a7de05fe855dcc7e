import { median, medianDeviation } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';
import { depthOf } from '../ring.ts';
import type { Status } from '../status.ts';
import type { Baseline } from './baseline.ts';
import { type OptionBar, optionStatus } from './option-sum.ts';

export interface BalanceScore {
	status: Status;
	b: number | null;
	m: number | null;
	s: number | null;
	/** Positive is call-heavy: _short counts the levels of z, _long those of -z. */
	z: number | null;
	short: number | null;
	long: number | null;
}

/** b: call surplus as a share of the contracts, -1..1, damped by kappa so that a quiet bar cannot look extreme. 0 without contracts. */
export function balance(calls: number, puts: number, expected: number, { optionDiff }: ParameterSet): number {
	return (calls - puts) / (calls + puts + Math.max(optionDiff.kappaMin, optionDiff.kappaShare * expected));
}

/** Option difference, signals.md 1.5: the balance of calls and puts relative to its own median. `baseline.past` has b of the past bars. */
export function optionDiffScore(bar: OptionBar, baseline: Baseline, parameters: ParameterSet): BalanceScore {
	const status = optionStatus(bar, baseline, parameters);
	if (status !== 'ok') return without(status);
	const b = balance(bar.calls as number, bar.puts as number, baseline.expected as number, parameters);
	const m = median(baseline.past) ?? 0;
	const s = Math.max(parameters.optionDiff.floor, parameters.madConstant * (medianDeviation(baseline.past, m) ?? 0));
	const z = (b - m) / s;
	if (!(Number.isFinite(z) && Number.isFinite(s))) return without('missing');
	return { status, b, m, s, z, short: depthOf(z, parameters.rings), long: depthOf(-z, parameters.rings) };
}

function without(status: Status): BalanceScore {
	return { status, b: null, m: null, s: null, z: null, short: null, long: null };
}
