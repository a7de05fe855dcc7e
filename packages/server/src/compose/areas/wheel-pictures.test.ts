import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTime, TickerId } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { BASIC_TIME, smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import { createWheelPictures } from './wheel-pictures.ts';

const WHEEL = { tickerId: tickers[0]?.id as TickerId, time: BASIC_TIME as ReportTime, tab: 'extreme_rise', strategy: 'first' } as const;

function pictures(change: { table?: () => Promise<never> } = {}) {
	const { reports, directory } = smallWorld();
	const errors: string[] = [];
	let read = 0;
	const pictureOf = createWheelPictures(
		{
			directory,
			reports: {
				at: reports.at,
				table: (facts) => {
					read++;
					return (change.table ?? reports.table)(facts as never);
				},
			},
		},
		{ source: { label: 'Simulated market' }, parameters: PARAMETERS_V1, siteHost: 'example.com', onError: (what) => errors.push(what) },
	);
	return { pictureOf, errors, read: () => read };
}

describe('the picture of a wheel', () => {
	it('is a PNG of the wheel in its report, drawn once', async () => {
		const { pictureOf, read } = pictures();
		const [one, other] = await Promise.all([pictureOf(WHEEL), pictureOf(WHEEL)]);
		expect(one?.subarray(1, 4).toString()).toBe('PNG');
		expect([one?.readUInt32BE(16), one?.readUInt32BE(20)]).toEqual([800, 420]);
		expect(other).toBe(one);
		expect(read()).toBe(1);
		const another = await pictureOf({ ...WHEEL, tickerId: tickers[1]?.id as TickerId });
		expect(another?.equals(one as Buffer)).toBe(false);
	});

	it('is missing for a report that is not in memory, a ticker that is not in it, and where reading fails', async () => {
		const { pictureOf, errors } = pictures();
		expect(await pictureOf({ ...WHEEL, time: (BASIC_TIME - 1) as ReportTime })).toBeUndefined();
		expect(await pictureOf({ ...WHEEL, tickerId: 999 as TickerId })).toBeUndefined();
		expect(errors).toEqual([]);
		const failing = pictures({ table: () => Promise.reject(new Error('The store is down.')) });
		expect(await failing.pictureOf(WHEEL)).toBeUndefined();
		expect(failing.errors).toEqual(['failed to draw the wheel of an alert']);
	});
});
