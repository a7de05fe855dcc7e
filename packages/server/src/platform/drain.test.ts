import { expect, it } from 'vitest';
import { createFakeWallClock } from './clocks/testing/fake-wall-clock.ts';
import { createReadiness } from './readiness.ts';
import { drainRequests } from './stop-signals.ts';

it('says first that the process leaves, and lets it go when that was to be seen for long enough', async () => {
	const [readiness, wall] = [createReadiness(), createFakeWallClock()];
	readiness.set('ready');
	let isOver = false;
	const draining = drainRequests(readiness, wall, 10).then(() => {
		isOver = true;
	});
	expect(readiness.getProgress().status).toBe('stopping');
	await wall.advance(9_999);
	expect(isOver).toBe(false);
	await wall.advance(1);
	await draining;
	expect(isOver).toBe(true);
});

it('has no drain delay by default', async () => {
	const [readiness, wall] = [createReadiness(), createFakeWallClock()];
	readiness.set('ready');
	await drainRequests(readiness, wall, 0);
	expect([readiness.getProgress().status, wall.countPending()]).toEqual(['ready', 0]);
});
