import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { RingCount } from '@sw/domain/research/ring-shares';
import { NULL_BITS } from '@sw/domain/signals/packed';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { VisibleBatches } from '../postgres/records/batches.ts';
import { ELIGIBLE } from './history-scan-condition.ts';
import type { Series } from './series.ts';
import { WORD_COLUMNS } from './tables.ts';
import { counts, int, within } from './where.ts';

const RINGS = [1, 2, 3, 4, 5] as const;

/** Counts over the rows of every report from `from` up to `to` (UTC seconds, `to` excluded) that may stand in a tab, in one pass; of corrected reports each version counts. */
export const ringCounts = async (
	series: Series,
	span: { from: number; to: number; algo: Algo },
	seen: VisibleBatches,
): Promise<RingCount[]> => {
	const cells = TIMEFRAMES.flatMap((_, timeframe) => NULL_BITS.map((nullBit, slice) => ({ timeframe, slice, nullBit })));
	const names = cells.map(({ timeframe, slice }) => `c${timeframe}_${slice}`);
	const selected = cells.flatMap(({ timeframe, slice, nullBit }, at) => {
		const word = WORD_COLUMNS[timeframe as 0];
		const measured = `bitAnd(${word}, ${int(nullBit)}) = 0`;
		const depth = `bitAnd(bitShiftRight(${word}, ${int(4 * slice)}), 7)`;
		return [0, ...RINGS].map((ring) => `toUInt32(countIf(${measured} AND ${depth} >= ${int(ring)})) AS ${names[at]}_${int(ring)}`);
	});
	const where = [within('report', span.from, span.to), `algo = ${int(ALGOS.indexOf(span.algo))}`, counts('build', seen), ELIGIBLE];
	const spec = Object.fromEntries(names.flatMap((name) => [0, ...RINGS].map((ring) => [`${name}_${ring}`, 'UInt32' as const])));
	const { columns } = await series.bulk.read(spec, `SELECT ${selected} FROM report_rows WHERE ${where.join(' AND ')}`);
	return cells.map(({ timeframe, slice }, at) => {
		const [measured = 0, ...atLeast] = [0, ...RINGS].map((ring) => columns[`${names[at]}_${ring}`]?.[0] ?? 0);
		return { timeframe, slice, measured, atLeast };
	});
};
