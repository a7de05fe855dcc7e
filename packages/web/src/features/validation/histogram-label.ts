import { formatBasisPoints } from '../../entities/record/statistics.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { losers } from './validation-view.ts';
import { validationWords as words } from './words.ts';

/** The histogram as one sentence. */
export function histogramLabel({ histogram }: Pick<Validation, 'histogram'>): string {
	const { from, width, counts } = histogram;
	const n = counts.reduce((sum, count) => sum + count, 0);
	const [low, high] = [from, from + counts.length * width];
	return words.histogramLabel(formatCount(n), formatBasisPoints(low), formatBasisPoints(high), formatCount(losers(histogram)));
}
