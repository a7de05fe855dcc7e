/** Requests a slot of the whole market until enough of its bars have arrived. */
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { slotEnd, slotOf, slotStart } from '@sw/domain/time/slots';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { SlotData } from '../provider.ts';
import type { BarsBySymbol } from './bars.ts';
import type { OptionReadings } from './option-readings.ts';
import { type FollowedRows, fillCell } from './session-rows.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

export interface SlotPoll {
	/** Resolves when the coverage rule is met; rejects with VendorError 'outage' if too few bars arrive by the deadline. */
	fetchSlot(session: Session, slot: number): Promise<SlotData>;
}

interface SlotPollOptions {
	adapter: VendorAdapter;
	rows: FollowedRows;
	readings: OptionReadings;
	activity: Activity;
	coverage: CoverageRule;
	wall: WallClock;
	/** Ends the waiting when the product stops. */
	signal?: AbortSignal | undefined;
	warn(message: string): void;
}

/** Interval between two requests for missing bars. */
const RETRY_INTERVAL = 15_000;
const MAX_LISTED_SYMBOLS = 5;

export function createSlotPoll({ adapter, rows, readings, activity, coverage, wall, signal, warn }: SlotPollOptions): SlotPoll {
	const { symbols } = rows;

	/** Writes the slot's bars into the matrix. Bars of other slots are ignored: a vendor whose clock is ahead can send later ones. */
	const fillSlot = (matrix: SessionMatrix, session: Session, slot: number, bars: BarsBySymbol): void => {
		symbols.forEach((symbol, row) => {
			for (const bar of bars.get(symbol) ?? []) if (slotOf(session, bar.ms) === slot) fillCell(matrix, row, bar);
		});
	};
	const findMissingSymbols = (matrix: SessionMatrix, expected: Uint8Array): string[] =>
		symbols.filter((_, row) => expected[row] === 1 && Number.isNaN(matrix.close[row]));

	/** Requests all symbols, then the missing ones until the rule is met. Returns the symbols still missing. */
	const fetchBars = async (matrix: SessionMatrix, session: Session, slot: number): Promise<string[]> => {
		const expected = activity.expectedRows();
		const followed = new Set(rows.followed());
		symbols.forEach((symbol, row) => {
			if (!followed.has(symbol)) expected[row] = 0;
		});
		const expectedCount = expected.reduce((sum, isExpected) => sum + isExpected, 0);
		const end = slotEnd(session, slot);
		let requestedSymbols = rows.followed();
		for (;;) {
			fillSlot(matrix, session, slot, await adapter.bars(requestedSymbols, slotStart(session, slot), end));
			const stillMissing = findMissingSymbols(matrix, expected);
			const isEmpty = matrix.close.every(Number.isNaN);
			const waitedMs = wall.now() - adapter.delay - end;
			const verdict = decideCoverage(expectedCount, expectedCount - stillMissing.length, waitedMs, coverage);
			// Right after the first start no ticker is expected; a slot then counts as complete once it has at least one bar.
			if (verdict === 'publish' && (expectedCount > 0 || !isEmpty || waitedMs >= coverage.deadlineMs)) return stillMissing;
			if (verdict === 'outage')
				throw new VendorError(
					adapter.name,
					'bars',
					'outage',
					`${expectedCount - stillMissing.length} of ${expectedCount} expected tickers have a bar.`,
				);
			if (verdict === 'warn') {
				warn(
					`${adapter.name} has ${expectedCount - stillMissing.length} of ${expectedCount} expected bars of ${new Date(end).toISOString()}; the report is made without the others.`,
				);
				return stillMissing;
			}
			await pause(wall, RETRY_INTERVAL, signal);
			requestedSymbols = stillMissing.length > 0 ? stillMissing : rows.followed();
		}
	};
	const formatNote = (slot: number, missing: readonly string[]): string => {
		const names = missing.slice(0, MAX_LISTED_SYMBOLS).join(' ');
		const missingText =
			missing.length === 0
				? ''
				: `, without ${names}${missing.length > MAX_LISTED_SYMBOLS ? ` and ${missing.length - MAX_LISTED_SYMBOLS} more` : ''}`;
		const options = adapter.optionVolumes ? `, options ${Math.round(adapter.optionsDelay / 60_000)} min late` : '';
		return `slot ${slot} from ${adapter.name} at ${new Date(wall.now()).toISOString().slice(0, 19)}${options}${missingText}`;
	};

	return {
		async fetchSlot(session, slot) {
			const matrix = createSessionMatrix(1, symbols.length);
			const deadline = slotEnd(session, slot) + adapter.delay + coverage.deadlineMs;
			const [missing, sums] = await Promise.all([fetchBars(matrix, session, slot), readings.volumesOfSlot(session, slot, deadline)]);
			symbols.forEach((symbol, row) => {
				const sum = sums.get(symbol);
				if (!sum) return;
				matrix.calls[row] = sum.calls;
				matrix.puts[row] = sum.puts;
			});
			activity.observe(matrix, 0);
			return { ...matrix, halted: null, note: formatNote(slot, missing) };
		},
	};
}

