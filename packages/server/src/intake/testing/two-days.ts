/** Runs sessions of a vendor's market live, slot by slot, from a realistic vendor; each step is retried as the market does. */
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
import { createMemoryDirectory, type VendorKind } from './vendor-kinds.ts';

/** The waits of the market between retries of a step. */
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 30_000];

/** Delay of prices behind the wall clock, to cover the vendor's own delay; shorter for the vendor with hardly any. */
export function chooseDelayMs({ name }: VendorKind): number {
	return name === 'yahoo' ? MINUTE : 16 * MINUTE;
}

/** How long before the end of the delay a slot's bars are available. */
const EARLY_MS = 30 * SECOND;
/** Requests per minute, both our limit and the vendor's. */
const REQUESTS_PER_MINUTE = 60;

/** One step of the market: when it was due, and when it was done. */
export interface Step {
	name: string;
	due: number;
	done: number;
}

export interface LiveRunResult {
	tickers: readonly Ticker[];
	steps: Step[];
	/** Warnings, with their times. */
	warnings: { at: number; message: string }[];
	/** The earlier sessions, then the live ones, in their final state, without option sums. */
	sessions: { session: Session; matrix: SessionMatrix; splits: Split[]; dividends: Dividend[] }[];
	/** Number of slots with option sums for some ticker. */
	optionSlots: number;
	vendor: Pick<RealisticVendor, 'busiest' | 'struck' | 'answered'>;
	limit: number;
}

export interface LiveRunOptions {
	kind: VendorKind;
	symbols: readonly string[];
	/** Sessions read as history. */
	historySessions: readonly Session[];
	liveSessions: readonly Session[];
	oddities: readonly Oddity[];
	/** Changes the vendor's companies before a session. */
	changeOvernight?(vendor: RealisticVendor, session: Session): void;
}

export async function runLiveSessions({
	kind,
	symbols,
	historySessions,
	liveSessions,
	oddities,
	changeOvernight,
}: LiveRunOptions): Promise<LiveRunResult> {
	const delay = chooseDelayMs(kind);
	const wall = createIdleClock((historySessions.at(-1) as Session).close + 60 * MINUTE);
	const vendor = await startRealisticVendor({
		kind,
		symbols: [...symbols],
		wall,
		requestsPerMinute: REQUESTS_PER_MINUTE,
		barDelayMs: delay - EARLY_MS,
		oddities,
	});
	const warnings: LiveRunResult['warnings'] = [];
	const notify = (message: string): void => void warnings.push({ at: wall.now(), message });
	const outbound = createOutbound({
		vendor: kind.name,
		wall,
		random: () => 0.5,
		perMinute: REQUESTS_PER_MINUTE,
		fetch: wall.fetch,
		notify,
	});
	const provider = createVendorProvider({
		adapter: kind.createAdapter(vendor.url, wall, notify, outbound, { delay, optionsDelay: 15 * MINUTE }),
		directory: createMemoryDirectory(),
		calendar: nyse,
		wall,
		slotsFrom: (historySessions[0] as Session).date,
		warn: notify,
	});
	const runResult: LiveRunResult = { tickers: [], steps: [], warnings, sessions: [], optionSlots: 0, vendor, limit: REQUESTS_PER_MINUTE };
	const waitUntil = async (at: number): Promise<void> => {
		if (at > wall.now()) await pause(wall, at - wall.now());
	};
	const runStep = async <T>(name: string, action: () => Promise<T>): Promise<T> => {
		const due = wall.now();
		for (let tries = 0; ; tries++) {
			try {
				const result = await action();
				runResult.steps.push({ name, due, done: wall.now() });
				return result;
			} catch (error) {
				notify(`${name}: ${error instanceof Error ? error.message : String(error)}`);
				await pause(wall, RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)]!);
			}
		}
	};
	const readHistory = async (session: Session): Promise<void> => {
		const data = await runStep(`history of ${session.date}`, async () => provider.history?.session(session));
		if (data) runResult.sessions.push({ session, matrix: data.matrix, splits: [], dividends: [] });
	};
	const runLiveSession = async (session: Session): Promise<void> => {
		await waitUntil(session.open - 4 * 60 * MINUTE);
		changeOvernight?.(vendor, session);
		await waitUntil(session.open + delay);
		await runStep(`opening ${session.date}`, () => provider.universe(utcMs(session.open)));
		const splits = (await runStep(`splits of ${session.date}`, async () => provider.splits?.(session.date, session.date))) ?? [];
		const dividends = (await runStep(`dividends of ${session.date}`, async () => provider.dividends?.(session.date, session.date))) ?? [];
		const matrix = createSessionMatrix(session.slots, runResult.tickers.length);
		for (let slot = 0; slot < session.slots; slot++) {
			await waitUntil(slotEnd(session, slot) + delay);
			const data = await runStep(`slot ${slot} of ${session.date}`, () =>
				(provider.slot as NonNullable<typeof provider.slot>)(session, slot),
			);
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[column].set(data[column], slot * matrix.rows);
		}
		const bars = await runStep(`failed to add late bars of ${session.date}`, async () => provider.refetch?.(session));
		const rowById = new Map<number, number>(runResult.tickers.map(({ id }, row) => [id, row]));
		for (let i = 0; i < (bars?.count ?? 0); i++) {
			if (!bars) break;
			const cell = slotOf(session, bars.time[i]! * SECOND) * matrix.rows + (rowById.get(bars.tickerId[i]!) as number);
			for (const column of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[column][cell] = bars[column][i]!;
		}
		const options = await runStep(`late options of ${session.date}`, async () => provider.refetchOptions?.(session));
		runResult.optionSlots += new Set(options?.time.subarray(0, options.count)).size;
		runResult.sessions.push({ session, matrix, splits, dividends });
	};
	const runAll = async (): Promise<void> => {
		runResult.tickers = await runStep('universe', () => provider.universe(utcMs(wall.now())));
		for (const session of historySessions) await readHistory(session);
		for (const session of liveSessions) await runLiveSession(session);
	};
	let isOver = false;
	const run = runAll().finally(() => {
		isOver = true;
	});
	run.catch(() => {});
	// Long enough for the longest wait.
	const deadline = (liveSessions.at(-1) as Session).close + 24 * 60 * MINUTE;
	while (!isOver && wall.now() < deadline) await wall.run(wall.now() + 10 * MINUTE);
	try {
		if (isOver) await run;
	} finally {
		await vendor.close();
	}
	return runResult;
}
