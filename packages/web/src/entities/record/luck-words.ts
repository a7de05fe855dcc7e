import { formatCount } from '../../lib/format/numbers.ts';
import type { Statistics } from './statistics.ts';

/** Whether a record is better than luck alone; separate from the other texts because a trader's list needs only this. */
export const luckWords = {
	luck: ({ variants, better }: Pick<Statistics['luck'], 'variants' | 'better'>) =>
		`${better ? 'Better' : 'Not better'} than the luckiest of ${formatCount(variants)} ${variants === 1 ? 'trial' : 'trials'} without skill.`,
} as const;
