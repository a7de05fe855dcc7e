import { formatCount } from '../../lib/format/numbers.ts';
import type { Statistics } from './statistics.ts';

/** Whether a record is better than luck alone; apart from its other words, since a trader's list says no more of it. */
export const luckWords = {
	luck: (n: number, { variants, better }: Pick<Statistics['luck'], 'variants' | 'better'>) => {
		if (n === 0) return 'No measurements.';
		return `${better ? 'Better' : 'Not better'} than the luckiest of ${formatCount(variants)} ${variants === 1 ? 'trial' : 'trials'} without skill.`;
	},
} as const;
