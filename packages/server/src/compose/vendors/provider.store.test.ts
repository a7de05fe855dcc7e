import { nyse, type Session, sessionOn } from '@sw/domain/time/calendar';
import { createSiteCalendar } from '@sw/domain/time/closures';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { testStores } from '@sw/store/testing/test-stores';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import type { Provider } from '../../intake/provider.ts';
import { createSimulatedProvider } from '../../intake/simulated/simulated-provider.ts';
import { importFiles } from '../../market/imports/import-files.ts';
import { bindFolderToMarket, openProvider } from './provider.ts';

it('stores hold one market for good, also when two processes come first with two', async () => {
	await using stores = await testStores();
	const first = await Promise.allSettled([bindFolderToMarket(stores, 'simulated', 'data'), bindFolderToMarket(stores, 'files', 'data')]);
	expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const held = first[0].status === 'fulfilled' ? 'simulated' : 'files';
	await bindFolderToMarket(stores, held, 'data');
	await expect(bindFolderToMarket(stores, 'yahoo', 'data')).rejects.toThrow(/Use another folder, for example SIGNALWHEEL_DATA=data-yahoo/);
});

it('a folder keeps the model of the simulated market that filled it; a new one has the newest', async () => {
	const session = sessionOn(exchangeDate('2026-06-29')) as Session;
	const closes = async (provider: Provider) => (await provider.history?.session(session))?.matrix.close.slice(0, 20);
	const [first, newest] = await Promise.all(
		([1, 2] as const).map((version) => closes(createSimulatedProvider({ version, calendar: nyse }))),
	);
	expect(first).not.toEqual(newest);

	{
		await using old = await testStores();
		// A folder that was bound when there was only one model.
		await saveSetting(old.records.db, 'market', 'simulated');
		await bindFolderToMarket(old, 'simulated', 'data');
		expect(await closes(await openProvider(old, 'simulated', nyse))).toEqual(first);
	}
	await using fresh = await testStores();
	await Promise.all([1, 2].map(() => bindFolderToMarket(fresh, 'simulated', 'data')));
	await bindFolderToMarket(fresh, 'simulated', 'data');
	expect(await closes(await openProvider(fresh, 'simulated', nyse))).toEqual(newest);
});

describe('a first volume on a day that the operator shortens', () => {
	const shortened = exchangeDate('2014-06-04');
	const closures = [{ date: shortened, type: 'early-close', name: 'Test' }] as const;

	it.each(['before the import', 'after it'])('is known from the early close, shortened %s', async (when) => {
		await using stores = await testStores();
		const calendar = createSiteCalendar(when === 'after it' ? [] : closures);
		const provider = await openProvider(stores, 'files', calendar);
		const rows = ['2014-06-03,10,10,10,10,0', '2014-06-04,10,10,10,10,700'].map((row) => `LATE,${row}`).join('\n');
		await withFiles({ 'days.csv': `symbol,date,open,high,low,close,volume\n${rows}\n` }, (folder) =>
			importFiles(stores, folder, { interval: 'day', calendar }, () => {}),
		);
		const asOf = utcMs(Date.UTC(2014, 5, 5));
		await provider.universe(asOf);
		calendar.replaceClosures(closures);
		const [late] = await provider.universe(asOf);
		expect(new Date(late?.volumeFrom ?? 0).toISOString()).toBe('2014-06-04T17:00:00.000Z');
	});
});

it('without its calls, a simulated market still moves splits from a closed day to the next open one', async () => {
	await using stores = await testStores();
	await bindFolderToMarket(stores, 'simulated', 'data');
	const splits = async (provider: Provider) => (await provider.splits?.(exchangeDate('2025-07-01'), exchangeDate('2026-06-26'))) ?? [];
	const [split] = await splits(await openProvider(stores, 'simulated', nyse));
	if (!split) throw new Error('The simulated market has no split.');
	const closed = createSiteCalendar([{ date: split.date, type: 'full', name: 'Test' }]);
	const moved = await splits(await openProvider(stores, 'simulated', closed));
	expect(moved.find(({ tickerId }) => tickerId === split.tickerId)?.date).toBe(closed.nextSession(split.date)?.date);
});
