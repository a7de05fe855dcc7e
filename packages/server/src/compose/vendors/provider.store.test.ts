import { type Session, sessionOn } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { testStores } from '@sw/store/testing/test-stores';
import { expect, it } from 'vitest';
import type { Provider } from '../../intake/provider.ts';
import { createSimulatedProvider } from '../../intake/simulated/simulated-provider.ts';
import { bindFolderToMarket, openProvider } from './provider.ts';

it('stores hold one market for good, also when two processes come first with two', async () => {
	await using stores = await testStores();
	const first = await Promise.allSettled([bindFolderToMarket(stores, 'simulated', 'data'), bindFolderToMarket(stores, 'files', 'data')]);
	expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const held = first[0].status === 'fulfilled' ? 'simulated' : 'files';
	await bindFolderToMarket(stores, held, 'data');
	await expect(bindFolderToMarket(stores, 'yahoo', 'data')).rejects.toThrow(/Use another folder, for example SIGNALWHEEL_DATA=data-yahoo/);
});

it('a folder keeps the law of the simulated market that filled it; a new one has the newest', async () => {
	const session = sessionOn(exchangeDate('2026-06-29')) as Session;
	const closes = async (provider: Provider) => (await provider.history?.session(session))?.matrix.close.slice(0, 20);
	const [first, newest] = await Promise.all(([1, 2] as const).map((version) => closes(createSimulatedProvider({ version }))));
	expect(first).not.toEqual(newest);

	{
		await using old = await testStores();
		// A folder that was bound when there was only one law.
		await saveSetting(old.records.db, 'market', 'simulated');
		await bindFolderToMarket(old, 'simulated', 'data');
		expect(await closes(await openProvider(old, 'simulated'))).toEqual(first);
	}
	await using fresh = await testStores();
	await Promise.all([1, 2].map(() => bindFolderToMarket(fresh, 'simulated', 'data')));
	await bindFolderToMarket(fresh, 'simulated', 'data');
	expect(await closes(await openProvider(fresh, 'simulated'))).toEqual(newest);
});
