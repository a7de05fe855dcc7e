import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createClockSaver } from './life-clock.ts';

it('saves one instant at a time, of those that wait the newest, and has saved all when the last has been', async () => {
	const begun: { at: UtcMs; end: () => void }[] = [];
	const saver = createClockSaver((at) => new Promise((end) => begun.push({ at, end })));
	const saves = [1, 2, 3].map((at) => saver.save(utcMs(at)));
	await new Promise(setImmediate);
	expect(begun.map(({ at }) => at)).toEqual([1]);
	begun[0]?.end();
	await saves[0];
	await new Promise(setImmediate);
	expect(begun.map(({ at }) => at)).toEqual([1, 3]);
	begun[1]?.end();
	await Promise.all(saves);
	expect(begun).toHaveLength(2);
});

it('goes on after a failed save, and reports it to the caller', async () => {
	const saved: UtcMs[] = [];
	const saver = createClockSaver(async (at) => {
		if (at === 1) throw new Error('no connection');
		saved.push(at);
	});
	await expect(saver.save(utcMs(1))).rejects.toThrow('no connection');
	await saver.save(utcMs(2));
	expect(saved).toEqual([2]);
});
