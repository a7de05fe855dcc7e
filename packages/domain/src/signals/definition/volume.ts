import type { ParameterSet } from '../parameters.ts';
import { depthOf } from '../ring.ts';
import type { Status } from '../status.ts';
import { type Baseline, baselineStatus, countable, surge, surgeScale } from './baseline.ts';

export interface SurgeScore {
	status: Status;
	u: number | null;
	s: number | null;
	z: number | null;
	depth: number | null;
}

export const noSurge = (status: Status): SurgeScore => ({ status, u: null, s: null, z: null, depth: null });

/** The score of an amount that is u above its expected value, with s the usual |u|; 'missing' if an input isn't a number. */
export const surgeScore = (u: number, s: number, { rings }: ParameterSet): SurgeScore => {
	const z = u / s;
	return Number.isFinite(z) && Number.isFinite(s) ? { status: 'ok', u, s, z, depth: depthOf(z, rings) } : noSurge('missing');
};

/** Volume score, signals.md 1.4: relative volume at the time of day as a z-like number; only high values have a depth. Zero is a real value. */
export const volumeScore = (volume: number | null, baseline: Baseline, parameters: ParameterSet): SurgeScore => {
	if (!countable(volume)) return noSurge('missing');
	const status = baselineStatus(baseline);
	if (status !== 'ok') return noSurge(status);
	const { pseudo, floor } = parameters.volume;
	return surgeScore(surge(volume, baseline.expected as number, pseudo), surgeScale(baseline.past, floor, parameters), parameters);
};
