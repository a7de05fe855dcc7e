import { isoSeconds } from '@sw/domain/time/format';
import { describe, expect, it } from 'vitest';
import { historyPath, LIST_PATH, listReader } from '../../testing/list-reader.ts';
import { REPORTS, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

describe('the past', () => {
	it('opens by the time of a report, as far as the licence goes', async () => {
		await using at = await listReader();
		const status = async (time: number, kind: 'basic' | 'premium' | 'pro') =>
			(await at.get(`${LIST_PATH}${historyPath(time)}`, kind)).status;
		expect(await status(REPORTS.early, 'basic')).toBe(200);
		expect(await status(YESTERDAY_FIRST, 'basic')).toBe(200);
		expect(await status(REPORTS.premium, 'basic')).toBe(403);
		expect(await status(REPORTS.pro, 'premium')).toBe(403);
		expect(await status(REPORTS.pro, 'pro')).toBe(200);
		expect(await status(REPORTS.pro + 1000, 'pro')).toBe(404);
		expect((await at.get(`${LIST_PATH}${historyPath(REPORTS.premium)}`, 'basic')).body.detail).toBe('You need update your license');
	});

	it('opens older versions of a corrected report', async () => {
		await using at = await listReader();
		const volume = async (version: string) => {
			const { body } = await at.get(`${LIST_PATH}${historyPath(REPORTS.basic, version)}`);
			return [body.report.version, body.report.versions, body.items[0].sectors[2].intersections[0]];
		};
		expect(await volume('')).toEqual([2, 2, 3]);
		expect(await volume('&version=2')).toEqual([2, 2, 3]);
		expect(await volume('&version=1')).toEqual([1, 2, 0]);
		expect((await at.get(`${LIST_PATH}${historyPath(REPORTS.basic, '&version=3')}`)).status).toBe(404);
		expect((await at.get(`${LIST_PATH}${historyPath(REPORTS.basic, '&version=0')}`)).status).toBe(400);
	});

	it('names its newest report and all of a span', async () => {
		await using at = await listReader();
		expect((await at.get(`${LIST_PATH}/date`, 'premium')).body).toMatchObject({
			time: isoSeconds(REPORTS.premium),
			oldest: isoSeconds(YESTERDAY_FIRST),
		});
		const { body } = await at.get(`${LIST_PATH}/history/dates?from=2024-04-30&to=2024-05-01&max=3`, 'premium');
		expect(body.total_count).toBe(5);
		// The days are those of the whole span, whatever the page.
		expect(body.days).toEqual([
			{ date: '2024-05-01', reports: 4, open: 3 },
			{ date: '2024-04-30', reports: 1, open: 1 },
		]);
		expect(body.items.map((i: { date: string; locked: boolean; report: string }) => [i.date, i.report, i.locked])).toEqual([
			[isoSeconds(REPORTS.pro), 'pro', true],
			[isoSeconds(REPORTS.premium), 'premium', false],
			[isoSeconds(REPORTS.basic), 'basic', false],
		]);
		expect((await at.get(`${LIST_PATH}/history/dates?from=2024-05-02&to=2024-05-01`)).status).toBe(400);
	});
});

describe('faulty questions', () => {
	it.each([
		['?max=101', 'max'],
		['?max=0', 'max'],
		['?skip=-1', 'skip'],
		['?list_type=grey_list', 'list_type'],
		['?timeframes=15,30', 'timeframes'],
		['?tab_type=', 'tab_type'],
		['?sort_by=price_short', 'operation'],
		['?operation=long&sort_by=price_short,price_long,volume,call_with_put,call_without_put_short,call_without_put_long', 'sort_by'],
		['?sort_dir=up', 'sort_dir'],
		['?sort_column=colour', 'sort_column'],
		['?operation=long&sort_by=volume&sort_column=price', 'sort_column'],
		['?pne=eleven', 'pne.0'],
		['?exclude=abc', 'exclude.0'],
		['?nonsense=1', 'nonsense'],
		['/history?date=2024-05-01', 'date'],
		['/history', 'date'],
		['/history?date=', 'date'],
		['/history/dates?from=2024-05-01', 'to'],
		['/abc', 'id'],
		['/export?format=xls', 'format'],
	])('%s is refused and %s named', async (query, field) => {
		await using at = await listReader();
		const { status, body } = await at.get(`${LIST_PATH}${query}`);
		expect([status, body.title, body.errors[0].field]).toEqual([400, 'Malformed request parameters', field]);
	});

	it('say so in the words of the specification', async () => {
		await using at = await listReader();
		const message = async (query: string) => (await at.get(`${LIST_PATH}${query}`)).body.errors[0].message;
		expect(await message('/history')).toBe('The parameter date must be defined and cannot be null.');
		expect(await message('?tab_type=')).toBe('The parameter tab_type cannot be null.');
		expect(await message('?nonsense=1')).toBe('The parameter nonsense is unknown.');
	});
});
