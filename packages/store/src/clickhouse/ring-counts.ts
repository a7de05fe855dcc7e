import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { RingCount } from '@sw/domain/research/ring-shares';
import { NULL_BITS } from '@sw/domain/signals/packed';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { ELIGIBLE } from './engine/history-scan-condition.ts';
import type { Series } from './engine/series.ts';
import { WORD_COLUMNS } from './engine/tables.ts';
import { betweenSeconds, int } from './engine/where.ts';

const RINGS = [1, 2, 3, 4, 5] as const;

/** Reports of one pass: with more, the statement would be too long. */
const REPORTS_PER_PASS = 2_000;

/** Counts over the rows of these reports (UTC seconds) and builds that can be in a tab. */
export async function ringCounts(series: Series, reports: readonly { time: number; build: number }[], algo: Algo): Promise<RingCount[]> {
	const cells = TIMEFRAMES.flatMap((_, timeframe) => NULL_BITS.map((nullBit, slice) => ({ timeframe, slice, nullBit })));
	const names = cells.map(({ timeframe, slice }) => `c${timeframe}_${slice}`);
	const selected = cells.flatMap(({ timeframe, slice, nullBit }, at) => {
		const word = WORD_COLUMNS[timeframe as 0];
		const measured = `bitAnd(${word}, ${int(nullBit)}) = 0`;
		const depth = `bitAnd(bitShiftRight(${word}, ${int(4 * slice)}), 7)`;
		return [0, ...RINGS].map((ring) => `toUInt32(countIf(${measured} AND ${depth} >= ${int(ring)})) AS ${names[at]}_${int(ring)}`);
	});
	const spec = Object.fromEntries(names.flatMap((name) => [0, ...RINGS].map((ring) => [`${name}_${ring}`, 'UInt32' as const])));
	const sums = new Map<string, number>();
	for (let at = 0; at < reports.length; at += REPORTS_PER_PASS) {
		const part = reports.slice(at, at + REPORTS_PER_PASS);
		const times = part.map(({ time }) => time);
		const chosen = part.map(({ time, build }) => `(toDateTime(${int(time)}, 'UTC'), ${int(build)})`);
		// The time span keeps the engine from reading the whole table.
		const where = [
			betweenSeconds('report', Math.min(...times), Math.max(...times) + 1),
			`algo = ${int(ALGOS.indexOf(algo))}`,
			`(report, build) IN (${chosen.join(', ')})`,
			ELIGIBLE,
		];
		const { columns } = await series.bulk.read(spec, `SELECT ${selected} FROM report_rows WHERE ${where.join(' AND ')}`);
		for (const name of Object.keys(spec)) sums.set(name, (sums.get(name) ?? 0) + (columns[name]?.[0] ?? 0));
	}
	return cells.map(({ timeframe, slice }, at) => {
		const [measured = 0, ...atLeast] = [0, ...RINGS].map((ring) => sums.get(`${names[at]}_${ring}`) ?? 0);
		return { timeframe, slice, measured, atLeast };
	});
}
