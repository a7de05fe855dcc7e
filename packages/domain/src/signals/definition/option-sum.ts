import type { ParameterSet } from '../parameters.ts';
import type { Status } from '../status.ts';
import { type Baseline, baselineStatus, countable, surge, surgeScale } from './baseline.ts';
import { noSurge, type SurgeScore, surgeScore } from './volume.ts';

/** Contracts of the current bar; null if the feed had a gap. */
export interface OptionBar {
	calls: number | null;
	puts: number | null;
	/** Median contracts per day over up to 20 earlier sessions; null without any. */
	medianDaily: number | null;
}

/** Checked by both option scores before their baselines. */
export function optionStatus({ calls, puts, medianDaily }: OptionBar, baseline: Baseline, { optionSum }: ParameterSet): Status {
	if (!(countable(calls) && countable(puts))) return 'missing';
	if (medianDaily !== null && !(medianDaily >= optionSum.minMedianDaily)) return 'not_optionable';
	return baselineStatus(baseline);
}

/** Option sum, signals.md 1.5: calls plus puts relative to the expected number at this time of day. A bar without contracts is a real low value. */
export function optionSumScore(bar: OptionBar, baseline: Baseline, parameters: ParameterSet): SurgeScore {
	const status = optionStatus(bar, baseline, parameters);
	if (status !== 'ok') return noSurge(status);
	const { pseudo, floor } = parameters.optionSum;
	const u = surge((bar.calls as number) + (bar.puts as number), baseline.expected as number, pseudo);
	return surgeScore(u, surgeScale(baseline.past, floor, parameters), parameters);
}
