import { mean, sampleVariance, tStatistic } from '../statistics/moments.ts';
import { holm } from '../statistics/multiple-comparisons.ts';
import { normalCdf } from '../statistics/normal.ts';
import { normalOfStudent } from '../statistics/student.ts';

export interface SkillGate {
	open: boolean;
	/** Mean pinball loss saved by the drift, and its t; null where nothing can be said. */
	gain: number | null;
	t: number | null;
}

/** Number of reports that the gate considers, and the t statistic that it requires. */
export const GATE_REPORTS = 250;
export const GATE_T = 2;

/** With fewer blocks, a drift can't be judged. */
const LEAST_BLOCKS = 8;

/**
 * Whether a drift has improved forecasts at one horizon, tried alone. Open only when over the last 250 reports its mean pinball loss is lower than without drift, with t > 2.
 * One loss a report each, oldest first, aligned; `horizon`: reports that an outcome reaches ahead. Until there are 250 it stays shut.
 */
export function skillGate(withDrift: readonly number[], without: readonly number[], horizon = 1): SkillGate {
	if (withDrift.length !== without.length) throw new RangeError('Both forecasts must be scored on the same reports.');
	const gains = without.map((loss, report) => loss - withDrift[report]!).slice(-GATE_REPORTS);
	const [gain, t] = [mean(gains), blockedT(gains, horizon)];
	return { open: gains.length >= GATE_REPORTS && gain !== null && gain > 0 && t !== null && t > GATE_T, gain, t };
}

/**
 * t of gains with overlapping outcomes: each reaches `horizon` reports ahead. Means of blocks of that length depend only on their neighbours; the
 * covariance of neighbours can only widen the variance. The t of the few blocks is converted to the normal of the same rank, so that one threshold
 * fits every horizon.
 */
function blockedT(gains: readonly number[], horizon: number): number | null {
	if (horizon <= 1) return tStatistic(gains);
	const means = blockMeans(gains, horizon);
	const [centre, variance] = [mean(means), sampleVariance(means)];
	if (centre === null || !variance || means.length < LEAST_BLOCKS) return null;
	let shared = 0;
	for (let at = 1; at < means.length; at++) shared += (means[at]! - centre) * (means[at - 1]! - centre);
	// The mean comes from the same blocks, which lowers their covariance by about variance / blocks.
	const covariance = Math.max(0, shared / (means.length - 1) + variance / means.length);
	const t = centre / Math.sqrt((variance + 2 * covariance) / means.length);
	const freedom = means.length - 1;
	return normalOfStudent(t, freedom);
}

/** Means of successive blocks of equal size, oldest first; an incomplete block at the old end is dropped. */
function blockMeans(values: readonly number[], size: number): number[] {
	const means: number[] = [];
	for (let to = values.length; to >= size; to -= size) means.push(mean(values.slice(to - size, to)) as number);
	return means.reverse();
}

/**
 * The gates of horizons tried together: open only where t > 2 holds after Holm's correction for all of them, so that without any skill some gate is open as seldom as
 * a single one tried alone. Those of which nothing can be said count as tried.
 */
export function openGatesTogether(gates: readonly SkillGate[]): SkillGate[] {
	const adjusted = holm(gates.map(({ t }) => (t === null ? 1 : normalCdf(-t))));
	return gates.map((gate, i) => ({ ...gate, open: gate.open && adjusted[i]! < normalCdf(-GATE_T) }));
}
