/**
 * Measures what stored alerts add to a report in a running market of 10,000 random tickers, and when their messages arrive: first without alerts, then
 * with alerts, then with filters of other accounts as well.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import type { FullReports } from '@sw/server/areas/inbox/alert-owners';
import { createAlertFiring } from '@sw/server/areas/inbox/ticker-alerts/fire-alerts';
import { bindFiringRecords } from '@sw/server/compose/areas/alert-store';
import { createTradingTimeConverter } from '@sw/server/compose/areas/alerts';
import type { ReportedMarket } from '@sw/server/compose/core/market';
import { createUsualDayReader } from '@sw/server/market/window/attention-window';
import { openStores, type Stores } from '@sw/store/open';
import { compareToReference, formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from '../measure.ts';
import { type AlertedMarket, type AlertTimes, openAlertedMarket } from './alerted-market.ts';
import { runLiveSlots } from './live-slots.ts';
import { STORED_ALERTS, STORED_FILTERS, storeAlerts, storeOwners, storeReaders } from './stored-alerts.ts';

const ROWS = 10_000;
/** Numbers of slots: to warm up, without alerts, with alerts, and with alerts and filters. */
const [WARM_UP, WITHOUT_ALERTS, WITH_ALERTS, WITH_FILTERS] = [1, 6, 6, 3];
const SLOTS = WARM_UP + WITHOUT_ALERTS + WITH_ALERTS + WITH_FILTERS;
/** Times real speed: slow enough for a slot's deliveries to end before the next slot. */
const SPEED = 90;
const ROUNDS = 21;
const BUDGET = 'within 2 s';
/** Kinds of alert that must fire in the random market. */
const FIRING_KINDS = ['price', 'trend', 'rate', 'depth', 'enters', 'leaves'];

