import { describe, expect, it } from 'vitest';
import { sessionOn } from '../time/calendar.ts';
import { formatEt } from '../time/format.ts';
import { exchangeDate } from '../time/units.ts';
import { ALGOS, LICENCES } from './licence.ts';
import { findNewestOpen, isOpenTo, isOpenToVisitors } from './licence-gate.ts';
import { slotsOfDate } from './timetable.ts';

const session = sessionOn(exchangeDate('2025-07-01'));
if (!session) throw new Error('no session');
const slots = slotsOfDate(session);

function upTo(time: string) {
	const end = slots.findIndex((s) => formatEt(s.at, 'time') === time);
	return slots.slice(0, end + 1).reverse();
}

describe('the licence gate', () => {
	it('opens what the table of plans says', () => {
		const opened = (licence: (typeof LICENCES)[number] | null, first: boolean) =>
			LICENCES.flatMap((report) => ALGOS.filter((algo) => isOpenTo(licence, { report, algo }, first)).map((algo) => `${report}/${algo}`));
		expect(opened(null, true)).toEqual([]);
		expect(opened('basic', false)).toEqual(['basic/reverse']);
		expect(opened('premium', false)).toEqual(['basic/reverse', 'basic/forecast', 'premium/reverse', 'premium/forecast']);
		expect(opened('pro', false)).toHaveLength(6);
		for (const licence of LICENCES) expect(opened(licence, true)).toHaveLength(6);
		expect(isOpenToVisitors({ report: 'basic', algo: 'forecast' })).toBe(false);
	});

	it('finds the newest report for each licence', () => {
		const newest = (time: string) =>
			([null, ...LICENCES] as const).map((licence) => {
				const found = findNewestOpen(licence, upTo(time));
				return found && formatEt(found.at, 'time');
			});
		expect(newest('10:45 AM')).toEqual(['10:00 AM', '10:00 AM', '10:30 AM', '10:45 AM']);
		expect(newest('4:01 PM')).toEqual(['3:00 PM', '3:00 PM', '4:01 PM', '4:01 PM']);
		expect(newest('9:46 AM')).toEqual(['9:45 AM', '9:45 AM', '9:46 AM', '9:46 AM']);
		expect(findNewestOpen('pro', [])).toBeUndefined();
	});
});
