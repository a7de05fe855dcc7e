import { expect, it } from 'vitest';
import { createOutage, SHOWN_AFTER } from './outage.ts';

function line() {
	let due: (() => void) | undefined;
	const reported: boolean[] = [];
	const waits: number[] = [];
	const outage = createOutage(
		(ms, callback) => {
			waits.push(ms);
			due = callback;
			return () => {
				due = undefined;
			};
		},
		(away) => reported.push(away),
	);
	return { outage, reported, waits, pass: () => due?.() };
}

it('reports an outage after half a minute, once, and its end', () => {
	const { outage, reported, waits, pass } = line();
	outage.onConnection(false);
	outage.onConnection(false);
	expect([reported, waits]).toEqual([[], [SHOWN_AFTER]]);
	expect(SHOWN_AFTER).toBe(30_000);
	pass();
	expect(reported).toEqual([true]);
	outage.onConnection(true);
	expect(reported).toEqual([true, false]);
});

it('does not report an interruption that ends before', () => {
	const { outage, reported, pass } = line();
	outage.onConnection(false);
	outage.onConnection(true);
	pass();
	expect(reported).toEqual([false]);
});
