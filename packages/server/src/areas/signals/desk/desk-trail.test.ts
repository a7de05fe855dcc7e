import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { lastSession } from '../../../market/window/testing/fixture.ts';
import { deskApp } from '../../testing/desk-app.ts';
import { deskWorld, REPORTS, YESTERDAY_FIRST } from '../../testing/desk-world.ts';

const midnight = (session: Session): number => newYorkToUtc(session.date, 0, 0);

/** The span of reports that a trail asks for. */
const asked = async (query = ''): Promise<{ from: number; to: number; algo: string }[]> => {
	const world = deskWorld();
	const spans: { from: number; to: number; algo: string }[] = [];
	const app = await deskApp({
		...world,
		history: (id, span) => {
			spans.push(span);
			return world.history(id, span);
		},
	});
	const { status } = await app.get(`/api/sector-charts/10/trail${query}`);
	expect(status).toBe(200);
	await app.close();
	return spans;
};

describe('the trail of a ticker', () => {
	it('is of the last sixty sessions, whole New York days, where nothing else is asked', async () => {
		const first = nyse.sessionNumber(lastSession.ordinal - 59) as Session;
		expect(await asked()).toEqual([{ from: midnight(first), to: midnight(lastSession) + DAY, algo: 'reverse' }]);
	});

	it('is of the days that are asked for, both included, be it a single one', async () => {
		const day = newYorkToUtc(lastSession.date, 0, 0);
		expect(await asked('?from=2024-05-01&to=2024-05-01')).toEqual([{ from: day, to: day + DAY, algo: 'reverse' }]);
		// Sixty sessions up to the Friday before that Sunday.
		const friday = nyse.previousSession(nyse.sessionOn(lastSession.date)?.date ?? lastSession.date) as Session;
		const [sunday] = await asked('?to=2024-04-28');
		expect(sunday?.to).toBe(Date.UTC(2024, 3, 28, 4) + DAY);
		expect(sunday?.from).toBe(midnight(nyse.sessionNumber(friday.ordinal - 2 - 59) as Session));
	});

	it('tells time, price and rate of each report that the licence opens', async () => {
		const app = await deskApp();
		const { body } = await app.get('/api/sector-charts/20/trail?tab_type=extreme_fall', 'premium');
		expect(body.time).toEqual([YESTERDAY_FIRST, REPORTS.early, REPORTS.basic, REPORTS.premium].map(isoSeconds));
		expect([body.price, body.locked]).toEqual([[110, 110, 110, 110], 1]);
		expect(body.listed).toEqual([true, true, true, true]);
		await app.close();
	});
});
