/** Golden reports: an engine's results for a market, chained and counted as lines for comparison in tests, and the reference's results for single rows. */
import { createHash } from 'node:crypto';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { computeReferenceReport } from '@sw/domain/signals/definition/reference/reference-report';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { differences, factsOf } from '@sw/domain/signals/engine/testing/compare';
import { depthIn } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { slotEnd } from '@sw/domain/time/slots';
import type { ReadBars } from '../../../intake/files/testing/matrices-of.ts';

interface Golden {
	reports: number;
	/** Last link of the chain of their content hashes. */
	hash: string;
	/** Price cells of the rise at depth 0 to 5, and those not measurable, over all reports and timeframes. */
	price: number[];
	volume: number[];
}

const NOT_MEASURABLE = 6;

/** All reports of the market from its n-th session on, chained as the product chains them. `look` receives each. */
export function goldenOf(
	{ symbols, days }: ReadBars,
	from: number,
	wanted: (slot: number, slots: number) => boolean,
	look: (table: ReportTable, day: number, slot: number) => void = () => {},
): Golden {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows: symbols.length });
	const found: Golden = { reports: 0, hash: '0'.repeat(64), price: Array(7).fill(0), volume: Array(7).fill(0) };
	for (const [day, { session, matrix }] of days.entries()) {
		engine.startSession(session);
		for (let slot = 0; slot < session.slots; slot++) {
			engine.applySlot(matrix, slot);
			if (day < from || !wanted(slot, session.slots)) continue;
			const table = engine.report(slotEnd(session, slot), factsOf(symbols.length));
			const context = { format: 1 as const, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: found.hash };
			found.hash = createHash('sha256').update(contentBytes(table, context)).digest('hex');
			found.reports++;
			for (const words of table.words)
				for (const word of words) {
					count(found.price, depthIn(word, 0));
					count(found.volume, depthIn(word, 3));
				}
			look(table, day, slot);
			engine.prepare();
		}
	}
	return found;
}

function count(counts: number[], depth: number | null): void {
	const at = depth ?? NOT_MEASURABLE;
	counts[at] = counts[at]! + 1;
}

/** Differences between a row and the reference, which computes it from the row's whole history. */
export function referenceDifferences({ days }: ReadBars, table: ReportTable, row: number, session: number, slot: number): string[] {
	const sessions = days.slice(0, session + 1).map(({ matrix }) => ({ matrix: rowOf(matrix, row) }));
	const expected = computeReferenceReport({ sessions }, { session, slot }, PARAMETERS_V1);
	const at = table.tickerId.indexOf(100 + row);
	return expected && at >= 0
		? differences(table, at, expected, PARAMETERS_V1)
		: expected === null && at === -1
			? []
			: ['in one of both only'];
}

/** One row of a matrix. */
function rowOf(matrix: SessionMatrix, row: number): SessionMatrix {
	const pick = <T extends Float32Array | Float64Array>(column: T): T => column.filter((_, cell) => cell % matrix.rows === row) as T;
	const { daily } = matrix;
	return {
		...matrix,
		rows: 1,
		open: pick(matrix.open),
		high: pick(matrix.high),
		low: pick(matrix.low),
		close: pick(matrix.close),
		volume: pick(matrix.volume),
		calls: pick(matrix.calls),
		puts: pick(matrix.puts),
		daily: daily && {
			open: pick(daily.open),
			high: pick(daily.high),
			low: pick(daily.low),
			close: pick(daily.close),
			volume: pick(daily.volume),
		},
	};
}

/** A report as text: a line per ticker with its price, flags, the packed words of its five timeframes, and each timeframe's z to four digits. */
export function linesOf(table: ReportTable, symbols: readonly string[]): string[] {
	return Array.from({ length: table.count }, (_, i) => {
		const words = table.words.map((column) => column[i]!.toString(16).padStart(8, '0'));
		const zs = Array.from({ length: table.words.length * SERIES }, (_, place) => {
			const z = table.z[place * table.count + i]!;
			return Number.isNaN(z) ? '-' : z.toFixed(4);
		});
		const symbol = symbols[table.tickerId[i]! - 100] ?? '?';
		return [new Date(table.time).toISOString(), symbol, table.price[i], table.flags[i], words.join(' '), zs.join(' ')].join('\t');
	});
}

const SERIES = 5;
