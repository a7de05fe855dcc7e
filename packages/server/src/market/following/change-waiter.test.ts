import { expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createChangeWaiter } from './change-waiter.ts';

function open() {
	const wall = createFakeWallClock();
	let notify = (): void => {};
	const reported = createChangeWaiter(wall, (listener) => {
		notify = listener;
		return () => {};
	});
	const ending = new AbortController();
	/** Whether a wait has ended by now. */
	const wait = () => {
		const waited = { over: false };
		void reported.wait(1_000, ending.signal).then(() => {
			waited.over = true;
		});
		return waited;
	};
	return { wall, notify: () => notify(), ending, wait };
}

it('waits for an event, or until a timeout', async () => {
	const { wall, notify, wait } = open();
	const first = wait();
	await wall.advance(999);
	expect(first.over).toBe(false);
	await wall.advance(1);
	expect(first.over).toBe(true);
	const second = wait();
	notify();
	await wall.advance(0);
	expect([second.over, wall.countPending()]).toEqual([true, 0]);
});

it('does not wait if an event came since the last time, once for all of them', async () => {
	const { wall, notify, wait } = open();
	notify();
	notify();
	const first = wait();
	await wall.advance(0);
	const second = wait();
	await wall.advance(0);
	expect([first.over, second.over]).toEqual([true, false]);
});

it('ends with its signal', async () => {
	const { wall, ending, wait } = open();
	const waited = wait();
	ending.abort();
	await wall.advance(0);
	expect([waited.over, wall.countPending()]).toEqual([true, 0]);
});
