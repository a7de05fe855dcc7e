import { tickerFilters } from '@sw/contract/base/ticker-schemas';
import { packWord } from '@sw/domain/signals/packed';
import { isoSeconds } from '@sw/domain/time/format';
import { describe, expect, it } from 'vitest';
import { lastSession } from '../../../market/window/testing/fixture.ts';
import type { CallerKind } from '../../testing/callers.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, Workspace, workspaceWorld, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

const BUSY = [{ sector: 'volume', timeframe: 'one_hour', value: 3 }] as const;

function workspace() {
	const made = new Workspace();
	made.save(7, [{ sector: 'volume', timeframe: 'one_hour', value: 4 }]);
	made.save(8, BUSY, { name: 'Busy rise', userId: null });
	made.save(9, [], { tab: 'extreme_fall' });
	return made;
}

async function asking(world = workspaceWorld(workspace())) {
	const app = await workspaceApp(world);
	const raw = (id: number, query = '', kind: CallerKind = 'pro') => app.get(`/api/sector-charts/${id}/filters${query}`, kind);
	const found = async (id: number, query = '', kind: CallerKind = 'pro') => {
		const { status, body } = await raw(id, query, kind);
		expect([status, body.errors]).toEqual([200, undefined]);
		return tickerFilters.parse(body);
	};
	return { found, raw, close: () => app.close() };
}

describe('the filters that let a ticker in', () => {
	it('are listed for the report and counted in each session, built-in filters included', async () => {
		const { found, close } = await asking();
		const { time, sessions, locked, items } = await found(10);
		expect([time, locked, sessions.length]).toEqual([isoSeconds(REPORTS.pro), 0, 10]);
		expect(sessions.at(-1)).toEqual({ date: lastSession.date, reports: 4 });
		expect(sessions.at(-2)?.reports).toBe(1);
		expect(items.map(({ id, name, is_branded: house, now }) => [id, name, house, now])).toEqual([
			[8, 'Busy rise', true, true],
			[7, 'Filter 7', false, false],
			[9, 'Filter 9', false, false],
		]);
		expect(items[0]?.matched.slice(-2)).toEqual([1, 4]);
		expect(items[1]?.matched).toEqual(new Array(10).fill(0));
		expect(items[0]?.timeframes).toEqual(['fifteen_minutes', 'thirty_minutes', 'one_hour']);
		await close();
	});

	it('are those of the report that is read, by what the licence opens', async () => {
		const { found, raw, close } = await asking();
		const basic = await found(10, '', 'basic');
		expect([basic.time, basic.locked, basic.sessions.at(-1)?.reports]).toEqual([isoSeconds(REPORTS.basic), 0, 2]);
		const past = await found(10, `?date=${isoSeconds(REPORTS.premium)}`, 'premium');
		expect([past.time, past.sessions.at(-1)?.reports, past.items[0]?.matched.slice(-2)]).toEqual([isoSeconds(REPORTS.premium), 3, [1, 3]]);
		// Of a corrected report the version that is read says what matches; its past is that of the newest.
		const first = await found(10, `?date=${isoSeconds(REPORTS.basic)}&version=1`);
		expect(first.items.find(({ id }) => id === 8)).toMatchObject({ now: false, matched: expect.arrayContaining([1, 2]) });
		expect((await raw(10, `?date=${isoSeconds(REPORTS.pro)}`, 'basic')).status).toBe(403);
		expect((await raw(99)).body.detail).toBe('Ticker not found');
		expect((await raw(10, '?date=2024-05-01T14:00:01Z')).status).toBe(404);
		await close();
	});

	it('hold by the rules of lists: a ticker that is stale or not eligible is in none', async () => {
		const world = workspaceWorld(workspace());
		const { found, close } = await asking({
			...world,
			history: async (id, span) => {
				const history = await world.history(id, span);
				history.flags.fill(0);
				return history;
			},
		});
		expect((await found(10)).items.map(({ now, matched }) => [now, Math.max(...matched)])).toEqual([
			[true, 0],
			[false, 0],
			[false, 0],
		]);
		await close();
	});

	it('count past reports by the public information that was known of them', async () => {
		const lists = workspace();
		lists.save(11, [], { groups: [{ match: 'all', filters: [{ information: 'with' }], groups: [] }] });
		const world = workspaceWorld(lists);
		const { found, close } = await asking({
			...world,
			history: async (id, span) => ({ ...(await world.history(id, span)), information: Uint8Array.of(10, 0, 5, 10, 10) }),
		});
		const informed = (await found(10)).items.find(({ id }) => id === 11);
		expect([informed?.now, informed?.matched.slice(-2)]).toEqual([false, [1, 2]]);
		await close();
	});

	it('are read once for all who ask of the same reports', async () => {
		const world = workspaceWorld(workspace());
		let read = 0;
		const { found, close } = await asking({
			...world,
			history: (id, span) => {
				read++;
				expect(span.from).toBeLessThan(YESTERDAY_FIRST);
				return world.history(id, span);
			},
		});
		await found(10);
		await found(10);
		expect(read).toBe(1);
		// A late correction refreshes the counts.
		const facts = world.reports.at(REPORTS.pro);
		const table = facts && (await world.reports.table(facts));
		if (!facts || !table) throw new Error('The world has this report.');
		for (const words of table.words) words[0] = packWord([0, 0, 0, 0, 0, 0, 0]);
		world.reports.add({ ...facts, version: 2 }, table);
		expect((await found(10)).items[0]).toMatchObject({ id: 8, now: false });
		expect(read).toBe(2);
		await close();
	});

	it('are asked again after a failure', async () => {
		const world = workspaceWorld(workspace());
		let failing = true;
		const { found, raw, close } = await asking({
			...world,
			history: (id, span) => (failing ? Promise.reject(new Error('the store is away')) : world.history(id, span)),
		});
		expect((await raw(10)).status).toBe(500);
		failing = false;
		expect((await found(10)).items).toHaveLength(3);
		await close();
	});
});
