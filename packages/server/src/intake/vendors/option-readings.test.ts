import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createOptionReadings } from './option-readings.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const GRACE = 4 * MINUTE;

/** A source whose sums are of `late` ago: ten calls and one put a minute since the open. */
function open(late: number, from = session.open) {
	const wall = createFakeWallClock(from);
	const warnings: string[] = [];
	let fails = false;
	const adapter = {
		optionsDelay: late,
		optionVolumes: async () => {
			if (fails) throw new Error('away');
			const minutes = Math.max(0, Math.min(390, Math.floor((wall.now() - late - session.open) / MINUTE)));
			return new Map([['AAA', { calls: 10 * minutes, puts: minutes }]]);
		},
	} as Partial<VendorAdapter> as VendorAdapter;
	const fail = (is: boolean): void => {
		fails = is;
	};
	const readings = createOptionReadings({ adapter, symbols: () => ['AAA'], wall, warn: (message) => warnings.push(message) });
	/** The sums of a slot as they are known when its report comes out, `delay` after its end. */
	const atReport = async (slot: number, delay: number): Promise<number | undefined> => {
		await wall.advance(Math.max(0, slotEnd(session, slot) + delay - wall.now()));
		let calls: number | undefined;
		const reading = readings.volumesOfSlot(session, slot, slotEnd(session, slot) + delay + GRACE).then((sums) => {
			calls = sums.get('AAA')?.calls;
		});
		await wall.advance(0);
		await Promise.race([reading, wall.advance(GRACE)]);
		await reading;
		return calls;
	};
	const known = async (): Promise<(number | undefined)[]> => {
		let found: (number | undefined)[] = [];
		const reading = readings.volumesOfSession(session).then((slots) => {
			found = Array.from({ length: session.slots }, (_, slot) => slots.get(slot)?.get('AAA')?.calls);
		});
		await wall.advance(30 * MINUTE);
		await reading;
		return found;
	};
	return { wall, atReport, known, warnings, fail };
}

const slots = Array.from({ length: session.slots }, (_, slot) => slot);

describe('option sums', () => {
	it('of a source as late as the prices are there with the report', async () => {
		const { atReport, known } = open(15 * MINUTE);
		const sums = [];
		for (const slot of slots) sums.push(await atReport(slot, 16 * MINUTE));
		// Read a minute after the quarter-hour that they are of.
		expect(sums).toEqual(slots.map((slot) => (slot === 0 ? 160 : slot === 25 ? 140 : 150)));
		expect(await known()).toEqual(sums);
	});

	it('of a later source belong to the slot that they are of, and those of the last slot come after the close', async () => {
		const { atReport, known } = open(15 * MINUTE);
		for (const slot of slots) expect(await atReport(slot, MINUTE)).toBeUndefined();
		expect(await known()).toEqual(slots.map(() => 150));
	});

	it('of a source that is ahead of the prices are those of their own slot too', async () => {
		const { atReport } = open(0);
		const sums = [];
		for (const slot of slots.slice(0, 6)) sums.push(await atReport(slot, 16 * MINUTE));
		// There was no reading at the ends of the first two: the first is of the second slot.
		expect(sums).toEqual([undefined, Number.NaN, 150, 150, 150, 150]);
	});

	it('are unknown where a reading was missed, and after it', async () => {
		const { atReport, warnings, fail } = open(15 * MINUTE);
		await atReport(0, 16 * MINUTE);
		fail(true);
		expect(await atReport(1, 16 * MINUTE)).toBeUndefined();
		expect(warnings).toEqual([expect.stringMatching(/no option volumes\. away/)]);
		fail(false);
		expect([await atReport(2, 16 * MINUTE), await atReport(3, 16 * MINUTE)]).toEqual([Number.NaN, 150]);
	});
});
