import type { AnswerOf } from '@sw/contract/base/define';
import type { reports as reportCalls, reports, timetableCalls } from '@sw/contract/reports/reports';
import type { Licence } from '@sw/domain/reports/licence';
import { isOpenTo, isOpenToVisitors } from '@sw/domain/reports/licence-gate';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { newYorkDate, parseDate } from '@sw/domain/time/zone';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { Handlers } from '../handlers.ts';

type PublicSchedule = AnswerOf<(typeof reportCalls)['publicSchedule']>;

interface ReportsParts {
	readonly reports: HotReports;
	readonly calendar: Calendar;
	/** The timetable of a date; empty on days without a session. */
	readonly slotsOn: (date: ExchangeDate) => readonly DatedSlot[] | Promise<readonly DatedSlot[]>;
	/** The market clock. */
	readonly now: () => UtcMs;
}

export function createReportsHandlers(parts: ReportsParts) {
	return {
		publicSchedule: ({ query, caller }) => readSchedule(parts, query.date, caller.account?.licence ?? null),
	} satisfies Handlers<typeof reports>;
}

/** Answers with the timetable for signed-in users, by date or by an instant on that date, optionally for one algo. */
export function createTimetableHandlers(parts: ReportsParts) {
	return {
		schedule: async ({ query, caller }) => {
			const schedule = await readSchedule(parts, query.time, caller.account?.licence ?? null);
			return query.algo === undefined ? schedule : { ...schedule, items: schedule.items.filter(({ algo }) => algo === query.algo) };
		},
	} satisfies Handlers<typeof timetableCalls>;
}

/** Returns the slots of a date as the licence sees them. `date`: a New York date, or an instant on that date. */
async function readSchedule(
	{ reports, calendar, slotsOn, now }: ReportsParts,
	date: string,
	licence: Licence | null,
): Promise<PublicSchedule> {
	const day = parseDate(date) ?? newYorkDate(Date.parse(date));
	const session = calendar.sessionOn(day);
	const holiday = calendar.holidayOn(day);
	const latest = reports.newest();
	return {
		date: day,
		session: session ? { open: isoSeconds(session.open), close: isoSeconds(session.close), early_close: session.early } : null,
		holiday: holiday ? { type: holiday.type, name: holiday.name } : null,
		now: isoSeconds(now()),
		latest: latest ? isoSeconds(latest.time) : null,
		items: (await slotsOn(day)).map((slot) => {
			const facts = reports.at(slot.at);
			return {
				time: slot.time,
				report: slot.report,
				algo: slot.algo,
				is_use: slot.is_use,
				first: slot.first,
				date: isoSeconds(slot.at),
				published: facts !== undefined,
				tickers: facts?.tickers ?? null,
				locked: !isOpenSlot(licence, slot),
			};
		}),
	};
}

function isOpenSlot(licence: Licence | null, slot: DatedSlot): boolean {
	return licence === null ? isOpenToVisitors(slot) : isOpenTo(licence, slot, slot.first);
}
