import { DAY, HOUR } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { createFakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import { runDaily } from './background-work.ts';

it('works an hour after start and then every day, also after a failure', async () => {
	const wall = createFakeWallClock();
	const errors: unknown[] = [];
	let runs = 0;
	const stop = runDaily(
		wall,
		async () => {
			runs++;
			if (runs === 1) throw new Error('down');
		},
		(_what, error) => errors.push(error),
	);
	await wall.advance(HOUR);
	expect(runs).toBe(1);
	expect(errors).toHaveLength(1);
	await wall.advance(2 * DAY);
	expect(runs).toBe(3);
	stop();
	await wall.advance(2 * DAY);
	expect(runs).toBe(3);
});
