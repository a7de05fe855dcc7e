import { describe, expect, it } from 'vitest';
import { createIntakePriority } from './intake.ts';

/** How often it pauses, where so many notices came before, and so many come in each pause. */
async function pauses(before: number, ...meanwhile: number[]): Promise<number> {
	let paused = 0;
	const priority = createIntakePriority(async () => {
		for (let n = 0; n < (meanwhile[paused] ?? meanwhile.at(-1) ?? 0); n++) priority.recordReceived();
		paused++;
	});
	for (let n = 0; n < before; n++) priority.recordReceived();
	await priority.waitForLull();
	return paused;
}

describe('the work on notices', () => {
	it('goes on at once where few came', async () => {
		expect(await pauses(0)).toBe(0);
		expect(await pauses(9)).toBe(0);
	});

	it('waits until a flood is over', async () => {
		expect(await pauses(10, 50, 10, 9)).toBe(3);
	});

	it('goes on after a second of a flood that does not end', async () => {
		expect(await pauses(10, 50)).toBe(20);
	});
});