/** Learns which tickers trade in nearly every slot: a slot without them is incomplete. */
export interface Activity {
	/** Records which rows traded in a slot of a matrix. */
	observe(matrix: Pick<SessionMatrix, 'rows' | 'close'>, slot: number): void;
	/** 1 for rows whose bar is expected. */
	expectedRows(): Uint8Array;
}

/** Approximate number of slots in the moving average. */
const MEAN_SLOTS = 13;
/** Minimum fraction of slots with a trade at which a bar is expected in the next slot. */
const EXPECTED_FRACTION = 0.9;

export function createActivity(rows: number): Activity {
	const tradeFraction = new Float64Array(rows);
	let slotCount = 0;
	return {
		observe({ close }, slot) {
			slotCount++;
			// A plain mean at first, so that early slots count fully.
			const weight = 1 / Math.min(slotCount, MEAN_SLOTS);
			for (let row = 0; row < rows; row++) {
				const traded = Number.isNaN(close[slot * rows + row]) ? 0 : 1;
				tradeFraction[row] = tradeFraction[row]! + weight * (traded - tradeFraction[row]!);
			}
		},
		expectedRows: () => Uint8Array.from(tradeFraction, (s) => (s >= EXPECTED_FRACTION ? 1 : 0)),
	};
}

/** Decides whether a slot's bars are enough for a report. */
export interface CoverageRule {
	/** Fraction of the expected tickers that is enough without waiting. */
	enough: number;
	/** Milliseconds after the slot's end from which `minimum` is enough, with a warning. */
	deadlineMs: number;
	/** Fraction of the expected tickers below which no report is built before `finalDeadlineMs`. */
	minimum: number;
	/** Milliseconds after the slot's end from which any number of bars is enough: a quiet market has few. */
	finalDeadlineMs: number;
}
export const DEFAULT_COVERAGE: CoverageRule = { enough: 0.95, deadlineMs: 4 * 60_000, minimum: 0.5, finalDeadlineMs: 60 * 60_000 };

type CoverageVerdict = 'publish' | 'warn' | 'wait' | 'outage';

/** Decides whether a slot is complete. `waitedMs`: time since the slot's end, after the vendor's delay. If nothing is expected, anything is enough. */
export function decideCoverage(expectedCount: number, coveredCount: number, waitedMs: number, rule: CoverageRule): CoverageVerdict {
	if (coveredCount >= expectedCount * rule.enough) return 'publish';
	if (waitedMs < rule.deadlineMs) return 'wait';
	return coveredCount >= expectedCount * rule.minimum || waitedMs >= rule.finalDeadlineMs ? 'warn' : 'outage';
}
