import { formatCount } from '../../lib/format/numbers.ts';
import type { Statistics } from './statistics.ts';

/** Whether a record is better than luck alone; apart from its other words, since a trader's list says no more of it. */
export const luckWords = {
	luck: (n: number, { variants, better }: Pick<Statistics['luck'], 'variants' | 'better'>) => {
		if (n === 0) return 'No measurements.';
		const filters = `${formatCount(variants)} ${variants === 1 ? 'filter' : 'filters'} without skill`;
		return better ? `Better than the luckiest of ${filters} in 95 of 100 draws.` : `Not better than the luckiest of ${filters}.`;
	},
} as const;
