import type { ListAlert } from '@sw/domain/inbox/message';
import type { NewAlert, PlannedDelivery } from '@sw/domain/inbox/plan-delivery';
import { HOUR, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addFilter, removeFilter, setFeed } from '@sw/store/postgres/records/filters/filters';
import { freeze } from '@sw/store/postgres/records/filters/frozen-tickers';
import { changeDelivery } from '@sw/store/postgres/records/inbox/delivery-settings';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindAlertRecords } from '../../compose/areas/alert-store.ts';
import { type InboxApp, inboxApp, PREVIOUS_TIME } from '../../compose/testing/inbox-app.ts';
import { BASIC_TIME, tickers } from '../../market/window/testing/fixture.ts';

let at: InboxApp;
beforeAll(async () => {
	at = await inboxApp();
	await saveTickers(at.records.db, 'test', tickers);
});
afterAll(() => at?.[Symbol.asyncDispose]());

const NOW = utcMs(Date.UTC(2026, 5, 30, 15));
const REPORT = { time: BASIC_TIME, version: 1 };
const content = { tab: 'free', strategy: 'first', entries: [], operation: null, comment: '' } as const;

/** A user with so many filters that have alerts on. */
async function owner(filters: number) {
	const { user } = await at.createSignedInUser({ license: 'basic' });
	const ids: number[] = [];
	for (let i = 0; i < filters; i++) {
		const added = await addFilter(at.records.db, user.id, { ...content, name: `Filter ${i}` }, { maxFilters: 9, now: NOW });
		if (typeof added === 'string') throw new Error(added);
		await setFeed(at.records.db, user.id, added.id, true);
		ids.push(added.id);
	}
	return { id: user.id, filters: ids };
}

type Change = Partial<ListAlert> & { name?: string };

function noticeOf(userId: string, filterId: number, { name = 'Rise "with" volume, {x}', ...change }: Change = {}): NewAlert {
	return {
		userId,
		filterId,
		name,
		alert: {
			report: REPORT,
			since: { time: PREVIOUS_TIME, version: 2 },
			entered: [10, 30],
			left: [],
			sent: null,
			tab: 'free',
			strategy: 'first',
			operation: 'short',
			entries: [{ sector: 'volume', timeframe: 'day', value: 2 }],
			matches: 2,
			before: 0,
			of: 5,
			...change,
		},
	};
}

function planned(userId: string, dueAt: UtcMs = NOW): PlannedDelivery {
	return {
		userId,
		channel: 'mail',
		moment: `wall ${dueAt}`,
		dueAt,
		marketDue: null,
	};
}

async function deliveriesOf(userId: string) {
	return (
		await at.records.pool.query('select message_ids, state, attempts from deliveries where user_id = $1 order by created_at, id', [userId])
	).rows as {
		message_ids: string[];
	}[];
}

async function messagesOf(userId: string) {
	return (
		await at.records.pool.query('select id, filter_id, subject, content, told from messages where user_id = $1 order by id', [userId])
	).rows as {
		id: string;
		filter_id: number;
	}[];
}

