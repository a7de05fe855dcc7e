import type { RowDetail } from '@sw/domain/signals/engine/types';
import { type ReportTable, Z_SERIES } from '@sw/domain/signals/report-table';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { TickerId } from '@sw/domain/time/units';
import { reportAt } from '@sw/store/postgres/records/reports';
import type { MarketEngine } from '../../market/engine/market-engine.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createSharedRuns, createTurns } from '../../platform/turns.ts';
import type { ReportFacts } from '../hot-reports.ts';
import { type RecomputeParts, recompute } from './recompute.ts';

export interface ExplainParts extends RecomputeParts {
	/** The engine of the running market; undefined while there is none. */
	engine(): MarketEngine | undefined;
	/** Another number after every import and correction. */
	barsVersion(): number;
	wall: WallClock;
	onTrouble(what: string, error: unknown): void;
}

/** The numbers behind one ticker's cells in a report; null where they cannot be had, or not at once. */
export type ExplainCells = (facts: ReportFacts, table: ReportTable, row: number) => Promise<RowDetail | null>;

/** A reader waits so long for cells of an older report; whoever asks again finds them. */
const PATIENCE = 300;
/** Tickers worked out one after another; more at once are not begun, because readers of lists go first. */
const MOST_WAITING = 8;
const KEPT = 500;

/** Whether the detail speaks of this row: the same z, bit by bit, in every cell. */
const agrees = ({ timeframes }: RowDetail, { z, count }: ReportTable, row: number): boolean =>
	timeframes.every((timeframe, t) =>
		Z_SERIES.every((series, s) => {
			const stored = z[(t * Z_SERIES.length + s) * count + row] as number;
			return (Number.isNaN(stored) ? null : stored) === timeframe[series].z;
		}),
	);

/**
 * Status, scale, value and reference time of each cell. The running engine has those of the newest report; an older one's are worked out again for
 * the one ticker, from stored bars and beside other work. Numbers that do not belong to the very z of the report are not given out.
 */
export const createExplainCells = (parts: ExplainParts): ExplainCells => {
	const { stores, engine, wall, onTrouble } = parts;
	const share = createSharedRuns<string, RowDetail | null>({ kept: KEPT });
	const inTurn = createTurns({ queue: MOST_WAITING - 1 });

	const fromEngine = ({ time }: ReportFacts, id: number): RowDetail | undefined => {
		const market = engine();
		const position = market?.engine.position;
		if (!market || !position || position.session.open + (position.slot + 1) * SLOT_MS !== time) return undefined;
		const row = market.universe.rowOf(id);
		return row < 0 ? undefined : market.engine.detail(row);
	};

	const again = async ({ time, algo, version }: ReportFacts, id: number): Promise<RowDetail | null> => {
		const record = await reportAt(stores.records.db, time, algo, version);
		if (!record) return null;
		const found = await recompute(parts, record, false, { only: id as TickerId });
		const row = found.universe.rowOf(id);
		return row < 0 ? null : found.engine.detail(row);
	};

	/** What failed is kept too: it would fail again. Rejects where too many wait. */
	const worked = (facts: ReportFacts, id: number): Promise<RowDetail | null> =>
		share(`${facts.time}.${facts.version}.${id}.${parts.barsVersion()}`, () =>
			inTurn(() =>
				again(facts, id).catch((error) => {
					onTrouble(`failed to explain cells of ${id} at ${new Date(facts.time).toISOString()}`, error);
					return null;
				}),
			),
		);

	const atMost = (work: Promise<RowDetail | null>): Promise<RowDetail | null> =>
		new Promise((resolve) => {
			const cancel = wall.after(PATIENCE, () => resolve(null));
			const answer = (found: RowDetail | null): void => {
				cancel();
				resolve(found);
			};
			work.then(answer, () => answer(null));
		});

	return async (facts, table, row) => {
		// The price cells of a forecast are ranks among tickers: nothing was measured there.
		if (facts.algo === 'forecast') return null;
		const id = table.tickerId[row] as number;
		const live = fromEngine(facts, id);
		if (live && agrees(live, table, row)) return live;
		const found = await atMost(worked(facts, id));
		return found && agrees(found, table, row) ? found : null;
	};
};
