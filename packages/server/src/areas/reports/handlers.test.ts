import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicApp } from '../testing/public-app.ts';

describe('the public schedule', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());
	const schedule = async (query: string) => (await app.inject(`/api/schedule/public?${query}`)).json();

	it('lists the slots of a date with what each needs', async () => {
		const { items, ...day } = await schedule('date=2024-05-01');
		expect(day).toEqual({
			date: '2024-05-01',
			session: { open: '2024-05-01T13:30:00Z', close: '2024-05-01T20:00:00Z', early_close: false },
			holiday: null,
			now: '2024-05-01T15:45:00Z',
			latest: '2024-05-01T15:30:00Z',
		});
		expect(items).toHaveLength(28);
		const at = (time: string) => items.find((i: { time: string }) => i.time === time);
		expect(at('15:00:00')).toEqual({
			time: '15:00:00',
			report: 'basic',
			algo: 'reverse',
			is_use: true,
			first: false,
			date: '2024-05-01T15:00:00Z',
			published: true,
			tickers: 6,
			locked: false,
		});
		expect(at('15:30:00')).toMatchObject({ report: 'premium', published: true, tickers: 6, locked: true });
		expect(at('15:45:00')).toMatchObject({ report: 'pro', published: false, tickers: null, locked: true });
	});

	it('takes an instant for its New York date, and a strategy', async () => {
		expect((await schedule('date=2024-05-02T03:00:00Z&timeframes=15,30,60')).date).toBe('2024-05-01');
	});

	it('says why a day has no slots', async () => {
		expect(await schedule('date=2024-07-04')).toMatchObject({ session: null, holiday: { type: 'full' }, items: [] });
		expect(await schedule('date=2024-07-03')).toMatchObject({ session: { early_close: true }, holiday: { type: 'early-close' } });
		expect(await schedule('date=2024-05-04')).toMatchObject({ session: null, holiday: null, items: [] });
	});

	it('opens by the licence of the caller', async () => {
		const pro = await publicApp({ account: { id: '1', role: 'user', licence: 'pro', session: null } });
		const { items } = (await pro.inject('/api/schedule/public?date=2024-05-01')).json();
		expect(items.some((i: { locked: boolean }) => i.locked)).toBe(false);
		await pro.close();
	});

	it.each([
		['', 'The parameter date must be defined and cannot be null.'],
		['date=', 'The parameter date must be defined and cannot be null.'],
		['date=null', 'The parameter date must be defined and cannot be null.'],
		['date=1st', 'Enter a date (YYYY-MM-DD) or an instant (RFC 3339).'],
	])('answers 400 to "%s"', async (query, message) => {
		expect(await schedule(query)).toMatchObject({ status: 400, errors: [{ field: 'date', message }] });
	});
});
