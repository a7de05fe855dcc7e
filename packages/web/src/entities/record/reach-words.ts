import { formatFixed } from '../../lib/format/numbers.ts';
import { formatBasisPoints, formatRange, type Statistics } from './statistics.ts';

type Reach = Pick<Statistics, 'sequence' | 'detectable'>;

/** No rate is that far from its base rate. */
const ALL = 1;
const NOTHING = 'too few to detect anything';

/** What a record can say at its size; loaded with the pages that show a record in full. */
export const reachWords = {
	/** 'Holds however often you look: 47.1–55.0 %.' */
	sequence: ({ sequence }: Reach): string => `Holds however often you look: ${formatRange(sequence)}.`,
	/** 'detects 2.4 points (35 bp) or more': the least effect that the sample shows. Empty without a base rate. */
	sees: ({ detectable }: Reach): string => {
		if (detectable === null) return '';
		if (detectable.difference >= ALL) return NOTHING;
		const points = formatFixed(detectable.difference * 100, 1);
		return detectable.excess === null
			? `detects ${points} points or more`
			: `detects ${points} points (${formatBasisPoints(detectable.excess).replace('+', '')}) or more`;
	},
	/** The same beside n in a table. */
	seesShort: ({ detectable }: Pick<Reach, 'detectable'>): string =>
		detectable === null ? '' : detectable.difference >= ALL ? NOTHING : `detects ${formatFixed(detectable.difference * 100, 1)} points`,
} as const;
