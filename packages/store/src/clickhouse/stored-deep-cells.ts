import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { StoreError } from '../faults/store-error.ts';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { DEEP_CELL_COLUMNS, DEEP_CELLS_QUERY } from './engine/deep-cells.ts';
import { changeTable, type Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches } from './engine/sql.ts';
import { LISTED_COLUMNS, WORD_COLUMNS } from './engine/tables.ts';

const DAY_SECONDS = 86_400;

/** Returns the months (such as 202611) whose reports up to build `upTo` are not in deep_cells yet. Newest first, because users need those most. */
export async function findMissingDeepCells({ bulk }: Series): Promise<{ month: number; upTo: number }[]> {
	const { count, columns } = await bulk.read(
		{ month: 'UInt32', up_to: 'UInt32' },
		'SELECT month, up_to FROM deep_cells_missing ORDER BY month DESC',
	);
	return Array.from({ length: count }, (_, i) => ({ month: columns.month[i]!, upTo: columns.up_to[i]! }));
}

/**
 * Adds a month's reports from before deep_cells existed, day by day, so that other work is not delayed. Can be interrupted and repeated: rows of an
 * earlier attempt are removed first. Throws StoreError series_failed if the number of rows doesn't match.
 */
export async function fillDeepCells(series: Series, { month, upTo }: { month: number; upTo: number }, signal?: AbortSignal): Promise<void> {
	const { bulk } = series;
	const monthCondition = `toYYYYMM(report) = ${int(month)} AND build <= ${int(upTo)}`;
	const readCount = async (query: string): Promise<number> => {
		const { columns } = await bulk.read({ n: 'UInt64' }, query);
		return Number(columns.n[0] ?? 0n);
	};
	const countStored = (): Promise<number> => readCount(`SELECT count() AS n FROM deep_cells WHERE ${monthCondition}`);
	if ((await countStored()) > 0)
		await changeTable(series, `ALTER TABLE deep_cells DELETE WHERE ${monthCondition} SETTINGS mutations_sync = 2`);
	const days = await bulk.read(
		{ day: 'UInt32' },
		`SELECT DISTINCT toUInt32(toDate(report)) AS day FROM report_rows WHERE ${monthCondition} ORDER BY day`,
	);
	let expected = 0;
	for (const day of days.columns.day.subarray(0, days.count)) {
		signal?.throwIfAborted();
		const dayStart = `toDateTime(${int(day * DAY_SECONDS)}, 'UTC')`;
		const rowsQuery = `${DEEP_CELLS_QUERY} AND report >= ${dayStart} AND report < ${dayStart} + ${DAY_SECONDS} AND build <= ${int(upTo)}`;
		expected += await readCount(`SELECT count() AS n FROM (${rowsQuery})`);
		await bulk.run(`INSERT INTO deep_cells ${rowsQuery}`);
	}
	const inserted = await countStored();
	if (inserted !== expected) throw new StoreError('series_failed', `deep_cells has ${inserted} rows of ${month} instead of ${expected}.`);
	await changeTable(series, `ALTER TABLE deep_cells_missing DROP PARTITION ${int(month)}`);
}

const KEY = 'report, algo, build';

/** Finds reports in [from, to) whose rows in deep_cells differ from those derived from their stored rows. Leaves out months that are still to be filled. */
export async function findWrongDeepCells(
	series: Series,
	from: UtcMs,
	to: UtcMs,
	visible: VisibleBatches,
): Promise<{ time: UtcMs; algo: Algo; build: number }[]> {
	const span = `${betweenSeconds('report', Math.floor(from / SECOND), Math.ceil(to / SECOND))} AND ${inVisibleBatches('build', visible)}`;
	const exclusions = (await findMissingDeepCells(series)).map(
		({ month, upTo }) => ` AND NOT (toYYYYMM(report) = ${int(month)} AND build <= ${int(upTo)})`,
	);
	const sumsQuery = (rows: string): string =>
		`SELECT ${KEY}, count() AS n, sum(cityHash64(reached, ticker_id, ${WORD_COLUMNS.join(', ')}, tier, information, change, dollar_volume, ${LISTED_COLUMNS.join(', ')})) AS h FROM (${rows}) GROUP BY ${KEY}`;
	const storedSums = sumsQuery(`SELECT ${DEEP_CELL_COLUMNS} FROM deep_cells WHERE ${span}${exclusions.join('')}`);
	const expectedSums = sumsQuery(`${DEEP_CELLS_QUERY} AND ${span}${exclusions.join('')}`);
	const { count, columns } = await series.bulk.read(
		{ report: 'DateTime', algo: 'UInt8', build: 'UInt32' },
		`SELECT ${KEY} FROM (${storedSums} UNION ALL ${expectedSums}) GROUP BY ${KEY} HAVING count() <> 2 OR min(n) <> max(n) OR min(h) <> max(h) ORDER BY ${KEY}`,
	);
	return Array.from({ length: count }, (_, i) => ({
		time: utcMs(columns.report[i]! * SECOND),
		algo: ALGOS[columns.algo[i]!] as Algo,
		build: columns.build[i]!,
	}));
}
