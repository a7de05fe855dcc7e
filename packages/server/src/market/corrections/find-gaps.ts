import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot } from '@sw/domain/time/slots';
import { type ExchangeDate, type ReportTime, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MarketParts } from '../parts.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';

export interface Gap {
	date: ExchangeDate;
	/** Slots in which far fewer tickers have a bar than in previous sessions. */
	slots: number[];
	/** Ids of tickers that had a bar in every slot of the previous sessions and miss several consecutive ones here. */
	tickers: number[];
	/** Number of bars that those tickers miss. */
	bars: number;
	/** Missing reports of the timetable; only if the date has other reports. */
	reports: ReportTime[];
}

/** Number of previous sessions that define the expected number of bars. */
const BASELINE_SESSIONS = 5;
/** A slot is a gap if it has less than this fraction of its expected bars, and all bars or at least MIN_MISSING are missing. */
const MIN_BAR_FRACTION = 0.8;
const MIN_MISSING = 5;
/** Missing bars count only if this many are consecutive: even tickers that always trade can miss a single slot. */
const MIN_CONSECUTIVE = 2;

/** Statistics of the previous sessions. `counts`: bars by slot, for each session. `alwaysTraded`: 1 for rows with a bar in every slot. */
interface SessionBaseline {
	counts: Uint32Array[];
	alwaysTraded: Uint8Array | undefined;
}

/** Finds the bars that a session misses up to slot `lastSlot`, compared with `previousSessions`. `listed`: 1 where a row was listed. */
export function findSessionGaps(
	matrix: SessionMatrix,
	lastSlot: number,
	previousSessions: readonly SessionMatrix[],
	listed: Uint8Array,
): Pick<Gap, 'slots' | 'bars'> & { rows: number[] } {
	const baseline: SessionBaseline = {
		counts: previousSessions.map(countBarsBySlot),
		alwaysTraded:
			previousSessions.length < BASELINE_SESSIONS
				? undefined
				: previousSessions.map(findFullRows).reduce((combined, full) => combined.map((flag, row) => flag & full[row]!)),
	};
	const counts = countBarsBySlot(matrix);
	const slots: number[] = [];
	for (let slot = 0; slot <= lastSlot && previousSessions.length > 0; slot++) {
		const expected = median(baseline.counts.flatMap((sessionCounts) => (slot < sessionCounts.length ? [sessionCounts[slot]!] : [])));
		const actual = counts[slot]!;
		if (actual < expected * MIN_BAR_FRACTION && (expected - actual >= MIN_MISSING || actual === 0)) slots.push(slot);
	}
	const rows: number[] = [];
	let bars = 0;
	for (let row = 0; row < matrix.rows; row++) {
		if (baseline.alwaysTraded?.[row] !== 1 || listed[row] !== 1) continue;
		let [missing, consecutive, longest] = [0, 0, 0];
		for (let slot = 0; slot <= lastSlot; slot++) {
			consecutive = hasBar(matrix, slot * matrix.rows + row) ? 0 : consecutive + 1;
			if (consecutive > 0) missing++;
			longest = Math.max(longest, consecutive);
		}
		if (longest < MIN_CONSECUTIVE) continue;
		rows.push(row);
		bars += missing;
	}
	return { slots, rows, bars };
}

function hasBar(matrix: SessionMatrix, cell: number): boolean {
	return !Number.isNaN(matrix.close[cell]!) || matrix.halted?.[cell] === 1;
}

/** Returns 1 for rows with a bar (or a halt) in every slot. */
function findFullRows(matrix: SessionMatrix): Uint8Array {
	const full = new Uint8Array(matrix.rows).fill(1);
	for (let cell = 0; cell < matrix.close.length; cell++) if (!hasBar(matrix, cell)) full[cell % matrix.rows] = 0;
	return full;
}

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function countBarsBySlot(matrix: SessionMatrix): Uint32Array {
	const counts = new Uint32Array(matrix.slots);
	for (let slot = 0; slot < matrix.slots; slot++) {
		let bars = 0;
		for (let row = 0; row < matrix.rows; row++) if (hasBar(matrix, slot * matrix.rows + row)) bars++;
		counts[slot] = bars;
	}
	return counts;
}

/** Finds gaps in [from, to], up to the end of the stored bars. */
export async function findGaps(parts: MarketParts, from: ExchangeDate, to: ExchangeDate): Promise<Gap[]> {
	const { stores, provider, universe, calendar } = parts;
	const until = (await readStoredUntil(stores.records.db, provider.name, 'bars')) ?? utcMs(0);
	const elapsedSessions = calendar.sessionsBetween(from, to).filter((session) => lastElapsedSlot(session, until) >= 0);
	const [first, final] = [elapsedSessions[0], elapsedSessions.at(-1)];
	if (!first || !final) return [];
	const start = calendar.sessionByOrdinal(Math.max(0, first.ordinal - BASELINE_SESSIONS)) ?? first;
	const sessions = calendar.sessionsBetween(start.date, final.date);
	const publishedByDate = Map.groupBy(await reportTimes(stores.records.db, first.open, final.close, 'reverse'), (time) =>
		newYorkDate(time),
	);
	const gaps: Gap[] = [];
	const previousSessions: SessionMatrix[] = [];
	let sessionsDone = 0;
	await readSessionMatrices(
		stores.series,
		sessions,
		universe.ids,
		await visibleBatches(stores.records.db),
		async (session: Session, matrix) => {
			parts.readiness.setPhase('Looking for gaps', sessionsDone++ / sessions.length);
			const lastSlot = lastElapsedSlot(session, until);
			// Where only daily bars are stored, no slot can be missing.
			const hasSlots = !matrix.close.every(Number.isNaN) || previousSessions.length > 0;
			if (session.date >= from && hasSlots) {
				const { slots, rows, bars } = findSessionGaps(matrix, lastSlot, previousSessions, universe.listedOn(session.date));
				const publishedTimes = new Set(publishedByDate.get(session.date));
				const reports = publishedTimes.size > 1 ? slotTimes(parts.slotsOn, session, until).filter((time) => !publishedTimes.has(time)) : [];
				if (slots.length + rows.length + reports.length > 0)
					gaps.push({ date: session.date, slots, tickers: rows.map((row) => universe.ids[row]!), bars, reports });
			}
			if (hasSlots) previousSessions.push(matrix);
			if (previousSessions.length > BASELINE_SESSIONS) previousSessions.shift();
			await parts.yieldToEventLoop();
		},
	);
	return gaps;
}
