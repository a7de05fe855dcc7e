import { mean, tStatistic } from '../statistics/moments.ts';

/** Reports that the gate looks back on, and the t it asks for. */
export const GATE_REPORTS = 250;
export const GATE_T = 2;

/**
 * Does the drift earn its place? Open only when over the last 250 reports its mean pinball loss is lower than without drift, with t > 2.
 * One loss a report each, oldest first, aligned. Until there are 250 it stays shut.
 */
export const skillGate = (
	withDrift: readonly number[],
	without: readonly number[],
): { open: boolean; gain: number | null; t: number | null } => {
	if (withDrift.length !== without.length) throw new RangeError('Both forecasts must be scored on the same reports.');
	const gains = without.map((loss, report) => loss - (withDrift[report] as number)).slice(-GATE_REPORTS);
	const [gain, t] = [mean(gains), tStatistic(gains)];
	return { open: gains.length >= GATE_REPORTS && gain !== null && gain > 0 && t !== null && t > GATE_T, gain, t };
};
