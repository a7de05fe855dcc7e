import { expect, it } from 'vitest';
import { createOutage, TOLD_AFTER } from './outage.ts';

const line = () => {
	let due: (() => void) | undefined;
	const told: boolean[] = [];
	const waits: number[] = [];
	const outage = createOutage(
		(ms, callback) => {
			waits.push(ms);
			due = callback;
			return () => {
				due = undefined;
			};
		},
		(away) => told.push(away),
	);
	return { outage, told, waits, pass: () => due?.() };
};

it('reports an outage after half a minute, once, and its end', () => {
	const { outage, told, waits, pass } = line();
	outage.standing(false);
	outage.standing(false);
	expect([told, waits]).toEqual([[], [TOLD_AFTER]]);
	expect(TOLD_AFTER).toBe(30_000);
	pass();
	expect(told).toEqual([true]);
	outage.standing(true);
	expect(told).toEqual([true, false]);
});

it('does not report an interruption that ends before', () => {
	const { outage, told, pass } = line();
	outage.standing(false);
	outage.standing(true);
	pass();
	expect(told).toEqual([false]);
});
