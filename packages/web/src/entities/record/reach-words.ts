import { formatFixed } from '../../lib/format/numbers.ts';
import { formatBasisPoints, formatRange, type Statistics } from './statistics.ts';

type Reach = Pick<Statistics, 'sequence' | 'detectable'>;

/** What a record can say at its size; loaded with the pages that show a record in full. */
export const reachWords = {
	/** 'Holds however often you look: 47.1–55.0 %.' */
	sequence: ({ sequence }: Reach): string => `Holds however often you look: ${formatRange(sequence)}.`,
	/** 'Too few occurrences to see effects below 2.4 points, about 35 bp.' Empty without a base rate. */
	detectable: ({ detectable }: Reach): string => {
		if (detectable === null) return '';
		const points = formatFixed(detectable.difference * 100, 1);
		return detectable.excess === null
			? `Too few occurrences to see effects below ${points} points.`
			: `Too few occurrences to see effects below ${points} points, about ${formatBasisPoints(detectable.excess).replace('+', '')}.`;
	},
} as const;
