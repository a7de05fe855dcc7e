import { testStores } from '@sw/store/testing/test-stores';
import { expect, it } from 'vitest';
import { bindFolderToMarket } from './provider.ts';

it('stores hold one market for good, also when two processes come first with two', async () => {
	await using stores = await testStores();
	const first = await Promise.allSettled([bindFolderToMarket(stores, 'simulated', 'data'), bindFolderToMarket(stores, 'files', 'data')]);
	expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const held = first[0].status === 'fulfilled' ? 'simulated' : 'files';
	await bindFolderToMarket(stores, held, 'data');
	await expect(bindFolderToMarket(stores, 'yahoo', 'data')).rejects.toThrow(/Use another folder, for example SIGNALWHEEL_DATA=data-yahoo/);
});
