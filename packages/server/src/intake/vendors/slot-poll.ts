/** One slot of the whole market, asked for until enough of it is there. */
import { type SessionMatrix, sessionMatrix } from '@sw/domain/market/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { slotEnd, slotOf, slotStart } from '@sw/domain/time/slots';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { SlotData } from '../provider.ts';
import type { Activity } from './activity.ts';
import type { BarsBySymbol } from './bars.ts';
import { type CoverageRule, judgeCoverage } from './coverage.ts';
import { createDayVolumes } from './day-volumes.ts';
import { fillCell, type Rows } from './session-of-bars.ts';
import type { OptionVolumes, VendorMarket } from './vendor-market.ts';

export interface SlotPoll {
	/** Resolves when the coverage rule is met; VendorError 'outage' when it is not by the deadline. */
	slot(session: Session, slot: number): Promise<SlotData>;
}

interface SlotPollOptions {
	market: VendorMarket;
	rows: Rows;
	activity: Activity;
	coverage: CoverageRule;
	wall: WallClock;
	/** Ends the waiting when the product stops. */
	signal?: AbortSignal | undefined;
	warn(what: string): void;
}

/** Between two looks at what is missing. */
const LOOK_AGAIN = 15_000;
const NAMED_MISSING = 5;

export const createSlotPoll = ({ market, rows, activity, coverage, wall, signal, warn }: SlotPollOptions): SlotPoll => {
	const { symbols } = rows;
	const volumes = createDayVolumes();

	/** Puts the slot's bars into its cells; a vendor whose clock is ahead may send later ones. */
	const take = (matrix: SessionMatrix, session: Session, slot: number, bars: BarsBySymbol): void => {
		symbols.forEach((symbol, row) => {
			for (const bar of bars.get(symbol) ?? []) if (slotOf(session, bar.ms) === slot) fillCell(matrix, row, bar);
		});
	};
	const missing = (matrix: SessionMatrix, expected: Uint8Array): string[] =>
		symbols.filter((_, row) => expected[row] === 1 && Number.isNaN(matrix.close[row]));

	/** Asks for all, then for what is missing, until the rule is met. Answers what is missing in the end. */
	const fetchBars = async (matrix: SessionMatrix, session: Session, slot: number): Promise<string[]> => {
		const expected = activity.expected();
		const count = expected.reduce((sum, one) => sum + one, 0);
		const end = slotEnd(session, slot);
		let wanted: readonly string[] = symbols;
		for (;;) {
			take(matrix, session, slot, await market.bars(wanted, slotStart(session, slot), end));
			const lacking = missing(matrix, expected);
			const isEmpty = matrix.close.every(Number.isNaN);
			const waited = wall.now() - market.delay - end;
			const verdict = judgeCoverage(count, count - lacking.length, waited, coverage);
			// Nobody is expected right after the first start: then one bar must be there to believe that the slot is.
			if (verdict === 'publish' && (count > 0 || !isEmpty || waited >= coverage.deadline)) return lacking;
			if (verdict === 'outage')
				throw new VendorError(market.name, 'bars', 'outage', `${count - lacking.length} of ${count} expected tickers have a bar.`);
			if (verdict === 'warn') {
				warn(
					`${market.name} has ${count - lacking.length} of ${count} expected bars of ${new Date(end).toISOString()}; the report comes without the others.`,
				);
				return lacking;
			}
			await pause(wall, LOOK_AGAIN, signal);
			wanted = lacking.length > 0 ? lacking : symbols;
		}
	};
	/** The day's option sums, or nothing when the vendor has none in time: options never hold a report up. */
	const fetchVolumes = async (until: number): Promise<ReadonlyMap<string, OptionVolumes>> => {
		if (!market.optionVolumes) return new Map();
		const none = new Map<string, OptionVolumes>();
		let cancel = (): void => {};
		const late = new Promise<typeof none>((resolve) => {
			cancel = wall.after(Math.max(0, until - wall.now()), () => resolve(none));
		});
		const asked = market.optionVolumes(symbols).catch((error: unknown) => {
			warn(`The slot has no option volumes. ${error instanceof Error ? error.message : String(error)}`);
			return none;
		});
		return Promise.race([asked, late]).finally(cancel);
	};
	const noteOf = (slot: number, lacking: readonly string[]): string => {
		const names = lacking.slice(0, NAMED_MISSING).join(' ');
		const without =
			lacking.length === 0
				? ''
				: `, without ${names}${lacking.length > NAMED_MISSING ? ` and ${lacking.length - NAMED_MISSING} more` : ''}`;
		return `slot ${slot} from ${market.name} at ${new Date(wall.now()).toISOString().slice(0, 19)}${without}`;
	};

	return {
		async slot(session, slot) {
			const matrix = sessionMatrix(1, symbols.length);
			const until = slotEnd(session, slot) + market.delay + coverage.deadline;
			const [lacking, sums] = await Promise.all([fetchBars(matrix, session, slot), fetchVolumes(until)]);
			symbols.forEach((symbol, row) => {
				const sum = sums.get(symbol);
				if (!sum) return;
				const traded = volumes.slot(session.date, slot, row, sum);
				matrix.calls[row] = traded.calls;
				matrix.puts[row] = traded.puts;
			});
			activity.take(matrix, 0);
			return { ...matrix, halted: null, note: noteOf(slot, lacking) };
		},
	};
};
