import { StoreError } from '../faults/store-error.ts';
import { DEEP_CELLS_OF_ROWS } from './engine/deep-cells.ts';
import { changeTable, type Series } from './engine/series.ts';
import { int } from './engine/where.ts';

const DAY_SECONDS = 86_400;

/** Months (202611) with reports up to some build that are not in deep_cells yet, newest first, since those are used most. */
export async function missingDeepCells({ bulk }: Series): Promise<{ month: number; upTo: number }[]> {
	const { count, columns } = await bulk.read(
		{ month: 'UInt32', up_to: 'UInt32' },
		'SELECT month, up_to FROM deep_cells_missing ORDER BY month DESC',
	);
	return Array.from({ length: count }, (_, i) => ({ month: columns.month[i]!, upTo: columns.up_to[i]! }));
}

/**
 * Adds a month's reports from before deep_cells existed, day by day, so that other work is not delayed. May be interrupted and repeated: rows of an
 * earlier attempt are removed first. The month is complete when the number of rows matches.
 */
export async function fillDeepCells(series: Series, { month, upTo }: { month: number; upTo: number }, signal?: AbortSignal): Promise<void> {
	const { bulk } = series;
	const ofMonth = `toYYYYMM(report) = ${int(month)} AND build <= ${int(upTo)}`;
	const number = async (query: string): Promise<number> => {
		const { columns } = await bulk.read({ n: 'UInt64' }, query);
		return Number(columns.n[0] ?? 0n);
	};
	const found = (): Promise<number> => number(`SELECT count() AS n FROM deep_cells WHERE ${ofMonth}`);
	if ((await found()) > 0) await changeTable(series, `ALTER TABLE deep_cells DELETE WHERE ${ofMonth} SETTINGS mutations_sync = 2`);
	const days = await bulk.read(
		{ day: 'UInt32' },
		`SELECT DISTINCT toUInt32(toDate(report)) AS day FROM report_rows WHERE ${ofMonth} ORDER BY day`,
	);
	let expected = 0;
	for (const day of days.columns.day.subarray(0, days.count)) {
		signal?.throwIfAborted();
		const from = `toDateTime(${int(day * DAY_SECONDS)}, 'UTC')`;
		const rows = `${DEEP_CELLS_OF_ROWS} AND report >= ${from} AND report < ${from} + ${DAY_SECONDS} AND build <= ${int(upTo)}`;
		expected += await number(`SELECT count() AS n FROM (${rows})`);
		await bulk.run(`INSERT INTO deep_cells ${rows}`);
	}
	const brought = await found();
	if (brought !== expected) throw new StoreError('series_failed', `deep_cells has ${brought} rows of ${month} instead of ${expected}.`);
	await changeTable(series, `ALTER TABLE deep_cells_missing DROP PARTITION ${int(month)}`);
}
