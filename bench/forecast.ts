/**
 * Times the API call of a forecast chart, without HTTP, in a market of 10,000 tickers with stored closes and calibrations. Reference: one read of a
 * ticker's closes over the same sessions. `--quick` stores fewer sessions and leaves out the fan charts that need daily bars.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORECAST_LEVELS } from '@sw/domain/forecast/band';
import type { StoredCalibration } from '@sw/domain/research/calibration/calibration';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { normalQuantile } from '@sw/domain/statistics/normal';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES, type Timeframe, type TimeframeIndex } from '@sw/domain/time/timeframe';
import { SECOND, tickerId, type UtcMs } from '@sw/domain/time/units';
import { createResearchStore } from '@sw/server/compose/core/research-store';
import { convertSlotsToBars, type Provider } from '@sw/server/intake/provider';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createCalibrations } from '@sw/server/research/forecast/calibrations';
import { createForecasts } from '@sw/server/research/forecast/forecasts';
import { findSessionsBefore } from '@sw/server/research/load-closes';
import type { ResearchParts } from '@sw/server/research/ports';
import { insertBars } from '@sw/store/clickhouse/bars';
import { openStores, type Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { lastSessions } from './inputs/engine-market.ts';
import { createSlotMarket } from './inputs/slot-market.ts';
import { waitForMerges } from './inputs/year-of-reports.ts';
import {
	type Benchmark,
	compareToReference,
	formatMs,
	formatSeconds,
	measureTime,
	median,
	quantile,
	type ResultRow,
	rowWithoutReference,
} from './measure.ts';

const ROWS = 10_000;
/** Sessions that a fan of daily bars reads. */
const SESSIONS = 200;
const QUICK_SESSIONS = 40;
const ROUNDS = 21;
const GOAL = 'at most 300 ms';

/** Bars that a fan reads before its scale window. */
const EXTRA_BARS = 130;

async function storeBars({ records, series }: Stores, { name, history }: Provider, sessions: readonly Session[]): Promise<number> {
	if (!history) throw new Error('The market has no history.');
	const ids = Uint32Array.from({ length: ROWS }, (_, row) => row + 1);
	const batch = await openBatch(records.db, { kind: 'bars', provider: name });
	let rowCount = 0;
	for (const session of sessions) {
		const { matrix } = await history.session(session);
		const block = convertSlotsToBars(session, matrix, ids, 0, session.slots);
		await insertBars(series, block, batch);
		rowCount += block.count;
	}
	await commitBatch(records.db, batch, rowCount);
	await waitForMerges(series);
	return rowCount;
}

/** Widths of a normal distribution for every timeframe and horizon; their values do not affect the time of a fan. */
function createFakeCalibrations(): StoredCalibration[] {
	return TIMEFRAMES.flatMap((_, timeframe) =>
		Array.from({ length: PARAMETERS_V1.forecastBars }, (_, i) => ({
			timeframe: timeframe as TimeframeIndex,
			horizon: i + 1,
			calibration: {
				n: 50_000,
				bars: 250,
				quantiles: FORECAST_LEVELS.map(normalQuantile),
				alphas: [0.5, 0.2, 0.05] as [number, number, number],
				coverage80: 0.8,
				coverage95: 0.95,
				evaluated: 250,
				outcomes: 50_000,
				pinball: 0.3,
				baseline: 0.31,
				t: 1,
				drift: [0, 0, 0, 0],
				gate: { open: false, gain: null, t: null },
				alarm: false,
				moved: 0,
			},
		})),
	);
}

export const run: Benchmark = async (args) => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		await using stores = await openStores({ folder });
		const sessions = lastSessions(args.includes('--quick') ? QUICK_SESSIONS : SESSIONS);
		const provider = createSlotMarket(ROWS, sessions.length, 0);
		const [fillMs, barCount] = await measureTime(() => storeBars(stores, provider, sessions));
		const [{ close: previousClose }, { close: lastClose }] = sessions.slice(-2) as [Session, Session];
		const parts: ResearchParts = {
			store: createResearchStore(stores, provider),
			provider,
			calendar: nyse,
			industries: () => new Map(),
			slotsOn: createDefaultSlots(nyse),
			parameters: () => PARAMETERS_V1,
			now: () => lastClose,
			wallNow: () => lastClose,
			barsVersion: () => 0,
		};
		const key = { provider: provider.name, asOf: previousClose, parametersVersion: PARAMETERS_V1.version };
		await parts.store.calibrations.saveCalibrations(key, createFakeCalibrations(), lastClose);
		const forecasts = createForecasts(parts, createCalibrations(parts));
		const reader = { id: 'reader', licence: 'pro', disconnected: new AbortController().signal } as const;

		let requests = 0;
		/** An id that was not requested before. */
		const nextTickerId = (): number => 1 + ((requests++ * 37) % ROWS);
		const readCloses = (startTime: UtcMs): Promise<unknown> =>
			stores.series.bulk.read(
				{ time: 'DateTime', close: 'Float32' },
				`SELECT time, close FROM bars WHERE ticker_id = ${nextTickerId()} AND time >= toDateTime(${startTime / SECOND}, 'UTC') ORDER BY time`,
			);
		const requestFans = async (timeframes: readonly Timeframe[]): Promise<void> => {
			const forecast = await forecasts.computeAt(isoSeconds(lastClose), { ticker_id: tickerId(nextTickerId()), timeframes }, reader);
			if (forecast?.items.length !== timeframes.length)
				throw new Error(`Only ${forecast?.items.length ?? 0} of ${timeframes.length} fans.`);
		};
		const measureFans = async (name: string, timeframes: readonly TimeframeIndex[]): Promise<ResultRow[]> => {
			const widest = Math.max(...timeframes) as TimeframeIndex;
			const [firstSession] = findSessionsBefore(parts, widest, PARAMETERS_V1.windowBars[widest] + EXTRA_BARS, lastClose) as [Session];
			const names = timeframes.map((timeframe) => TIMEFRAMES[timeframe].name);
			const [coldMs] = await measureTime(() => requestFans(names));
			const ours: number[] = [];
			const reference: number[] = [];
			for (let round = 0; round < ROUNDS; round++) {
				ours.push((await measureTime(() => requestFans(names)))[0]);
				reference.push((await measureTime(() => readCloses(firstSession.open)))[0]);
			}
			return [
				compareToReference(`${name}, median of ${ROUNDS} tickers`, median(ours), median(reference), GOAL),
				rowWithoutReference('the longest, and the first', `${formatMs(quantile(ours, 1))}, ${formatMs(coldMs)}`, null),
			];
		};
		const hourRows = await measureFans('fan of one hour', [2]);
		return [
			rowWithoutReference(`${(barCount / 1e6).toFixed(1)} M bars generated and written`, formatSeconds(fillMs), null),
			...hourRows,
			...(args.includes('--quick')
				? []
				: [...(await measureFans('fan of daily bars', [4])), ...(await measureFans('all five fans', [0, 1, 2, 3, 4]))]),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
