import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type ExchangeDate, tickerId } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { lastSession } from '../../../market/window/testing/fixture.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, workspaceWorld, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

function midnight(session: Session): number {
	return newYorkToUtc(session.date, 0, 0);
}

/** The span of reports that a trail asks for. */
async function requestTrail(query = ''): Promise<{ from: number; to: number; algo: string; withExtras: boolean }[]> {
	const world = workspaceWorld();
	const spans: { from: number; to: number; algo: string; withExtras: boolean }[] = [];
	const app = await workspaceApp({
		...world,
		history: (id, span) => {
			spans.push(span);
			return world.history(id, span);
		},
	});
	const { status } = await app.get(`/api/sector-charts/10/trail${query}`);
	expect(status).toBe(200);
	await app.close();
	return spans;
}

describe('the trail of a ticker', () => {
	it('is of the last sixty sessions, whole New York days, where nothing else is asked', async () => {
		const first = nyse.sessionByOrdinal(lastSession.ordinal - 59) as Session;
		expect(await requestTrail()).toEqual([{ from: midnight(first), to: midnight(lastSession) + DAY, algo: 'reverse', withExtras: false }]);
	});

	it('is of the days that are asked for, both included, be it a single one', async () => {
		const day = newYorkToUtc(lastSession.date, 0, 0);
		expect(await requestTrail('?from=2024-05-01&to=2024-05-01')).toEqual([
			{ from: day, to: day + DAY, algo: 'reverse', withExtras: false },
		]);
		// Sixty sessions up to the Friday before that Sunday.
		const friday = nyse.previousSession(nyse.sessionOn(lastSession.date)?.date ?? lastSession.date) as Session;
		const [sunday] = await requestTrail('?to=2024-04-28');
		expect(sunday?.to).toBe(Date.UTC(2024, 3, 28, 4) + DAY);
		expect(sunday?.from).toBe(midnight(nyse.sessionByOrdinal(friday.ordinal - 2 - 59) as Session));
	});

	it('begins and ends at the instants that are asked for, with the report of each', async () => {
		const { from, to } = { from: Date.UTC(2024, 4, 1, 14), to: Date.UTC(2024, 4, 1, 15) };
		expect(await requestTrail(`?from=${isoSeconds(from)}&to=${isoSeconds(to)}`)).toEqual([
			{ from, to: to + 1000, algo: 'reverse', withExtras: false },
		]);
		const app = await workspaceApp();
		const times = async (end: number) => (await app.get(`/api/sector-charts/20/trail?to=${isoSeconds(end)}`)).body.time;
		expect(await times(REPORTS.basic)).toEqual([YESTERDAY_FIRST, REPORTS.early, REPORTS.basic].map(isoSeconds));
		expect(await times(REPORTS.basic - 1000)).toEqual([YESTERDAY_FIRST, REPORTS.early].map(isoSeconds));
		expect(await app.get(`/api/sector-charts/20/trail?from=${isoSeconds(to)}&to=${isoSeconds(from)}`)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'to' }] },
		});
		await app.close();
	});

	it('of forecast reports is for administrators', async () => {
		const app = await workspaceApp();
		for (const licence of ['premium', 'pro'] as const)
			for (const path of ['trail', 'trail/export'])
				expect(await app.get(`/api/sector-charts/10/${path}?algo=forecast`, licence)).toMatchObject({
					status: 403,
					body: { detail: expect.stringContaining('for administrators') },
				});
		await app.close();
	});

	it('is in a list by public information where that was known of each report', async () => {
		const world = workspaceWorld();
		const app = await workspaceApp({
			...world,
			history: async (id, span) => ({
				...(await world.history(id, span)),
				...(span.withExtras ? { information: Uint8Array.of(0, 5, 9, 10, 10) } : {}),
			}),
		});
		const listed = async (query: string) => (await app.get(`/api/sector-charts/20/trail?tab_type=extreme_fall&${query}`)).body.listed;
		expect(await listed('groups=all(information.with)')).toEqual([false, false, false, true, true]);
		expect(await listed('groups=all(information.without)')).toEqual([false, true, true, false, false]);
		expect(await listed('groups=none(information.known)')).toEqual([true, false, false, false, false]);
		await app.close();
	});

	it('gives time, price and rate of each report that the licence includes', async () => {
		const app = await workspaceApp();
		const { body } = await app.get('/api/sector-charts/20/trail?tab_type=extreme_fall', 'premium');
		expect(body.time).toEqual([YESTERDAY_FIRST, REPORTS.early, REPORTS.basic, REPORTS.premium].map(isoSeconds));
		expect([body.price, body.locked]).toEqual([[110, 110, 110, 110], 1]);
		expect(body.listed).toEqual([true, true, true, true]);
		await app.close();
	});
});

