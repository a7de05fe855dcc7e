import type { AnswerOf } from '@sw/contract/base/define';
import { retryAfterMessage } from '@sw/contract/base/errors';
import type { research } from '@sw/contract/research/research';
import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { isoSeconds } from '@sw/domain/time/format';
import { type Timeframe, timeframeIndex } from '@sw/domain/time/timeframe';
import { type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import { createSemaphore, type RunLimited } from '../../platform/concurrency/semaphore.ts';
import { futureDate, Problem, unknownTicker } from '../../platform/errors.ts';
import { findSessionsBefore, loadCloses } from '../load-closes.ts';
import type { ResearchParts } from '../ports.ts';
import type { Calibrations } from './calibrations.ts';
import { createFan, type Fan, type ForecastGap } from './forecast-fan.ts';

/** More than the longest run of days without a session. */
const MAX_DAYS_BACK = 10;

export type ForecastAnswer = AnswerOf<(typeof research)['forecast'], 200>;

export interface ForecastForm {
	ticker_id: TickerId;
	timeframe?: Timeframe | undefined;
	timeframes?: readonly Timeframe[] | undefined;
	/** If there is no forecast, answer with the reasons instead of nothing. Default: false. */
	explain?: boolean | undefined;
}

/** The reader's account, licence, and a signal that aborts when the client disconnects. */
export interface ForecastReader {
	id: string;
	licence: Licence | null;
	disconnected: AbortSignal;
}

/** Computes forecasts, one at a time per account. A few requests wait; further requests are refused with 429. */
export interface Forecasts {
	/** Computes a forecast from the newest report that the licence includes. Without a forecast: undefined, or the reasons if `explain` is set. */
	computeLatest(form: ForecastForm, reader: ForecastReader): Promise<ForecastAnswer | undefined>;
	/** Computes a forecast as of the close of a date, or as of an instant. */
	computeAt(date: string, form: ForecastForm, reader: ForecastReader): Promise<ForecastAnswer | undefined>;
}

const LOCKED = "Your licence doesn't include the report of this time: see /prices";
/** Waiting requests per account: charts on one page ask simultaneously. */
const MAX_WAITING = 4;

const NOTICE =
	"A band shows how far prices usually move, not in which direction. It was measured on past data. Past results are hypothetical and don't predict future results.";
/** Bars needed beyond a scale window: the longest move among the features, and enough for the moving variance to forget its start. */
const EXTRA_BARS = 130;

export function createForecasts(parts: ResearchParts, calibrations: Calibrations): Forecasts {
	const { calendar, provider, now, parameters } = parts;

	/** Computes the forecast of each timeframe, or returns the reason why there is none. */
	const computeFans = async (
		id: TickerId,
		timeframes: readonly Timeframe[],
		until: UtcMs,
		disconnected: AbortSignal,
	): Promise<(Fan | ForecastGap)[]> => {
		const { asOf, horizonsOf } = await calibrations.readStored(until);
		const requests = timeframes.map(timeframeIndex).flatMap((timeframe) => {
			if (horizonsOf(timeframe).length === 0) return [];
			return [{ timeframe, sessions: findSessionsBefore(parts, timeframe, parameters().windowBars[timeframe] + EXTRA_BARS, until) }];
		});
		throwIfDisconnected(disconnected);
		const grids = requests.length === 0 ? [] : await loadCloses(parts, Uint32Array.of(id), requests, until);
		throwIfDisconnected(disconnected);
		return timeframes.map((timeframe) => {
			const index = timeframeIndex(timeframe);
			if (horizonsOf(index).length === 0) return 'unmeasured';
			const grid = grids.find((candidate) => candidate.timeframe === index);
			if (!grid || grid.bars === 0) return 'history';
			return createFan(calendar, grid, { asOf, horizons: horizonsOf(index) }, parameters());
		});
	};

	const queueByReader = new Map<string, { runLimited: RunLimited; waiting: number }>();
	/** Runs the task when it is the reader's turn, unless the client has disconnected while waiting. */
	const runLimited = async <T>({ id, disconnected }: ForecastReader, task: () => Promise<T>): Promise<T> => {
		const queue = queueByReader.get(id) ?? { runLimited: createSemaphore({ maxQueued: MAX_WAITING, createRefusal }), waiting: 0 };
		queueByReader.set(id, queue);
		queue.waiting++;
		try {
			return await queue.runLimited(() => {
				throwIfDisconnected(disconnected);
				return task();
			});
		} finally {
			if (--queue.waiting === 0) queueByReader.delete(id);
		}
	};

	const buildAnswer = async (form: ForecastForm, until: UtcMs, { disconnected }: ForecastReader): Promise<ForecastAnswer | undefined> => {
		const ticker = (await provider.universe(now())).find(({ id }) => id === form.ticker_id);
		if (!ticker) throw unknownTicker('ticker_id');
		const timeframes = form.timeframes ?? [form.timeframe ?? 'one_hour'];
		const fans = await computeFans(form.ticker_id, timeframes, until, disconnected);
		const items = fans.filter((fan) => typeof fan !== 'string');
		if (items.length === 0 && !form.explain) return undefined;
		return {
			ticker: ticker.symbol,
			ticker_id: form.ticker_id,
			as_of: isoSeconds(until),
			simulated: provider.simulated,
			provider: provider.label,
			items,
			missing: fans.flatMap((reason, i) => (typeof reason === 'string' ? [{ timeframe: timeframes[i] as Timeframe, reason }] : [])),
			hypothetical: true,
			notice: NOTICE,
		};
	};

	return {
		computeLatest: (form, reader) => runLimited(reader, () => buildAnswer(form, newestForecastTime(parts, reader.licence, now()), reader)),
		computeAt: async (date, form, reader) => {
			const day = parseDate(date);
			const session = day && calendar.sessionOn(day);
			const instant = day ? (session?.close ?? newYorkToUtc(day, 16, 0)) : utcMs(Date.parse(date));
			const isFuture = day ? day > newYorkDate(now()) : instant > now();
			if (isFuture) throw futureDate('date', 404);
			// Before today's close, uses the data known now.
			const until = utcMs(Math.min(instant, now()));
			if (!isForecastOpen(parts, reader.licence, until)) throw new Problem('denied', { detail: LOCKED });
			return runLimited(reader, () => buildAnswer(form, until, reader));
		},
	};
}

/** Throws if the client has disconnected. */
function throwIfDisconnected({ aborted }: AbortSignal): void {
	if (aborted) throw new Problem('unavailable', { detail: 'The client closed the connection' });
}

function createRefusal(): Problem {
	return new Problem('rate_limited', { detail: retryAfterMessage(1), headers: { 'retry-after': '1' } });
}

/** Whether the licence includes the newest report at an instant: a forecast reveals as much as that report. Without a report, any licence suffices. */
function isForecastOpen({ slotsOn }: Pick<ResearchParts, 'slotsOn'>, licence: Licence | null, instant: UtcMs): boolean {
	for (let daysBack = 0, date = newYorkDate(instant); daysBack < MAX_DAYS_BACK; daysBack++, date = addDays(date, -1)) {
		const activeSlots = slotsOn(date).filter((slot) => slot.is_use && slot.algo === 'reverse');
		const slot = activeSlots.findLast(({ at }) => at <= instant);
		if (slot) return isOpenTo(licence, slot, slot === activeSlots[0]);
	}
	return licence !== null;
}

/** Returns the time of the newest report at or before an instant that the licence includes; without any, the instant itself. */
function newestForecastTime({ slotsOn }: Pick<ResearchParts, 'slotsOn'>, licence: Licence | null, instant: UtcMs): UtcMs {
	for (let daysBack = 0, date = newYorkDate(instant); daysBack < MAX_DAYS_BACK; daysBack++, date = addDays(date, -1)) {
		const activeSlots = slotsOn(date).filter((slot) => slot.is_use && slot.algo === 'reverse');
		const slot = activeSlots.findLast((candidate) => candidate.at <= instant && isOpenTo(licence, candidate, candidate === activeSlots[0]));
		if (slot) return slot.at;
	}
	return instant;
}
