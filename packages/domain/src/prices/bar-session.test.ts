import { describe, expect, it } from 'vitest';
import { sessionOn } from '../time/calendar.ts';
import { exchangeDate, MINUTE } from '../time/units.ts';
import { barSessionAt, postClose, preOpen } from './bar-session.ts';
import { POST, PRE, REGULAR } from './blocks.ts';

describe('the parts of a trading day', () => {
	it.each([
		['2025-07-01', '2025-07-01T08:00Z', '2025-07-02T00:00Z'],
		['2025-11-28', '2025-11-28T09:00Z', '2025-11-28T22:00Z'],
	])('%s', (date, first, last) => {
		const session = sessionOn(exchangeDate(date));
		if (!session) throw new Error('no session');
		expect([preOpen(session), postClose(session)]).toEqual([Date.parse(first), Date.parse(last)]);
		expect(barSessionAt(session, preOpen(session) - 1)).toBeUndefined();
		expect(barSessionAt(session, preOpen(session))).toBe(PRE);
		expect(barSessionAt(session, session.open - 15 * MINUTE)).toBe(PRE);
		expect(barSessionAt(session, session.open - 1)).toBe(PRE);
		expect(barSessionAt(session, session.open)).toBe(REGULAR);
		expect(barSessionAt(session, session.close - 1)).toBe(REGULAR);
		expect(barSessionAt(session, session.close)).toBe(POST);
		expect(barSessionAt(session, postClose(session) - 1)).toBe(POST);
		expect(barSessionAt(session, postClose(session))).toBeUndefined();
	});
});
