import { formatCount, formatFixed } from '../../lib/format/numbers.ts';
import { compareToBaseRate, formatBasisPoints, LEAST, type Statistics } from './statistics.ts';

/** Where a sample can't see differences below this, an interval around the base rate says little. */
const MUCH = 0.05;

export const verdictWords = {
	better: (points: string) => `Better than chance by ${points} points.`,
	lucky: (points: string, trials: string) => `Better than chance by ${points} points, but not than the luckiest of your ${trials} trials.`,
	worse: (points: string) => `Worse than chance by ${points} points.`,
	none: (least: string) => `No better than chance. Less than ${least} can’t be seen.`,
	unseen: (least: string) => `Too few to say: less than ${least} can’t be seen.`,
	few: (n: string, least: number) => `Too few to say: ${n} of at least ${least} occurrences.`,
	points: (points: string) => `${points} points`,
	pointsAndExcess: (points: string, excess: string) => `${points} points, about ${excess},`,
} as const;

/** A record in one sentence, by its interval; a rate within the luck of all trials is said to be. */
export function verdictOf(found: Statistics): string {
	const { n, interval, base_rate, luck } = found;
	const base = base_rate ?? 0;
	switch (compareToBaseRate(found)) {
		case 'above': {
			const points = range(interval[0] - base, interval[1] - base);
			return luck.better ? verdictWords.better(points) : verdictWords.lucky(points, formatCount(luck.variants));
		}
		case 'below':
			return verdictWords.worse(range(base - interval[1], base - interval[0]));
		case 'same': {
			const least = leastVisible(found);
			return (found.detectable?.difference ?? 1) > MUCH ? verdictWords.unseen(least) : verdictWords.none(least);
		}
		default:
			return verdictWords.few(formatCount(n), LEAST);
	}
}

/** The least effect that a sample of this size shows: '2.4 points, about 35 bp,'. */
function leastVisible({ detectable }: Statistics): string {
	const points = detectable === null ? 'n/a' : formatFixed(detectable.difference * 100, 1);
	const excess = detectable?.excess ?? null;
	return excess === null ? verdictWords.points(points) : verdictWords.pointsAndExcess(points, formatBasisPoints(excess).replace('+', ''));
}

function range(low: number, high: number): string {
	return `${formatFixed(low * 100, 1)}–${formatFixed(high * 100, 1)}`;
}
