import { tickerPlace } from '@sw/contract/base/ticker-schemas';
import { packWord } from '@sw/domain/signals/packed';
import { isoSeconds } from '@sw/domain/time/format';
import { describe, expect, it } from 'vitest';
import type { CallerKind } from '../../testing/callers.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, Workspace, workspaceWorld, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

/** Asks over a world; its list is extreme rise. */
async function asking(workspace = new Workspace(), world = workspaceWorld(workspace)) {
	const app = await workspaceApp(world);
	const raw = (id: number, query = '', kind: CallerKind = 'pro') => app.get(`/api/sector-charts/${id}/place${query}`, kind);
	const place = async (id: number, query = '', kind: CallerKind = 'pro') => {
		const { status, body } = await raw(id, query, kind);
		expect([status, body.errors]).toEqual([200, undefined]);
		return tickerPlace.parse(body);
	};
	const list = async (query = '', kind: CallerKind = 'pro') => {
		const { body } = await app.get(`/api/sector-charts${query}`, kind);
		return body.items.map(({ ticker_id }: { ticker_id: number }) => ticker_id) as number[];
	};
	return { place, raw, list, close: () => app.close() };
}

describe('the place of a ticker in a list', () => {
	it('is the one that the list itself shows, with its neighbours', async () => {
		const { place, list, close } = await asking();
		const ids = await list();
		expect(ids.length).toBeGreaterThan(2);
		for (const [at, id] of ids.entries()) {
			const found = await place(id);
			expect(found).toMatchObject({ place: at + 1, total_count: ids.length, listed: true, frozen: false, left: null });
			expect([found.previous?.ticker_id, found.next?.ticker_id]).toEqual([ids[at - 1], ids[at + 1]]);
			expect([found.previous?.place, found.next?.place]).toEqual([at > 0 ? at : undefined, at + 1 < ids.length ? at + 2 : undefined]);
		}
		await close();
	});

	it('is given for the current report, tab and filter, within the licence', async () => {
		const workspace = new Workspace();
		workspace.save(7, [{ sector: 'volume', timeframe: 'one_hour', value: 4 }]);
		const { place, raw, list, close } = await asking(workspace);
		expect(await place(10, '?filter=7')).toMatchObject({ filter: 7, place: null, listed: false });
		const [only] = await list('?filter=7');
		expect(await place(only as number, '?filter=7')).toMatchObject({ filter: 7, place: 1 });
		expect(await place(10, '?tab_type=extreme_fall')).toMatchObject({ tab_type: 'extreme_fall', place: null, listed: false });
		expect((await place(10, '', 'basic')).time).toBe(isoSeconds(REPORTS.basic));
		expect((await raw(10, `?date=${isoSeconds(REPORTS.pro)}`, 'basic')).status).toBe(403);
		expect((await raw(10, `?date=${isoSeconds(REPORTS.pro + 1000)}`)).status).toBe(404);
		expect((await raw(99)).body.detail).toBe('Ticker not found');
		expect((await raw(10, '?filter=8')).status).toBe(404);
		expect((await raw(10, '?order=0')).status).toBe(400);
		await close();
	});

	it('of one that left is where its neighbours meet, with the report that it left with', async () => {
		const workspace = new Workspace();
		const world = workspaceWorld(workspace);
		// AAA rises yesterday and at 10:00, no longer at 11:00 nor at 11:30.
		const history: typeof world.history = async (id, span) => {
			const found = await world.history(id, span);
			found.time.forEach((seconds, row) => {
				if (seconds * 1000 < REPORTS.basic) return;
				for (const words of found.words) words[row] = packWord([0, 0, 0, 0, 0, 0, 0]);
			});
			return found;
		};
		const quiet = world.reports.at(REPORTS.pro);
		const table = quiet && (await world.reports.table(quiet));
		for (const words of table?.words ?? []) words[0] = packWord([0, 0, 0, 0, 0, 0, 0]);
		const { place, list, close } = await asking(workspace, { ...world, history });
		const ids = await list();
		expect(ids).not.toContain(10);
		const gone = await place(10, '?order=2');
		expect(gone).toMatchObject({ place: null, listed: false, left: isoSeconds(REPORTS.basic) });
		expect([gone.previous?.ticker_id, gone.next?.ticker_id]).toEqual([ids[0], ids[1]]);
		expect(await place(10)).toMatchObject({ previous: null, next: null });
		// A ticker that never was in this list has not left it.
		expect(await place(10, '?tab_type=extreme_fall')).toMatchObject({ listed: false, left: null });
		await close();
	});

	it('left with the report that is read where the one before still had it', async () => {
		const world = workspaceWorld();
		const facts = world.reports.at(REPORTS.basic);
		const table = facts && (await world.reports.table(facts));
		for (const words of table?.words ?? []) words[0] = packWord([0, 0, 0, 0, 0, 0, 0]);
		const spans: { from: number; to: number }[] = [];
		const { place, close } = await asking(new Workspace(), {
			...world,
			history: (id, span) => {
				spans.push(span);
				return world.history(id, span);
			},
		});
		expect((await place(10, '', 'basic')).left).toBe(isoSeconds(REPORTS.basic));
		// Ten sessions, and not the report itself: what is known of it is known.
		expect(spans).toHaveLength(1);
		expect(spans[0]?.to).toBe(REPORTS.basic);
		expect(spans[0]?.from).toBeLessThan(YESTERDAY_FIRST);
		await close();
	});

	it('is none for one that is frozen, or left out by a choice, though tab and filter let it in', async () => {
		const workspace = new Workspace();
		workspace.freeze(10);
		const { place, close } = await asking(workspace);
		expect(await place(10, '?order=1')).toMatchObject({ place: null, listed: true, frozen: true, left: null });
		expect((await place(10, '?list_type=black_list')).place).toBe(1);
		expect(await place(20, '?tab_type=extreme_fall&list_type=favorites')).toMatchObject({ place: null, listed: true, frozen: false });
		await close();
	});
});
