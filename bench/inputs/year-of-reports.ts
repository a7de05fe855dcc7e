/** A year of random reports in the store: 10,000 tickers, every quarter-hour, 65.5 million rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { packWord } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import type { Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import { createColumnArrays } from '@sw/store/clickhouse/engine/native';
import type { Series } from '@sw/store/clickhouse/engine/series';
import { DAY_FIGURES, HISTORY_COLUMNS, LISTED_COLUMNS, TIME_IN_LIST, WORD_COLUMNS } from '@sw/store/clickhouse/engine/tables';

export const ROWS_PER_REPORT = 10_000;
export const YEAR_SESSIONS = 252;
const REPORTS_PER_BLOCK = 26;
const POOL_SIZE = 65_536;
const WRITTEN_COLUMNS = { ...HISTORY_COLUMNS, ...DAY_FIGURES, ...TIME_IN_LIST };

/** Shares of cells at depth 5, at least 4, and so on to at least 1; as frequent as on real markets. */
const DEPTH_SHARES = [0.004, 0.012, 0.022, 0.043, 0.086];

/** Returns a function that draws packed words with these depths. Reports are independent of each other, so they compress worse than real ones. */
export function createWordSource(seed: number): () => number {
	const random = createRandom(seed);
	const drawDepth = (): number => {
		const u = random();
		const shareIndex = DEPTH_SHARES.findIndex((share) => u < share);
		return shareIndex === -1 ? 0 : 5 - shareIndex;
	};
	const pool = Uint32Array.from({ length: POOL_SIZE }, () => {
		const isUp = random() < 0.5;
		const [price, diff] = [drawDepth(), drawDepth()];
		return packWord([isUp ? price : 0, isUp ? 0 : price, drawDepth(), drawDepth(), isUp ? diff : 0, isUp ? 0 : diff, drawDepth()], {
			developing: random() < 0.5,
		});
	});
	return () => pool[(random() * POOL_SIZE) | 0]!;
}

function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 4294967296;
	};
}

/** One ticker in ten is not eligible. */
export function computeFlags(row: number): number {
	return row % 10 === 9 ? 0 : FLAG_ELIGIBLE;
}

/** Writes every report of the sessions, without z. `getBuild` returns the build id of a session by its index. Returns the number of rows. */
export async function fillReports({ bulk }: Series, sessions: readonly Session[], getBuild: (index: number) => number): Promise<number> {
	const nextWord = createWordSource(7);
	const columns = createColumnArrays(WRITTEN_COLUMNS, ROWS_PER_REPORT * REPORTS_PER_BLOCK);
	// As on a real market: changes of a percent or two, most dollar volumes below a million.
	const random = createRandom(11);
	columns.price.fill(1_000_000);
	columns.cap.fill(5e9);
	let rowCount = 0;
	for (const [index, session] of sessions.entries()) {
		columns.build.fill(getBuild(index));
		for (let slot = 0; slot < session.slots; slot++) {
			const firstRow = slot * ROWS_PER_REPORT;
			columns.report.fill(slotEnd(session, slot) / SECOND, firstRow, firstRow + ROWS_PER_REPORT);
			for (let row = 0; row < ROWS_PER_REPORT; row++) {
				columns.ticker_id[firstRow + row] = row + 1;
				columns.flags[firstRow + row] = computeFlags(row);
				columns.change[firstRow + row] = Math.round(60_000 * (random() + random() + random() - 1.5));
				columns.dollar_volume[firstRow + row] = 10 ** (3 + 6 * random());
				// One ticker in eight is in a list; long stays are rarer than short ones.
				for (const name of LISTED_COLUMNS)
					columns[name][firstRow + row] = 0x8000 | (random() < 0.125 ? 1 + Math.floor(26 * random() ** 3) : 0);
			}
			for (const name of WORD_COLUMNS) {
				const words = columns[name];
				for (let at = firstRow; at < firstRow + ROWS_PER_REPORT; at++) words[at] = nextWord();
			}
		}
		await bulk.write('report_rows', WRITTEN_COLUMNS, columns, 0, session.slots * ROWS_PER_REPORT);
		rowCount += session.slots * ROWS_PER_REPORT;
	}
	return rowCount;
}

/** Waits at most two minutes until ClickHouse has merged the rows, which were written much faster than in a market. */
export async function waitForMerges({ bulk }: Series): Promise<void> {
	for (let attempt = 0; attempt < 120; attempt++) {
		const { columns } = await bulk.read({ n: 'UInt64' }, 'SELECT count() AS n FROM system.merges');
		if (columns.n[0] === 0n) return;
		await delay(1_000);
	}
}
