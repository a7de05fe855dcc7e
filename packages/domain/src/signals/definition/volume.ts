import { median } from '../../statistics/median.ts';
import { depthOf } from '../cells.ts';
import { expectedShare } from '../engine/clock.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Status } from '../status.ts';

/** Fields are named like the symbols of signals.md 1.4; all are null unless the status is 'ok'. */
export interface SurgeScore {
	status: Status;
	u: number | null;
	s: number | null;
	z: number | null;
	depth: number | null;
}

export function createEmptySurge(status: Status): SurgeScore {
	return { status, u: null, s: null, z: null, depth: null };
}

/** Scores an amount that is u above its expected value, where s is the usual |u|. 'missing' if the result isn't finite. */
export function surgeScore(u: number, s: number, { rings }: ParameterSet): SurgeScore {
	const z = u / s;
	return Number.isFinite(z) && Number.isFinite(s) ? { status: 'ok', u, s, z, depth: depthOf(z, rings) } : createEmptySurge('missing');
}

/**
 * Computes the volume score (signals.md 1.4): volume relative to the usual volume at this time of day. Only high values have a depth. A volume of 0 is a
 * valid value.
 */
export function volumeScore(volume: number | null, baseline: Baseline, parameters: ParameterSet): SurgeScore {
	if (!isValidAmount(volume)) return createEmptySurge('missing');
	const status = baselineStatus(baseline);
	if (status !== 'ok') return createEmptySurge(status);
	const { pseudo, floor } = parameters.volume;
	return surgeScore(surge(volume, baseline.expected as number, pseudo), surgeScale(baseline.past, floor, parameters), parameters);
}

/**
 * Computes ADV20: the median daily volume of the last 20 sessions. `dailyVolumes` has all earlier sessions from the first trade on, oldest first: 0
 * for a session without trades, null for a session whose data wasn't received. Such a null still counts as one of the 20 sessions. Null with fewer than 10
 * values.
 */
export function dailyMedian(dailyVolumes: readonly (number | null)[], parameters: ParameterSet): number | null {
	const values = dailyVolumes.slice(-parameters.daily.sessions).filter((volume) => volume !== null);
	return values.length < parameters.daily.least ? null : median(values);
}

/** Computes E: the shares (or contracts) expected in slots [from, to), from the median daily volume; null if the median is null. */
export function expectedVolume(
	medianDaily: number | null,
	profile: readonly number[],
	from: number,
	to: number,
	sessionSlots: number = profile.length,
): number | null {
	return medianDaily === null ? null : medianDaily * expectedShare(profile, from, to, sessionSlots);
}

/** The values to which an amount of the current bar is compared. */
export interface Baseline {
	/** E of the current bar; null: there is no daily median yet. */
	expected: number | null;
	/** Scores of the last W earlier bars that have a baseline. */
	past: readonly number[];
	/** Minimum number of past scores. */
	least: number;
	/** Whether the timeframe has too many empty bars. Default: false. */
	illiquid?: boolean;
}

/** Returns the first applicable status, in the order of signals.md 1.9.12. */
export function baselineStatus({ expected, past, least, illiquid = false }: Baseline): Status {
	if (expected === null) return 'warming';
	if (!(expected > 0 && Number.isFinite(expected))) return 'no_baseline';
	if (past.length < least) return 'warming';
	return illiquid ? 'illiquid' : 'ok';
}

/** Computes u: how many e-folds an amount is above its expected value. `pseudo` keeps small amounts from looking extreme. */
export function surge(amount: number, expected: number, pseudo: number): number {
	return Math.log((amount + pseudo) / (expected + pseudo));
}

/** Computes s: the typical |u|, at least the floor. */
export function surgeScale(past: readonly number[], floor: number, parameters: ParameterSet): number {
	return Math.max(floor, parameters.madConstant * (median(past.map(Math.abs)) ?? 0));
}

/** Whether an amount is finite and not negative. */
export function isValidAmount(amount: number | null): amount is number {
	return amount !== null && Number.isFinite(amount) && amount >= 0;
}
