import { expect, it } from 'vitest';
import { createFakeWallClock } from './clocks/testing/fake-wall-clock.ts';
import { watchDisk } from './disk-space.ts';

it('reports low disk space with what is left, and stops when there is enough again', async () => {
	const wall = createFakeWallClock();
	let free = 100_000;
	const disk = watchDisk('/data', wall, async () => ({ bavail: free, bsize: 4_096, blocks: 10_000_000 }));
	await wall.advance(1);
	expect(disk.getLowFreeBytes()).toBeUndefined();
	free = 10;
	await wall.advance(1_000);
	expect(disk.getLowFreeBytes()).toBe(40_960);
	free = 100_000;
	await wall.advance(1_000);
	expect(disk.getLowFreeBytes()).toBeUndefined();
	disk.close();
});

it('takes a share of a small disk, and says nothing of one that cannot be asked', async () => {
	const wall = createFakeWallClock();
	const small = watchDisk('/data', wall, async () => ({ bavail: 10_000, bsize: 4_096, blocks: 100_000 }));
	const lost = watchDisk('/data', wall, () => Promise.reject(new Error('gone')));
	await wall.advance(1);
	expect([small.getLowFreeBytes(), lost.getLowFreeBytes()]).toEqual([undefined, undefined]);
	small.close();
	lost.close();
});