describe('writing the notices of a report', () => {
	it('keeps each once, however often it is done, and gathers what leaves together in one delivery', async () => {
		const records = bindAlertRecords(at.records.db);
		const { id, filters } = await owner(3);
		const [first = 0, second = 0, third = 0] = filters;
		const made = [noticeOf(id, first), noticeOf(id, second, { sent: [30] }), noticeOf(id, third, { sent: [] })];
		expect(await records.writeAlerts(REPORT, made, [planned(id)], NOW)).toBe(3);
		expect(await records.writeAlerts({ ...REPORT, version: 2 }, made, [planned(id, utcMs(NOW + 1))], NOW)).toBe(0);
		const kept = await messagesOf(id);
		expect(kept).toMatchObject([
			{ filter_id: first, subject: 'Rise "with" volume, {x}', told: null, content: { tab: 'free', entries: [{ value: 2 }], of: 5 } },
			{ filter_id: second, told: [30] },
			{ filter_id: third, told: [] },
		]);
		expect(await deliveriesOf(id)).toMatchObject([{ message_ids: [kept[0]?.id, kept[1]?.id], state: 'waiting', attempts: 0 }]);
	});

	it('keeps each as it is where some ask and say the same, and others nearly', async () => {
		const records = bindAlertRecords(at.records.db);
		const { id, filters } = await owner(4);
		const [first = 0, second = 0, third = 0, fourth = 0] = filters;
		const entered = [10, 30];
		const made = [
			noticeOf(id, first, { name: 'Rise é ✓ 📈', entered, sent: entered }),
			noticeOf(id, second, { entered, left: [20], sent: [], since: { time: PREVIOUS_TIME, version: 1 } }),
			noticeOf(id, third, { entered: [], left: entered, before: 2 }),
			noticeOf(id, fourth, { name: '', entered: [2 ** 31 - 1], since: { time: utcMs(PREVIOUS_TIME - HOUR) as ReportTime, version: 7 } }),
		];
		expect(await records.writeAlerts(REPORT, made, [], NOW)).toBe(4);
		const { rows } = await at.records.pool.query(
			`select subject as name, entered, "left", told, (extract(epoch from since_time) * 1000)::float8 as time, since_version as version,
				(content ->> 'before')::int as before from messages where user_id = $1 order by filter_id`,
			[id],
		);
		expect(rows).toEqual(
			made.map(({ name, alert: { entered, left, sent: reported, since, before } }) => ({
				name,
				entered,
				left,
				told: reported,
				...since,
				before,
			})),
		);
	});

	it('lets a later report join a delivery that still waits, and opens another once it was taken', async () => {
		const records = bindAlertRecords(at.records.db);
		const { id, filters } = await owner(1);
		const due = utcMs(NOW + HOUR);
		const next = async (hours: number) => {
			const report = { time: utcMs(BASIC_TIME + hours * HOUR) as ReportTime, version: 1 };
			await records.writeAlerts(report, [noticeOf(id, filters[0] ?? 0, { report })], [planned(id, due)], NOW);
			return (await deliveriesOf(id)).map(({ message_ids: ids }) => ids.length);
		};
		expect([await next(0), await next(1)]).toEqual([[1], [2]]);
		await at.records.pool.query('update deliveries set attempts = 1 where user_id = $1', [id]);
		expect((await next(2)).sort()).toEqual([1, 2]);
	});

	it("writes nothing for a filter that is deleted, switched off or another user's", async () => {
		const records = bindAlertRecords(at.records.db);
		const { id, filters } = await owner(3);
		const other = await owner(1);
		const [gone = 0, off = 0, on = 0] = filters;
		await removeFilter(at.records.db, id, gone);
		await setFeed(at.records.db, id, off, false);
		const made = [gone, off, on, other.filters[0] ?? 0].map((filter) => noticeOf(id, filter));
		expect(await records.writeAlerts(REPORT, made, [planned(id)], NOW)).toBe(1);
		expect(await messagesOf(id)).toMatchObject([{ filter_id: on }]);
	});
});

describe('what notices are made of', () => {
	it('is read owner by owner, with settings, filters, and what is frozen now', async () => {
		const records = bindAlertRecords(at.records.db);
		const { id, filters } = await owner(2);
		await changeDelivery(at.records.db, id, { channels: { mail: true }, quiet: { on: true }, zone: 'Europe/Vienna' }, NOW);
		const place = { filterId: null, tab: null };
		const freezing = { scopes: [place], tickerIds: [tickers[0]?.id as never], reason: '', since: NOW };
		await freeze(at.records.db, id, { ...freezing, until: utcMs(NOW + 1) });
		const owners = [];
		for (let after: string | null = null; ; after = owners.at(-1)?.id ?? null) {
			const some = await records.alertOwners(after, 1);
			owners.push(...some);
			if (some.length === 0) break;
		}
		expect(owners.map((one) => one.id)).toEqual(owners.map((one) => one.id).sort());
		expect(owners.find((one) => one.id === id)).toMatchObject({
			account: { license: 'basic', status: 'active' },
			settings: { zone: 'Europe/Vienna', quiet: { on: true }, channels: { mail: true, push: false } },
		});
		expect((await records.filtersWithAlerts([id])).map((one) => one.id).sort()).toEqual([...filters].sort());
		expect(await records.frozenOfUsers([id], NOW)).toMatchObject([{ userId: id, tickerId: 10 }]);
		expect(await records.frozenOfUsers([id], utcMs(NOW + 1))).toEqual([]);
		const [filter = 0] = filters;
		await records.writeAlerts(REPORT, [noticeOf(id, filter)], [planned(id)], NOW);
		const day = { userId: id, from: NOW, to: utcMs(NOW + 1) };
		expect(await records.deliveriesToday([day])).toEqual([{ userId: id, channel: 'mail', count: 1 }]);
		expect(await records.deliveriesToday([{ ...day, from: day.to, to: utcMs(day.to + 1) }])).toEqual([]);
	});
});