export async function measureLiveAlerts(): Promise<ResultRow[]> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		await using stores = await openStores({ folder });
		const { db } = stores.records;
		const alertTimes: AlertTimes[] = [];
		let alertedMarket: AlertedMarket | undefined;
		const { times, inspection } = await runLiveSlots(
			stores,
			{ tickerCount: ROWS, sessions: 75, slots: SLOTS, speed: SPEED },
			async (market) => ({ evaluated: await timeEvaluations(stores, market), reads: await timeReads(stores) }),
			async (market) => {
				alertedMarket = await openAlertedMarket(stores, market, folder);
				await storeOwners(db, ROWS, alertedMarket.receiverOrigin);
				return {
					onSlotEnd: async (slotCount) => {
						alertTimes.push(await alertedMarket!.waitUntilSent());
						const newest = market.reports.newest();
						if (slotCount === WARM_UP + WITHOUT_ALERTS) await storeAlerts(db, (newest && (await market.reports.table(newest)))!);
						if (slotCount === WARM_UP + WITHOUT_ALERTS + WITH_ALERTS) await storeReaders(db);
						// Discards the times of a report that was shown while the rows were being stored.
						await alertedMarket!.waitUntilSent();
					},
					close: () => alertedMarket!.close(),
				};
			},
		);
		const { rows: kinds } = await db.execute<{ kind: string; fired: number }>(
			"select condition->>'kind' as kind, sum(fired)::int as fired from ticker_alerts group by 1 having sum(fired) > 0 order by 2 desc",
		);
		const silentKinds = FIRING_KINDS.filter((kind) => !kinds.some((row) => row.kind === kind));
		if (silentKinds.length > 0) throw new Error(`No alert of these kinds fired: ${silentKinds.join(', ')}.`);
		const jobTimes = await readJobTimes(stores);
		const sliceItems = <T>(items: readonly T[], start: number, count: number): T[] => items.slice(start, start + count);
		const publishTimes = times.map(({ due, shown }) => shown - due);
		const [publishTimesWithout, publishTimesWith] = [WARM_UP, WARM_UP + WITHOUT_ALERTS].map((start, at) =>
			sliceItems(publishTimes, start, [WITHOUT_ALERTS, WITH_ALERTS][at]!),
		) as [number[], number[]];
		const [jobTimesWithout, jobTimesWith] = [
			sliceItems(jobTimes, WARM_UP, WITHOUT_ALERTS),
			sliceItems(jobTimes, WARM_UP + WITHOUT_ALERTS, WITH_ALERTS),
		];
		return [
			rowWithoutReference('messages by kind of alert', kinds.map(({ kind, fired }) => `${kind} ${formatCount(fired)}`).join(', '), null),
			compareToReference(
				`${formatCount(STORED_ALERTS)} stored alerts read and evaluated; reference: reading their rows`,
				median(inspection.evaluated.wallTimes),
				median(inspection.reads.wallTimes),
				'below 100 ms',
			),
			compareToReference('the same, processor time of this process', inspection.evaluated.processor, inspection.reads.processor, null),
			compareToReference(
				'slot to published report with alerts; reference: without',
				median(publishTimesWith),
				median(publishTimesWithout),
				'ratio below 1.1',
			),
			compareToReference('the job after each report with alerts; reference: without', median(jobTimesWith), median(jobTimesWithout), null),
			...createArrivalRows('', sliceItems(alertTimes, WARM_UP + WITHOUT_ALERTS, WITH_ALERTS)),
			...createArrivalRows(
				`, beside ${formatCount(STORED_FILTERS)} filters`,
				sliceItems(alertTimes, WARM_UP + WITHOUT_ALERTS + WITH_ALERTS, WITH_FILTERS),
			),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function createArrivalRows(suffix: string, alertTimes: readonly AlertTimes[]): ResultRow[] {
	const inbox = alertTimes.flatMap((times) => times.inbox ?? []);
	const deliveries = alertTimes.flatMap((times) => times.deliveries);
	if (inbox.length === 0 || deliveries.length === 0) throw new Error('No alert fired: nothing was measured.');
	const formatTimes = (values: readonly number[]): string => `${formatMs(median(values))}, slowest ${formatMs(quantile(values, 1))}`;
	return [
		rowWithoutReference(`report to the messages in the application${suffix}, ${alertTimes.length} reports`, formatTimes(inbox), BUDGET),
		rowWithoutReference(
			`report to webhooks and apps${suffix}, ${formatCount(deliveries.length)} deliveries`,
			formatTimes(deliveries),
			BUDGET,
		),
	];
}

/** Times the evaluation of all alerts at the newest report, without writing the results. */
async function timeEvaluations({ records }: Stores, market: ReportedMarket): Promise<Rounds> {
	const { reports, prices, directory } = market;
	const newest = reports.newest()!;
	const previous = reports.between(0, newest.time - 1)[0]!;
	const [newestTable, previousTable] = [(await reports.table(newest))!, (await reports.table(previous))!];
	const reportName = { time: newest.time, version: newest.version };
	const fullReports: FullReports = {
		report: reportName,
		now: newestTable,
		since: { time: previous.time, version: previous.version },
		before: previousTable,
		earlier: [],
		of: newestTable.count,
	};
	const fireAlerts = createAlertFiring({
		records: { ...bindFiringRecords(records.db), writeFirings: async () => [] },
		prices,
		directory,
		tradingTime: createTradingTimeConverter(nyse),
		loadUsualMentions: createUsualDayReader(market.attention),
		yieldTurn: async () => {},
	});
	const alerting = {
		report: reportName,
		reportsByLicence: new Map([['pro', fullReports]] as const),
		planning: { now: utcMs(Date.now()), market: null },
		parameters: PARAMETERS_V1,
		industries: directory.industries(),
	};
	return timeRounds(() => fireAlerts(alerting, new AbortController().signal));
}

function timeReads({ records }: Stores): Promise<Rounds> {
	return timeRounds(() => records.pool.query('select * from ticker_alerts'));
}

interface Rounds {
	/** Wall-clock milliseconds of each round. */
	wallTimes: number[];
	/** Mean processor milliseconds of a round, to which other load on the machine hardly adds. */
	processor: number;
}

async function timeRounds(action: () => Promise<unknown>): Promise<Rounds> {
	const wallTimes: number[] = [];
	const usageBefore = process.cpuUsage();
	for (let round = 0; round < ROUNDS; round++) wallTimes.push((await measureTime(action))[0]);
	const { user, system } = process.cpuUsage(usageBefore);
	return { wallTimes, processor: (user + system) / 1000 / ROUNDS };
}

/** Milliseconds of the job after each report, oldest first. */
async function readJobTimes({ records }: Stores): Promise<number[]> {
	const { rows } = await records.db.execute<{ took: number }>(
		"select extract(epoch from finished_at - started_at)::float8 * 1000 as took from jobs where kind = 'filter_notices' order by created_at",
	);
	return rows.map(({ took }) => took).slice(-SLOTS);
}

function formatCount(value: number): string {
	return value.toLocaleString('en');
}
