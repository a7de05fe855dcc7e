import { SESSION_JUMP } from '@sw/domain/prices/quarantine';
import { DAY } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { beforeOwn, int, ofVisibleBatches, oneOf } from './engine/where.ts';

const JUMPS = { ticker_id: 'UInt32', time: 'UInt32', before: 'Float32', after: 'Float32' } as const satisfies Columns;
const REGULAR = 1;

/**
 * Slots whose close is SESSION_JUMP times above or below the previous close of their session (the open, for the first slot), as printed: by ticker, then
 * time (start of the slot, UTC seconds). Days since 1970-01-01, both inclusive. A row without volume is not a trade, except for `indices`.
 * `until`: of these tickers only rows before a time, UTC seconds.
 */
export async function sessionJumps(
	series: Series,
	ids: readonly number[],
	indices: readonly number[],
	from: number,
	to: number,
	seen: VisibleBatches,
	until: ReadonlyMap<number, number> = new Map(),
): Promise<Rows<typeof JUMPS>> {
	const day = "toDate(time, 'America/New_York')";
	// New York days begin four or five hours after the UTC day of the same date.
	const span = `time >= toDateTime(${int(from * (DAY / 1_000))}, 'UTC') AND time < toDateTime(${int((to + 2) * (DAY / 1_000))}, 'UTC')`;
	const traded = indices.length > 0 ? `(volume > 0 OR ${oneOf('ticker_id', indices)})` : 'volume > 0';
	const ratio = 'toFloat64(after) / toFloat64(before)';
	return series.bulk.read(
		JUMPS,
		`SELECT ticker_id, toUInt32(time) AS time, before, after FROM (
			SELECT ticker_id, time, ended AS after, lagInFrame(ended, 1, toFloat32(0)) OVER slots AS previous, if(previous = 0, opened, previous) AS before
			FROM (
				SELECT ticker_id, time, ${day} AS day, argMax(open, batch) AS opened, argMax(close, batch) AS ended
				FROM bars WHERE ${oneOf('ticker_id', ids)} AND ${span} AND session = ${REGULAR} AND open > 0 AND close > 0 AND ${traded} AND ${beforeOwn(until)} AND ${ofVisibleBatches('batch', seen)}
				GROUP BY ticker_id, time HAVING day >= toDate(${int(from)}) AND day <= toDate(${int(to)})
			) WINDOW slots AS (PARTITION BY ticker_id, day ORDER BY time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
		) WHERE ${ratio} >= ${SESSION_JUMP} OR ${ratio} <= 1 / ${SESSION_JUMP} ORDER BY ticker_id, time`,
	);
}
