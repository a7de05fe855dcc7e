import { DAY, HOUR } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createFakeWallClock } from './clocks/testing/fake-wall-clock.ts';
import { daily } from './daily.ts';

it('works an hour after start and then every day, also after a failure', async () => {
	const wall = createFakeWallClock();
	const troubles: unknown[] = [];
	let runs = 0;
	const stop = daily(
		wall,
		async () => {
			runs++;
			if (runs === 1) throw new Error('down');
		},
		(_what, error) => troubles.push(error),
	);
	await wall.advance(HOUR);
	expect(runs).toBe(1);
	expect(troubles).toHaveLength(1);
	await wall.advance(2 * DAY);
	expect(runs).toBe(3);
	stop();
	await wall.advance(2 * DAY);
	expect(runs).toBe(3);
});
