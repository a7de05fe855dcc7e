import { type CurvePoint, type EndedExcess, excessCurve, LEAST_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { blockSessions, mainHorizon } from '@sw/domain/research/search-question';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from '../parts.ts';
import { sixDecimals, type ValidationAnswer } from '../search/search-answers.ts';
import type { Measured } from './measure.ts';

type CurveAnswer = ValidationAnswer['curve'];

/** The sum of excess returns at the main horizon, by exit; null below the least effective sample. */
export function curveAnswer(
	{ calendar }: Pick<ResearchParts, 'calendar'>,
	{ question, episodes, trades }: Measured,
	effective: number,
): CurveAnswer {
	if (effective < LEAST_FOR_CURVE) return null;
	const main = mainHorizon(question);
	const sessions = blockSessions(question, question.horizons[main]!);
	const excess = episodes.horizons[main]?.excess as Float32Array;
	const ended: EndedExcess[] = [];
	let [last, block] = [Number.NaN, 0];
	for (let i = 0; i < episodes.count; i++) {
		const exit = trades.exits[i]!;
		if (Number.isNaN(excess[i]!)) continue;
		// Occurrences are in order of time, so many of them end together.
		if (exit !== last) block = Math.floor((calendar.lastOpened(exit - 1)?.ordinal ?? 0) / sessions);
		last = exit;
		ended.push({ exit, excess: excess[i]!, block });
	}
	return curvePoints(excessCurve(ended));
}

export function curvePoints(points: readonly CurvePoint[]): NonNullable<CurveAnswer> {
	return points.map(({ time, n, sum, low, high }) => ({
		time: isoSeconds(time as UtcMs),
		n,
		sum: sixDecimals(sum),
		low: sixDecimals(low),
		high: sixDecimals(high),
	}));
}
