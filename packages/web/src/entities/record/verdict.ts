import type { Licence } from '@sw/domain/reports/licence';
import { formatCount, formatFixed } from '../../lib/format/numbers.ts';
import { formatBasisPoints, MIN_OCCURRENCES, type Statistics } from './statistics.ts';
import { recordWords } from './words.ts';

export const verdictWords = {
	better: (points: string) => `Better than chance by ${points} points.`,
	lucky: (points: string, trials: string) =>
		`Better than chance by ${points} points, but no better than the luckiest of your ${trials} trials.`,
	worse: (points: string) => `Worse than chance by ${points} points.`,
	none: (least: string) => `No better than chance. Differences below ${least} can’t be detected.`,
	unseen: (least: string) => `Too few to say: differences below ${least} can’t be detected.`,
	tooFew: 'Too few to say.',
	few: (n: string, least: number) => `Too few to say: ${n} of at least ${least} occurrences.`,
	points: (points: string) => `${points} points`,
	pointsAndExcess: (points: string, excess: string) => `${points} points, about ${excess},`,
} as const;

/** Describes the verdict of a record in one sentence. If the rate is no better than the luckiest of the account's trials, the sentence says this. */
export function formatVerdict({ n, interval, base_rate, luck, verdict, detectable }: Statistics): string {
	const base = base_rate ?? 0;
	const difference = formatPoints(interval[0] - base, interval[1] - base);
	switch (verdict) {
		case 'better':
			return verdictWords.better(difference);
		case 'lucky':
			return verdictWords.lucky(difference, formatCount(luck.variants));
		case 'worse':
			return verdictWords.worse(formatPoints(base - interval[1], base - interval[0]));
		case 'none':
			return verdictWords.none(formatDetectable(detectable));
		case 'unseen':
			// A difference of 100 points can't occur, so it isn't worth mentioning.
			return detectable && detectable.difference < 1 ? verdictWords.unseen(formatDetectable(detectable)) : verdictWords.tooFew;
		default:
			return verdictWords.few(formatCount(n), MIN_OCCURRENCES);
	}
}

/** Names the smallest effect that a sample of this size can show: '2.4 points, about 35 bp,'. */
function formatDetectable(detectable: Statistics['detectable']): string {
	const points = detectable === null ? 'n/a' : formatFixed(detectable.difference * 100, 1);
	const excess = detectable?.excess ?? null;
	return excess === null ? verdictWords.points(points) : verdictWords.pointsAndExcess(points, formatBasisPoints(excess).replace('+', ''));
}

function formatPoints(low: number, high: number): string {
	return `${formatFixed(low * 100, 1)}–${formatFixed(high * 100, 1)}`;
}

/** Says that the sample size depends on the licence; empty for pro, which includes every report. */
export function licenceNote({ licence }: { licence: Licence }): string {
	return licence === 'pro' ? '' : recordWords.licence(licence);
}
