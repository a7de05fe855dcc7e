import { SESSION_JUMP } from '@sw/domain/prices/quarantine';
import { DAY } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { queryDailyBars } from './bars.ts';
import type { Columns, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { beforeTickerTimes, int, inVisibleBatches, oneOf } from './engine/sql.ts';

const JUMPS = { ticker_id: 'UInt32', time: 'UInt32', before: 'Float32', after: 'Float32' } as const satisfies Columns;

/**
 * Finds slots whose close is at least SESSION_JUMP times above or below the session's previous close; for the first slot, above or below its open.
 * Prices are unadjusted. Sorted by ticker and time (start of the slot, UTC seconds). `from` and `to` are days since 1970-01-01, both inclusive. A row
 * without volume is not a trade, except for `indices`. `endTimes`: for these tickers, only rows before a time (UTC seconds).
 */
export async function querySessionJumps(
	series: Series,
	ids: readonly number[],
	indices: readonly number[],
	from: number,
	to: number,
	visible: VisibleBatches,
	endTimes: ReadonlyMap<number, number> = new Map(),
): Promise<Rows<typeof JUMPS>> {
	const day = "toDate(time, 'America/New_York')";
	// New York days begin four or five hours after the UTC day of the same date.
	const span = `time >= toDateTime(${int(from * (DAY / 1_000))}, 'UTC') AND time < toDateTime(${int((to + 2) * (DAY / 1_000))}, 'UTC')`;
	const tradedCondition = indices.length > 0 ? `(volume > 0 OR ${oneOf('ticker_id', indices)})` : 'volume > 0';
	const ratio = 'toFloat64(after) / toFloat64(before)';
	return series.bulk.read(
		JUMPS,
		`SELECT ticker_id, toUInt32(time) AS time, before, after FROM (
			SELECT ticker_id, time, ended AS after, lagInFrame(ended, 1, toFloat32(0)) OVER slots AS previous, if(previous = 0, opened, previous) AS before
			FROM (
				SELECT ticker_id, time, ${day} AS day, argMax(open, batch) AS opened, argMax(close, batch) AS ended
				FROM bars WHERE ${oneOf('ticker_id', ids)} AND ${span} AND session = ${REGULAR} AND open > 0 AND close > 0 AND ${tradedCondition} AND ${beforeTickerTimes(endTimes)} AND ${inVisibleBatches('batch', visible)}
				GROUP BY ticker_id, time HAVING day >= toDate(${int(from)}) AND day <= toDate(${int(to)})
			) WINDOW slots AS (PARTITION BY ticker_id, day ORDER BY time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
		) WHERE ${ratio} >= ${SESSION_JUMP} OR ${ratio} <= 1 / ${SESSION_JUMP} ORDER BY ticker_id, time`,
	);
}

/** First traded open and last traded close of each ticker and session, unadjusted, by ticker and day (days since 1970-01-01, New York). */
export interface DayEdges {
	count: number;
	tickerId: Uint32Array;
	day: Uint16Array;
	open: Float32Array;
	close: Float32Array;
}

const EDGES = { ticker_id: 'UInt32', day: 'UInt16', first: 'Float32', last: 'Float32' } as const satisfies Columns;
const REGULAR = 1;

/**
 * Reads the edges of sessions from `from` to `to` (days, both inclusive). A row without volume is not a trade, except for `indices`. A session without
 * 15-minute bars uses a vendor's daily bar. `endTimes`: for these tickers, only what was known before a time (UTC seconds).
 */
export async function queryDayEdges(
	series: Series,
	ids: readonly number[],
	indices: readonly number[],
	from: number,
	to: number,
	visible: VisibleBatches,
	endTimes: ReadonlyMap<number, number> = new Map(),
): Promise<DayEdges> {
	const day = "toUInt16(toDate(time, 'America/New_York'))";
	// New York days begin four or five hours after the UTC day of the same date.
	const span = `time >= toDateTime(${int(from * (DAY / 1_000))}, 'UTC') AND time < toDateTime(${int((to + 2) * (DAY / 1_000))}, 'UTC')`;
	const tradedCondition = indices.length > 0 ? `(volume > 0 OR ${oneOf('ticker_id', indices)})` : 'volume > 0';
	const slotEdges = await series.bulk.read(
		EDGES,
		`SELECT ticker_id, ${day} AS day, argMin(open, (time, -toInt64(batch))) AS first, argMax(close, (time, batch)) AS last
		FROM bars WHERE ${oneOf('ticker_id', ids)} AND ${span} AND session = ${REGULAR} AND open > 0 AND close > 0 AND ${tradedCondition} AND ${beforeTickerTimes(endTimes)} AND ${inVisibleBatches('batch', visible)}
		GROUP BY ticker_id, day HAVING day >= ${int(from)} AND day <= ${int(to)} ORDER BY ticker_id, day`,
	);
	const daily = await queryDailyBars(series, ids, from, to, visible);
	const [indexIds, lastDays] = [new Set(indices), new Map([...endTimes].map(([id, time]) => [id, Math.floor(time / (DAY / 1_000))]))];
	const isTraded = (i: number): boolean => {
		const id = daily.tickerId[i]!;
		if (!(daily.open[i]! > 0 && daily.close[i]! > 0)) return false;
		return (indexIds.has(id) || daily.volume[i]! > 0) && daily.day[i]! < (lastDays.get(id) ?? Number.POSITIVE_INFINITY);
	};
	return mergeEdges(slotEdges, daily, isTraded);
}

function mergeEdges(
	slotEdges: Rows<typeof EDGES>,
	daily: Awaited<ReturnType<typeof queryDailyBars>>,
	isTraded: (i: number) => boolean,
): DayEdges {
	const { ticker_id, day, first, last } = slotEdges.columns;
	const size = slotEdges.count + daily.count;
	const edges: DayEdges = {
		count: 0,
		tickerId: new Uint32Array(size),
		day: new Uint16Array(size),
		open: new Float32Array(size),
		close: new Float32Array(size),
	};
	const addEdge = (id: number, dayNumber: number, open: number, close: number): void => {
		const at = edges.count++;
		edges.tickerId[at] = id;
		edges.day[at] = dayNumber;
		edges.open[at] = open;
		edges.close[at] = close;
	};
	const keyOf = (id: number, dayNumber: number): number => id * 65_536 + dayNumber;
	const keyOfSlotEdge = (i: number): number => (i < slotEdges.count ? keyOf(ticker_id[i]!, day[i]!) : Number.POSITIVE_INFINITY);
	const keyOfDaily = (i: number): number => (i < daily.count ? keyOf(daily.tickerId[i]!, daily.day[i]!) : Number.POSITIVE_INFINITY);
	for (let s = 0, d = 0; s < slotEdges.count || d < daily.count; ) {
		if (keyOfSlotEdge(s) <= keyOfDaily(d)) {
			if (keyOfSlotEdge(s) === keyOfDaily(d)) d++;
			addEdge(ticker_id[s]!, day[s]!, first[s]!, last[s]!);
			s++;
		} else {
			if (isTraded(d)) addEdge(daily.tickerId[d]!, daily.day[d]!, daily.open[d]!, daily.close[d]!);
			d++;
		}
	}
	return edges;
}
