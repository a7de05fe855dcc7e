import { expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { openMarketPace } from './pace.ts';

function speeds(speed: number | null, name: string): number[] {
	const { pace, recordView, stop } = openMarketPace({ speed }, { name }, createFakeWallClock());
	const before = pace.speed();
	recordView();
	stop();
	return [before, pace.speed()];
}

it('runs the simulated market faster while it has viewers, unless a speed is set', () => {
	expect(speeds(null, 'simulated')).toEqual([1, 20]);
	expect(speeds(1, 'simulated')).toEqual([1, 1]);
	expect(speeds(60, 'simulated')).toEqual([60, 60]);
});

it('keeps the time of a replay by default', () => {
	expect(speeds(null, 'replay')).toEqual([1, 1]);
	expect(speeds(900, 'replay')).toEqual([900, 900]);
});

it('goes by looks of all processes where the market is shared', () => {
	const wall = createFakeWallClock();
	const reported: string[] = [];
	let subscribe = (): void => {};
	const peers = {
		notifyViewing: () => void reported.push('looked'),
		onViewing: (listener: () => void) => {
			subscribe = listener;
		},
	};
	const { pace, recordView, stop } = openMarketPace({ speed: null }, { name: 'simulated' }, wall, peers);
	recordView();
	expect([reported, pace.speed()]).toEqual([['looked'], 1]);
	subscribe();
	expect(pace.speed()).toBe(20);
	stop();
});
