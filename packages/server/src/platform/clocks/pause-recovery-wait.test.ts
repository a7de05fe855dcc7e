import { expect, it } from 'vitest';
import { createRecoveryWait } from './pause.ts';
import { createFakeWallClock } from './testing/fake-wall-clock.ts';

function open() {
	const wall = createFakeWallClock();
	const listeners = new Set<() => void>();
	const rest = createRecoveryWait(wall, (listener) => {
		listeners.add(listener);
		return () => void listeners.delete(listener);
	});
	const back = (): void => {
		for (const listener of listeners) listener();
	};
	return { wall, rest, back, listeners };
}

it('pauses for the given time, or until the service is available again', async () => {
	const { wall, rest, back, listeners } = open();
	const { signal } = new AbortController();
	let ended = 0;
	void rest(1_000, signal).then(() => ended++);
	await wall.advance(999);
	expect(ended).toBe(0);
	await wall.advance(1);
	expect(ended).toBe(1);
	void rest(60_000, signal).then(() => ended++);
	await wall.advance(10);
	back();
	await wall.advance(0);
	expect([ended, wall.countPending(), listeners.size]).toEqual([2, 0, 0]);
});

it('ends with the reason of its signal', async () => {
	const { rest, listeners } = open();
	const ending = new AbortController();
	const resting = rest(1_000, ending.signal);
	ending.abort(new Error('stopping'));
	await expect(resting).rejects.toThrow('stopping');
	expect(listeners.size).toBe(0);
});
