import type { RowDetail } from '@sw/domain/signals/engine/types';
import { type ReportTable, Z_SERIES } from '@sw/domain/signals/report-table';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { TickerId } from '@sw/domain/time/units';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import type { MarketEngine } from '../../market/engine/market-engine.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import type { ReportFacts } from '../hot-reports.ts';
import { type RecomputeParts, recompute } from './recompute.ts';

export interface ExplainParts extends RecomputeParts {
	/** Returns the engine of the running market; undefined if none runs. */
	engine(): MarketEngine | undefined;
	/** Changes with every import and correction. */
	barsVersion(): number;
	wall: WallClock;
	onError(message: string, error: unknown): void;
}

/** Finds the numbers behind one ticker's cells in a report; null if they are unavailable, or not available in time. */
export type ExplainCells = (facts: ReportFacts, table: ReportTable, row: number) => Promise<RowDetail | null>;

/** Milliseconds that a request waits for cells of an older report; a later request finds them in the cache. */
const TIMEOUT_MS = 300;
/** Maximum number of waiting tickers. Further requests are refused, because reading lists has priority. */
const MAX_WAITING = 8;
const MAX_CACHED = 500;

/**
 * Finds status, scale, value and reference time of each of a ticker's cells. The running engine has the numbers of the newest report.
 * Older reports are recomputed for the ticker from stored bars. Numbers that don't match the report's z exactly are not returned.
 */
export function createExplainCells(parts: ExplainParts): ExplainCells {
	const { stores, engine, wall, onError } = parts;
	const singleFlight = createSingleFlight<string, RowDetail | null>({ maxCached: MAX_CACHED });
	const runLimited = createSemaphore({ maxQueued: MAX_WAITING - 1 });

	const readFromEngine = ({ time }: ReportFacts, id: number): RowDetail | undefined => {
		const market = engine();
		const position = market?.signalEngine.position;
		if (!market || !position || position.session.open + (position.slot + 1) * SLOT_MS !== time) return undefined;
		const row = market.universe.rowOf(id);
		return row < 0 ? undefined : market.signalEngine.detail(row);
	};

	const recalculate = async ({ time, algo, version }: ReportFacts, id: number): Promise<RowDetail | null> => {
		const record = await reportAt(stores.records.db, time, algo, version);
		if (!record) return null;
		const recomputed = await recompute(parts, record, false, { onlyTickerId: id as TickerId });
		const row = recomputed.universe.rowOf(id);
		return row < 0 ? null : recomputed.engine.detail(row);
	};

	/** Failures are cached too, since a retry would fail again. Rejects if the queue is full. */
	const recalculateOnce = (facts: ReportFacts, id: number): Promise<RowDetail | null> =>
		singleFlight(`${facts.time}.${facts.version}.${id}.${parts.barsVersion()}`, () =>
			runLimited(() =>
				recalculate(facts, id).catch((error) => {
					onError(`failed to explain cells of ${id} at ${new Date(facts.time).toISOString()}`, error);
					return null;
				}),
			),
		);

	const withTimeout = (computation: Promise<RowDetail | null>): Promise<RowDetail | null> =>
		new Promise((resolve) => {
			const cancel = wall.after(TIMEOUT_MS, () => resolve(null));
			const finish = (detail: RowDetail | null): void => {
				cancel();
				resolve(detail);
			};
			computation.then(finish, () => finish(null));
		});

	return async (facts, table, row) => {
		// A forecast's price cells are ranks among tickers, with no measurement behind them.
		if (facts.algo === 'forecast') return null;
		const id = table.tickerId[row]!;
		const engineDetail = readFromEngine(facts, id);
		if (engineDetail && matchesRow(engineDetail, table, row)) return engineDetail;
		const recomputedDetail = await withTimeout(recalculateOnce(facts, id));
		return recomputedDetail && matchesRow(recomputedDetail, table, row) ? recomputedDetail : null;
	};
}

/** Whether the details match this row: every cell has the same z, bit for bit. */
function matchesRow({ timeframes }: RowDetail, { z, count }: ReportTable, row: number): boolean {
	return timeframes.every((timeframe, t) =>
		Z_SERIES.every((series, s) => {
			const stored = z[(t * Z_SERIES.length + s) * count + row]!;
			return (Number.isNaN(stored) ? null : stored) === timeframe[series].z;
		}),
	);
}
