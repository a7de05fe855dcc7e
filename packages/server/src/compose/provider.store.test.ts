import { testStores } from '@sw/store/testing/test-stores';
import { expect, it } from 'vitest';
import { claimFolder } from './provider.ts';

it('stores hold one market for good, also when two processes come first with two', async () => {
	await using stores = await testStores();
	const first = await Promise.allSettled([claimFolder(stores, 'simulated', 'data'), claimFolder(stores, 'files', 'data')]);
	expect(first.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const held = first[0].status === 'fulfilled' ? 'simulated' : 'files';
	await claimFolder(stores, held, 'data');
	await expect(claimFolder(stores, 'yahoo', 'data')).rejects.toThrow(/Use another folder, for example SIGNALWHEEL_DATA=data-yahoo/);
});
