import { tmpdir } from 'node:os';
import { JOB_KINDS } from '@sw/domain/access/job';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { bindFilterAreaRecords } from '@sw/store/postgres/records/filters/personal';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserListsCache } from '../../areas/filters/personal.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createTopSource } from '../../market/window/top-source.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { BoundJob } from '../../platform/jobs/definition.ts';
import { type Jobs, openJobs } from '../../platform/jobs/jobs.ts';
import { createAnchors } from '../../reports/anchors/anchors.ts';
import { createBackups } from '../../reports/backups/backup-job.ts';
import { createDeepCellsJob } from '../../reports/deep-cells-job.ts';
import { createChainWatch } from '../../reports/proof/chain-job.ts';
import { createCalibrations } from '../../research/forecast/calibrations.ts';
import { openAccounts } from '../areas/accounts.ts';
import { openAlerts } from '../areas/alerts.ts';
import { openAttention } from '../areas/attention.ts';
import { openBilling } from '../areas/billing.ts';
import { openDelivery } from '../areas/delivery.ts';
import { testMarket } from '../testing/test-market.ts';
import { createAuditLog } from './audit.ts';
import { createMarketJobs, JOBS } from './jobs.ts';
import { openResearch } from './research.ts';
import { createResearchStore } from './research-store.ts';

let stores: Stores;
let jobs: Jobs;
let handlers: readonly BoundJob[];
let accounts: ReturnType<typeof openAccounts>;
beforeAll(async () => {
	stores = await testStores();
	const wall = createFakeWallClock();
	const provider = createSmallMarket(4, 2);
	const market = await testMarket({ stores, provider, wall });
	const parts = {
		store: createResearchStore(stores, provider),
		provider,
		calendar: nyse,
		industries: () => market.directory.industries(),
		slotsOn: createDefaultSlots(nyse),
		parameters: () => PARAMETERS_V1,
		now: market.now,
		wallNow: () => utcMs(wall.now()),
		barsVersion: () => 0,
	};
	const onError = () => {};
	jobs = await openJobs({ records: stores.records, definitions: JOBS, wall, onError });
	const research = openResearch({
		stores,
		parts,
		calibrations: createCalibrations(parts),
		reports: market.reports,
		jobs,
		runsJobs: true,
		onParametersChanged: async () => {},
		audit: async () => {},
		emailOf: async () => '',
		roots: null,
		onError,
		warn: () => {},
	});
	const config = {
		origin: 'http://localhost:8080',
		folder: tmpdir(),
		smtpUrl: null,
		mailFrom: '',
		captcha: null,
		oauth: [],
		payments: null,
	};
	const { records } = stores;
	accounts = openAccounts({ records, config, wall, log: { error: onError } });
	const billing = openBilling({ records, accounts, config, wall, audit: createAuditLog(accounts), jobs, post: async () => {}, onError });
	const notices = openAlerts({
		records,
		market,
		isClockStopped: false,
		workspace: { version: async () => undefined },
		calendar: nyse,
		timetable: createDefaultSlots(nyse),
		currentParameters: () => PARAMETERS_V1,
		wall,
		jobs,
		onDeliveriesDue: () => {},
		onError,
	});
	const delivery = await openDelivery({
		parameters: PARAMETERS_V1,
		records,
		accounts,
		config: { ...config, contact: null, push: { hosts: [], keys: null }, localReceivers: [], telegramToken: null },
		market,
		source: provider,
		wall,
		audit: createAuditLog(accounts),
		jobs,
		random: () => 0,
		onError,
	});
	const attention = openAttention({
		stores,
		market,
		calendar: nyse,
		tops: createTopSource(market.prices, market.directory, nyse),
		source: { ...provider, isPublic: true },
		workspace: {
			lists: createUserListsCache(bindFilterAreaRecords(records.db), () => utcMs(wall.now())).get,
			changes: { forget: () => {} },
		},
		wall,
		jobs,
		emailOf: async () => '',
		audit: createAuditLog(accounts),
		notify: async () => {},
		clearCaches: async () => {},
		onError,
	});
	handlers = [
		...createMarketJobs(market, () => PARAMETERS_V1),
		...research.boundJobs,
		createChainWatch(stores, () => {}).job,
		billing.job,
		...delivery.boundJobs,
		notices.job,
		...attention.boundJobs,
		createDeepCellsJob(stores),
		createBackups({
			...{ stores, dataFolder: '', backupsFolder: '', productVersion: '' },
			readCountToKeep: async () => 1,
			wallNow: wall.now,
			drill: async () => {},
		}).job,
		createAnchors({ records, witnesses: new Map(), upgrade: async () => undefined, wallNow: wall.now }).job,
	];
});
afterAll(async () => {
	await jobs?.stop();
	await accounts?.close();
	await stores?.close();
});

describe('the jobs of the product', () => {
	it('have a handler each, and no handler is without a definition', () => {
		expect(new Set(JOBS.map(({ kind }) => kind)).size).toBe(JOBS.length);
		expect(handlers.length).toBe(JOBS.length);
		expect(new Set(handlers.map(({ definition }) => definition))).toEqual(new Set(JOBS));
	});

	it('are those that administrators are notified of', () => {
		expect(JOBS.map(({ kind }) => kind).sort()).toEqual([...JOB_KINDS].sort());
	});

	it('are in lanes that workers serve', async () => {
		for (const [lane, bound] of Map.groupBy(handlers, ({ definition }) => definition.lane)) await jobs.runLane(lane, bound);
		expect(new Set(JOBS.map(({ lane }) => lane))).toEqual(
			new Set([
				'anchors',
				'backup',
				'market',
				'replication',
				'searches',
				'forecasts',
				'chain',
				'billing',
				'notices',
				'breadth',
				'deep_cells',
				'deliver_mail',
				'deliver_push',
				'deliver_webhook',
				'deliver_app',
			]),
		);
	});
});
