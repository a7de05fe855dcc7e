import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { DEEP_CELL_COLUMNS, DEEP_CELLS_OF_ROWS } from './engine/deep-cells.ts';
import type { Series } from './engine/series.ts';
import { LISTED_COLUMNS, WORD_COLUMNS } from './engine/tables.ts';
import { betweenSeconds, int, ofVisibleBatches } from './engine/where.ts';
import { missingDeepCells } from './fill-deep-cells.ts';

const KEY = 'report, algo, build';

/**
 * Reports from `from` up to `to` (`to` excluded) whose rows in deep_cells differ from those derived from their stored rows. Months that are still to be
 * filled are left out.
 */
export async function wrongDeepCells(
	series: Series,
	from: UtcMs,
	to: UtcMs,
	seen: VisibleBatches,
): Promise<{ time: UtcMs; algo: Algo; build: number }[]> {
	const span = `${betweenSeconds('report', Math.floor(from / SECOND), Math.ceil(to / SECOND))} AND ${ofVisibleBatches('build', seen)}`;
	const unfilled = (await missingDeepCells(series)).map(
		({ month, upTo }) => ` AND NOT (toYYYYMM(report) = ${int(month)} AND build <= ${int(upTo)})`,
	);
	const sums = (rows: string): string =>
		`SELECT ${KEY}, count() AS n, sum(cityHash64(reached, ticker_id, ${WORD_COLUMNS.join(', ')}, tier, information, change, dollar_volume, ${LISTED_COLUMNS.join(', ')})) AS h FROM (${rows}) GROUP BY ${KEY}`;
	const stored = sums(`SELECT ${DEEP_CELL_COLUMNS} FROM deep_cells WHERE ${span}${unfilled.join('')}`);
	const expected = sums(`${DEEP_CELLS_OF_ROWS} AND ${span}${unfilled.join('')}`);
	const { count, columns: found } = await series.bulk.read(
		{ report: 'DateTime', algo: 'UInt8', build: 'UInt32' },
		`SELECT ${KEY} FROM (${stored} UNION ALL ${expected}) GROUP BY ${KEY} HAVING count() <> 2 OR min(n) <> max(n) OR min(h) <> max(h) ORDER BY ${KEY}`,
	);
	return Array.from({ length: count }, (_, i) => ({
		time: utcMs(found.report[i]! * SECOND),
		algo: ALGOS[found.algo[i]!] as Algo,
		build: found.build[i]!,
	}));
}
