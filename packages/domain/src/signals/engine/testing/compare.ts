import { utcMs } from '../../../time/units.ts';
import type { Reading, ReferenceReport } from '../../definition/reference/reference-report.ts';
import type { ParameterSet } from '../../parameters.ts';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../report-table.ts';
import type { Engine, ReportFacts } from '../types.ts';

export function createFacts(rows: number): ReportFacts {
	return {
		tickerIds: Uint32Array.from({ length: rows }, (_, row) => 100 + row),
		shares: new Float64Array(rows).fill(1e6),
		mentions: new Int32Array(rows).fill(-1),
	};
}

export function buildTestReport(engine: Engine): ReportTable {
	return engine.report(utcMs(0), createFacts(engine.rows));
}

/** Windows are float32, so z agrees to about six digits. Depths can differ only if z is at a level. */
const TOLERANCE = 2e-5;

/** Lists the differences between row i of a report and the reference report; empty if they agree. */
export function listDifferences(table: ReportTable, i: number, expected: ReferenceReport, { rings }: ParameterSet): string[] {
	const messages: string[] = [];
	const flags = (expected.eligible ? FLAG_ELIGIBLE : 0) | (expected.stale ? FLAG_STALE : 0) | (expected.quarantine ? FLAG_QUARANTINE : 0);
	if (table.flags[i] !== flags) messages.push(`flags ${table.flags[i]}, not ${flags}`);
	if (table.price[i] !== Math.round(expected.price * 10_000)) messages.push(`price ${table.price[i]}, not ${expected.price}`);
	expected.timeframes.forEach((reading, t) => {
		const expectedZ = listZ(reading);
		expectedZ.forEach((z, series) => {
			const actual = table.z[(t * 5 + series) * table.count + i]!;
			if (z === null ? !Number.isNaN(actual) : !isClose(actual, z)) messages.push(`timeframe ${t} series ${series}: z ${actual}, not ${z}`);
		});
		const isAtLevel = expectedZ.some((z) => z !== null && rings.some((ring) => isClose(Math.abs(z), ring)));
		const word = table.words[t]?.[i];
		if (word !== reading.word && !isAtLevel) messages.push(`timeframe ${t}: word ${word?.toString(16)}, not ${reading.word.toString(16)}`);
	});
	return messages;
}

function isClose(a: number, b: number): boolean {
	return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(b));
}

function listZ({ price, volume, sum, diff, squeeze }: Reading): (number | null)[] {
	return [price.z, volume.z, sum.z, diff.z, squeeze.zeta];
}
