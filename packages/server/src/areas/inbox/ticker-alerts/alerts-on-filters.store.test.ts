import type { FilterContent } from '@sw/domain/filters/filter';
import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import { MINUTE, type ReportTime } from '@sw/domain/time/units';
import { addFilter, changeFilter, removeFilter } from '@sw/store/postgres/records/filters/filters';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { type InboxApp, inboxApp } from '../../../compose/testing/inbox-app.ts';
import { NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import type { FullReports, OwnerAlertInput } from '../alert-owners.ts';
import type { FiringRecords } from '../ports.ts';
import { createAlertFiring } from './fire-alerts.ts';

let at: InboxApp;
const world = smallWorld();
const signal = new AbortController().signal;
const [AAA, BBB] = tickers as [(typeof tickers)[number], (typeof tickers)[number]];
const LIST = { tab: 'extreme_rise', strategy: 'first' } as const;

beforeAll(async () => {
	at = await inboxApp();
	await saveTickers(at.records.db, 'test', tickers);
});
afterAll(() => at?.[Symbol.asyncDispose]());

/** The first ticker is in the tab, with that depth of volume; the others are in no list. */
function tableOf(slot: number, depth: number) {
	const table = createReportTable((NOW + slot * 15 * MINUTE) as ReportTime, 'reverse', tickers.length);
	tickers.forEach(({ id }, row) => {
		table.tickerId[row] = id;
	});
	table.flags.fill(FLAG_ELIGIBLE);
	for (const words of table.words) words[0] = packWord([1, 0, 0, depth, 0, 0, 0]);
	return table;
}

/** Fires what a report fulfils in which the depth changes. */
function report(slot: number, depths: readonly [number, number], change: Partial<FiringRecords> = {}): Promise<string[]> {
	const [before, now] = [tableOf(slot - 1, depths[0]), tableOf(slot, depths[1])];
	const name = { time: now.time, version: 1 };
	const opened: FullReports = { report: name, now, since: { time: before.time, version: 1 }, before, of: now.count, earlier: [] };
	const alerting: OwnerAlertInput<FullReports> = {
		report: name,
		reportsByLicence: new Map([['pro', opened]]),
		planning: { now: at.accounts.context.clock.now(), market: null },
		parameters: PARAMETERS_V1,
		industries: new Map(),
	};
	const fire = createAlertFiring({
		records: { ...bindFiringRecords(at.records.db), ...change },
		prices: world.prices,
		directory: world.directory,
		tradingTime: (seconds) => seconds,
		loadUsualMentions: async () => new Float64Array(),
		yieldTurn: async () => {},
	});
	return fire(alerting, signal);
}

const DEEP: FilterContent = {
	...{ ...LIST, name: 'Deep', operation: null, comment: '' },
	entries: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }],
};

async function trader() {
	const { browser, user } = await at.createSignedInUser({ license: 'pro' });
	const filter = await addFilter(at.records.db, user.id, DEEP, { maxFilters: 9, now: NOW });
	if (typeof filter === 'string') throw new Error(filter);
	type Alert = { state: string; fired: number; now: number | null; condition: object };
	return {
		user,
		filter,
		add: (condition: object, rest: object = {}) =>
			browser.send('POST', '/api/alerts', { ticker_id: AAA.id, repeat: 'every', cool_down: 0, condition, ...rest }),
		alerts: async () => ((await browser.send('GET', '/api/alerts')).body as { items: Alert[] }).items,
		messages: async () =>
			((await browser.send('GET', '/api/messages?kind=alert')).body as { items: { subject: string }[] }).items.map(
				({ subject }) => subject,
			),
	};
}

describe("alerts on a saved filter's list", () => {
	it("need a filter of one's own, or a tab and timeframes", async () => {
		const { add, filter } = await trader();
		const other = await trader();
		const refused = async (condition: object) => {
			const { status, body } = await add(condition);
			return [status, (body as { errors: { field: string }[] }).errors?.[0]?.field];
		};
		expect(await refused({ kind: 'enters', filter_id: other.filter.id })).toEqual([404, 'condition.filter_id']);
		expect(await refused({ kind: 'leaves', filter_id: 999_999 })).toEqual([404, 'condition.filter_id']);
		expect(await refused({ kind: 'enters', filter_id: filter.id, tab: LIST.tab })).toEqual([400, 'condition.filter_id']);
		expect(await refused({ kind: 'enters' })).toEqual([400, 'condition.tab']);
		expect(await refused({ kind: 'enters', tab: LIST.tab })).toEqual([400, 'condition.strategy']);
		expect(await add({ kind: 'enters', filter_id: filter.id })).toMatchObject({
			status: 201,
			body: { condition: { kind: 'enters', ...LIST, filter_id: filter.id, filter: 'Deep' }, state: 'waiting', now: expect.any(Number) },
		});
		expect(await add({ kind: 'enters', ...LIST })).toMatchObject({ status: 201, body: { condition: { filter_id: null, filter: null } } });
	});

	it('fire when the ticker enters or leaves it, by its conditions of then', async () => {
		const { add, filter, user, messages, alerts } = await trader();
		for (const kind of ['enters', 'leaves']) await add({ kind, filter_id: filter.id });
		await add({ kind: 'enters', filter_id: filter.id }, { ticker_id: BBB.id });
		await report(1, [2, 2]);
		await report(2, [2, 3]);
		await report(3, [3, 3]);
		expect(await messages()).toEqual([`${AAA.symbol} entered your filter Deep`]);
		await changeFilter(
			at.records.db,
			user.id,
			filter.id,
			{ ...DEEP, name: 'Deeper', entries: DEEP.entries.map((one) => ({ ...one, value: 4 })) },
			NOW,
		);
		await report(4, [3, 3]);
		await report(5, [4, 3]);
		expect((await messages()).sort()).toEqual([`${AAA.symbol} entered your filter Deep`, `${AAA.symbol} left your filter Deeper`]);
		expect((await alerts()).map(({ fired }) => fired)).toEqual([0, 1, 1]);
	});

	it('read each filter once, and only those that alerts name', async () => {
		const [first, second, third] = [await trader(), await trader(), await trader()];
		for (const { add, filter } of [first, second]) for (const kind of ['enters', 'leaves']) await add({ kind, filter_id: filter.id });
		const read: number[] = [];
		const { ownedFilters } = bindFiringRecords(at.records.db);
		await report(6, [2, 2], {
			ownedFilters: (ids) => {
				read.push(...ids);
				return ownedFilters(ids);
			},
		});
		expect(new Set(read).size).toBe(read.length);
		expect(read).toEqual(expect.arrayContaining([first.filter.id, second.filter.id]));
		expect(read).not.toContain(third.filter.id);
	});

	it('stop when it is deleted, also while they are being evaluated, and keep its last name and list', async () => {
		const { add, filter, user, messages, alerts } = await trader();
		const { db } = at.records;
		await add({ kind: 'enters', filter_id: filter.id });
		await changeFilter(db, user.id, filter.id, { ...DEEP, name: 'Last', tab: 'free' }, NOW);
		const { writeFirings } = bindFiringRecords(db);
		await report(7, [2, 3], {
			writeFirings: async (...args) => {
				await removeFilter(db, user.id, filter.id);
				return writeFirings(...args);
			},
		});
		await report(8, [2, 3]);
		expect(await messages()).toEqual([]);
		expect(await alerts()).toMatchObject([
			{ state: 'stopped', now: null, condition: { kind: 'enters', tab: 'free', strategy: 'first', filter_id: null, filter: 'Last' } },
		]);
	});
});