describe('the trail of a ticker that was split', () => {
	const path = '/api/sector-charts/20/trail';
	const splitOn = (date: ExchangeDate, ratio: number) => ({ tickerId: tickerId(20), date, ratio });
	const before = nyse.previousSession(lastSession.date) as Session;
	const after = nyse.nextSession(lastSession.date) as Session;

	it.each([4, 0.1])('has every price on the share basis of its newest report, after a split of %d:1', async (ratio) => {
		const app = await workspaceApp({
			...workspaceWorld(),
			splits: async () => [splitOn(before.date, 3), splitOn(lastSession.date, ratio)],
		});
		const { body } = await app.get(path, 'premium');
		expect(body.price).toEqual([110 / ratio, 110, 110, 110]);
		expect([body.basis, body.later_splits]).toEqual([lastSession.date, 1]);
		// A trail that ends before the split has the prices of its reports, and says that the split came later.
		const past = (await app.get(`${path}?to=${before.date}`, 'premium')).body;
		expect([past.price, past.basis, past.later_splits]).toEqual([[110], before.date, ratio]);
		const { body: file } = await app.get(`${path}/export?format=json`, 'premium');
		expect(file.items.map(({ price }: { price: number }) => price)).toEqual(body.price);
		expect(file.history).toMatchObject({ basis: lastSession.date, later_splits: 1 });
		await app.close();
	});

	it('knows nothing of a split to come, and has no basis without a report', async () => {
		const app = await workspaceApp({ ...workspaceWorld(), splits: async () => [splitOn(after.date, 4)] });
		expect((await app.get(path)).body.later_splits).toBe(1);
		expect((await app.get(`${path}?from=2020-01-02&to=2020-01-03`)).body).toMatchObject({ price: [], basis: null, later_splits: 1 });
		await app.close();
	});
});

describe('the trail of a ticker as a file', () => {
	const path = '/api/sector-charts/20/trail';

	it('has a row for each report that the licence opens, and no more', async () => {
		const app = await workspaceApp();
		const trail = (await app.get(`${path}?tab_type=extreme_fall`, 'premium')).body;
		const { body, headers } = await app.get(`${path}/export?tab_type=extreme_fall`, 'premium');
		expect(headers['content-disposition']).toBe('attachment; filename="signalwheel-history-20.csv"');
		const [head = '', ...lines] = body.trimEnd().split('\r\n');
		const column = (name: string) => lines.map((line: string) => line.split(',')[head.split(',').indexOf(name)]);
		expect(column('report')).toEqual(trail.time);
		expect(column('price').map(Number)).toEqual(trail.price);
		expect(column('rate').map(Number)).toEqual(trail.weighted_sum);
		expect(column('listed')).toEqual(trail.listed.map(String));
		const [volume] = trail.sectors.filter(({ key }: { key: string }) => key === 'volume');
		expect(column('volume_1h')).toEqual(volume.intersections.map((depths: (number | null)[]) => String(depths[2] ?? '')));
		await app.close();
	});

	it('says what its columns are and how many reports it leaves out', async () => {
		const app = await workspaceApp();
		const { body } = await app.get(`${path}/export?tab_type=coiled_spring&format=json`, 'basic');
		expect(body).toMatchObject({
			history: { ticker: 'BBB', tab_type: 'coiled_spring', locked: 2 },
			as_of: isoSeconds(REPORTS.basic),
			simulated: true,
		});
		expect(body.columns.find(({ name }: { name: string }) => name === 'price_short_1h').description).toMatch(/^Quiet/);
		expect(Object.keys(body.items[0])).toEqual(body.columns.map(({ name }: { name: string }) => name));
		await app.close();
	});

	it('of no report is empty and still a file; of no ticker there is none', async () => {
		const app = await workspaceApp();
		const { body } = await app.get(`${path}/export?from=2020-01-02&to=2020-01-03&format=json`);
		expect([body.items, body.as_of]).toEqual([[], null]);
		for (const format of ['parquet', 'arrow'])
			expect((await app.get(`${path}/export?from=2020-01-02&to=2020-01-03&format=${format}`)).status).toBe(200);
		expect((await app.get('/api/sector-charts/999/trail/export')).status).toBe(404);
		expect((await app.get(`${path}/export?format=ods`)).status).toBe(400);
		expect((await app.get(`${path}/export`, 'none')).status).toBe(403);
		await app.close();
	});
});
