/** Sessions of a vendor's market, live: slot after slot from a realistic vendor, with each step retried as the market does. */
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd, slotOf } from '@sw/domain/time/slots';
import { MINUTE, SECOND, utcMs } from '@sw/domain/time/units';
import { pause } from '../../platform/clocks/pause.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createVendorProvider } from '../vendors/vendor-provider.ts';
import { createIdleClock } from './idle-clock.ts';
import type { Oddity } from './oddities.ts';
import { type RealisticVendor, startRealisticVendor } from './realistic-vendor.ts';
import { memoryDirectory, type VendorKind } from './vendor-kinds.ts';

/** The waits of the market between retries of a step. */
const RETRY_AFTER = [1_000, 5_000, 15_000, 30_000];

/** Delay of prices behind the wall clock, to cover the vendor's own delay; shorter for the vendor with hardly any. */
export function delayOf({ name }: VendorKind): number {
	return name === 'yahoo' ? MINUTE : 16 * MINUTE;
}

/** How long before the end of the delay a slot's bars are available. */
const EARLY = 30 * SECOND;
/** Requests per minute, both our limit and the vendor's. */
const LIMIT = 60;

/** One step of the market: when it was due, and when it was done. */
export interface Step {
	name: string;
	due: number;
	done: number;
}

export interface SimulatedDays {
	tickers: readonly Ticker[];
	steps: Step[];
	/** Warnings, with their times. */
	reported: { at: number; message: string }[];
	/** The earlier sessions, then the live ones, in their final state, without option sums. */
	sessions: { session: Session; matrix: SessionMatrix; splits: Split[]; dividends: Dividend[] }[];
	/** Number of slots with option sums for some ticker. */
	optionSlots: number;
	vendor: Pick<RealisticVendor, 'busiest' | 'struck' | 'answered'>;
	limit: number;
}

export interface LifeOptions {
	kind: VendorKind;
	symbols: readonly string[];
	/** Sessions read as history. */
	before: readonly Session[];
	lived: readonly Session[];
	oddities: readonly Oddity[];
	/** Changes of the companies between sessions, with or without oddities. */
	overnight?(vendor: RealisticVendor, session: Session): void;
}

export async function liveThrough({ kind, symbols, before, lived, oddities, overnight }: LifeOptions): Promise<SimulatedDays> {
	const delay = delayOf(kind);
	const wall = createIdleClock((before.at(-1) as Session).close + 60 * MINUTE);
	const vendor = await startRealisticVendor({ kind, symbols: [...symbols], wall, limit: LIMIT, late: delay - EARLY, oddities });
	const reported: SimulatedDays['reported'] = [];
	const notify = (message: string): void => void reported.push({ at: wall.now(), message });
	const outbound = createOutbound({ vendor: kind.name, wall, random: () => 0.5, perMinute: LIMIT, fetch: wall.fetch, notify });
	const provider = createVendorProvider({
		adapter: kind.make(vendor.url, wall, notify, outbound, { delay, optionsDelay: 15 * MINUTE }),
		directory: memoryDirectory(),
		calendar: nyse,
		wall,
		slotsFrom: (before[0] as Session).date,
		warn: notify,
	});
	const days: SimulatedDays = { tickers: [], steps: [], reported, sessions: [], optionSlots: 0, vendor, limit: LIMIT };
	const until = async (at: number): Promise<void> => {
		if (at > wall.now()) await pause(wall, at - wall.now());
	};
	const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
		const due = wall.now();
		for (let tries = 0; ; tries++) {
			try {
				const result = await work();
				days.steps.push({ name, due, done: wall.now() });
				return result;
			} catch (error) {
				notify(`${name}: ${error instanceof Error ? error.message : String(error)}`);
				await pause(wall, RETRY_AFTER[Math.min(tries, RETRY_AFTER.length - 1)]!);
			}
		}
	};
	const history = async (session: Session): Promise<void> => {
		const data = await step(`history of ${session.date}`, async () => provider.history?.session(session));
		if (data) days.sessions.push({ session, matrix: data.matrix, splits: [], dividends: [] });
	};
	const liveOne = async (session: Session): Promise<void> => {
		await until(session.open - 4 * 60 * MINUTE);
		overnight?.(vendor, session);
		await until(session.open + delay);
		await step(`opening ${session.date}`, () => provider.universe(utcMs(session.open)));
		const splits = (await step(`splits of ${session.date}`, async () => provider.splits?.(session.date, session.date))) ?? [];
		const dividends = (await step(`dividends of ${session.date}`, async () => provider.dividends?.(session.date, session.date))) ?? [];
		const matrix = createSessionMatrix(session.slots, days.tickers.length);
		for (let slot = 0; slot < session.slots; slot++) {
			await until(slotEnd(session, slot) + delay);
			const data = await step(`slot ${slot} of ${session.date}`, () => (provider.slot as NonNullable<typeof provider.slot>)(session, slot));
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[column].set(data[column], slot * matrix.rows);
		}
		const bars = await step(`failed to add late bars of ${session.date}`, async () => provider.refetch?.(session));
		const rowOf = new Map<number, number>(days.tickers.map(({ id }, row) => [id, row]));
		for (let i = 0; i < (bars?.count ?? 0); i++) {
			if (!bars) break;
			const cell = slotOf(session, bars.time[i]! * SECOND) * matrix.rows + (rowOf.get(bars.tickerId[i]!) as number);
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[column][cell] = bars[column][i]!;
		}
		const options = await step(`late options of ${session.date}`, async () => provider.refetchOptions?.(session));
		days.optionSlots += new Set(options?.time.subarray(0, options.count)).size;
		days.sessions.push({ session, matrix, splits, dividends });
	};
	const all = async (): Promise<void> => {
		days.tickers = await step('universe', () => provider.universe(utcMs(wall.now())));
		for (const session of before) await history(session);
		for (const session of lived) await liveOne(session);
	};
	let isOver = false;
	const going = all().finally(() => {
		isOver = true;
	});
	going.catch(() => {});
	// Long enough for the longest wait.
	const end = (lived.at(-1) as Session).close + 24 * 60 * MINUTE;
	while (!isOver && wall.now() < end) await wall.run(wall.now() + 10 * MINUTE);
	try {
		if (isOver) await going;
	} finally {
		await vendor.close();
	}
	return days;
}
