import type { Fan } from '../../lib/api/types.ts';
import { formatFixed } from '../../lib/format/numbers.ts';

export type Measured = Fan['measured'][number];

/** The horizon whose record is shown next to the fan: the longest one measured. */
export function shownRecord({ measured }: Pick<Fan, 'measured'>): Measured | undefined {
	return measured.findLast(({ coverage_80, n }) => coverage_80 !== null && n > 0);
}

/** 0.9812 -> '0.98'; null is 'n/a'. */
export function formatRatio(ratio: number | null): string {
	return ratio === null ? 'n/a' : formatFixed(ratio, 2);
}
