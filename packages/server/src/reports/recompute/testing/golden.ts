/** Golden reports: an engine's results for a market, chained and counted for comparison in tests, and comparisons of single rows with the reference. */
import { createHash } from 'node:crypto';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { computeReferenceReport } from '@sw/domain/signals/definition/reference/reference-report';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { createFacts, listDifferences } from '@sw/domain/signals/engine/testing/compare';
import { depthIn } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { slotEnd } from '@sw/domain/time/slots';
import type { MatrixInput } from '../../../intake/files/testing/matrices-of.ts';

interface Golden {
	reports: number;
	/** Last link of the chain of their content hashes. */
	hash: string;
	/** Price cells of the rise at depth 0 to 5, and those not measurable, over all reports and timeframes. */
	price: number[];
	volume: number[];
}

const NOT_MEASURABLE = 6;

/** Computes the selected reports of the market from session `firstDay` on, chained as the product chains them. `onReport` receives each. */
export function computeGolden(
	{ symbols, days }: MatrixInput,
	firstDay: number,
	isSelected: (slot: number, slots: number) => boolean,
	onReport: (table: ReportTable, day: number, slot: number) => void = () => {},
): Golden {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows: symbols.length });
	const golden: Golden = { reports: 0, hash: '0'.repeat(64), price: Array(7).fill(0), volume: Array(7).fill(0) };
	for (const [day, { session, matrix }] of days.entries()) {
		engine.startSession(session);
		for (let slot = 0; slot < session.slots; slot++) {
			engine.applySlot(matrix, slot);
			if (day < firstDay || !isSelected(slot, session.slots)) continue;
			const table = engine.report(slotEnd(session, slot), createFacts(symbols.length));
			const context = { format: 1 as const, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: golden.hash };
			golden.hash = createHash('sha256').update(contentBytes(table, context)).digest('hex');
			golden.reports++;
			for (const words of table.words)
				for (const word of words) {
					incrementDepthCount(golden.price, depthIn(word, 0));
					incrementDepthCount(golden.volume, depthIn(word, 3));
				}
			onReport(table, day, slot);
			engine.prepare();
		}
	}
	return golden;
}

function incrementDepthCount(counts: number[], depth: number | null): void {
	const index = depth ?? NOT_MEASURABLE;
	counts[index] = counts[index]! + 1;
}

/** Finds differences between a row and the reference, which computes it from the row's whole history. */
export function findReferenceDifferences({ days }: MatrixInput, table: ReportTable, row: number, session: number, slot: number): string[] {
	const sessions = days.slice(0, session + 1).map(({ matrix }) => ({ matrix: extractRow(matrix, row) }));
	const expected = computeReferenceReport({ sessions }, { session, slot }, PARAMETERS_V1);
	const tableRow = table.tickerId.indexOf(100 + row);
	return expected && tableRow >= 0
		? listDifferences(table, tableRow, expected, PARAMETERS_V1)
		: expected === null && tableRow === -1
			? []
			: ['in one of both only'];
}

/** Extracts one row of a matrix. */
function extractRow(matrix: SessionMatrix, row: number): SessionMatrix {
	const pickRow = <T extends Float32Array | Float64Array>(column: T): T => column.filter((_, cell) => cell % matrix.rows === row) as T;
	const { daily } = matrix;
	return {
		...matrix,
		rows: 1,
		open: pickRow(matrix.open),
		high: pickRow(matrix.high),
		low: pickRow(matrix.low),
		close: pickRow(matrix.close),
		volume: pickRow(matrix.volume),
		calls: pickRow(matrix.calls),
		puts: pickRow(matrix.puts),
		daily: daily && {
			open: pickRow(daily.open),
			high: pickRow(daily.high),
			low: pickRow(daily.low),
			close: pickRow(daily.close),
			volume: pickRow(daily.volume),
		},
	};
}

/** Formats a report as text: a line per ticker with its price, flags, the packed words of its five timeframes, and each timeframe's z to four digits. */
export function formatReportLines(table: ReportTable, symbols: readonly string[]): string[] {
	return Array.from({ length: table.count }, (_, i) => {
		const words = table.words.map((column) => column[i]!.toString(16).padStart(8, '0'));
		const zs = Array.from({ length: table.words.length * SERIES_COUNT }, (_, position) => {
			const z = table.z[position * table.count + i]!;
			return Number.isNaN(z) ? '-' : z.toFixed(4);
		});
		const symbol = symbols[table.tickerId[i]! - 100] ?? '?';
		return [new Date(table.time).toISOString(), symbol, table.price[i], table.flags[i], words.join(' '), zs.join(' ')].join('\t');
	});
}

const SERIES_COUNT = 5;
