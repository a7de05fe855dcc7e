import { describe, expect, it } from 'vitest';
import { createOutageMonitor, isReportTick, OUTAGE_SHOWN_AFTER_MS } from './refresh-on-events.ts';

function line() {
	let due: (() => void) | undefined;
	const reported: boolean[] = [];
	const waits: number[] = [];
	const outage = createOutageMonitor(
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
	expect([reported, waits]).toEqual([[], [OUTAGE_SHOWN_AFTER_MS]]);
	expect(OUTAGE_SHOWN_AFTER_MS).toBe(30_000);
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

function at(clock: string): boolean {
	return isReportTick(Date.parse(`2026-06-30T${clock}:00Z`));
}

describe('the minute tick', () => {
	it.each(['13:30', '13:45', '14:00', '20:00', '21:00', '21:45'])('asks at %s', (clock) => {
		expect(at(clock)).toBe(true);
	});

	it.each(['12:45', '13:00', '13:15', '13:31', '14:07', '22:00', '00:00'])('does not ask at %s', (clock) => {
		expect(at(clock)).toBe(false);
	});

	it.each([
		['2026-03-09', false],
		['2026-03-10', true],
		['2026-07-01', true],
		['2026-11-05', true],
		['2026-11-06', false],
		['2026-01-02', false],
		['2024-03-10', true],
	])('takes 10 March to 5 November for summer, when the market opens at 13:30 UTC: %s', (date, summer) => {
		const asks = ['13:15', '13:30', '14:15', '14:30', '21:45'].map((clock) => isReportTick(Date.parse(`${date}T${clock}:00Z`)));
		expect(asks).toEqual([false, summer, summer, true, true]);
	});
});
