import type { reports, timetableCalls } from '@sw/contract/reports/reports';
import type { Handlers } from '../handlers.ts';
import { publicSchedule, type ReportsParts } from './public-schedule.ts';

export function reportsHandlers(parts: ReportsParts) {
	return {
		publicSchedule: ({ query, caller }) => publicSchedule(parts, query.date, caller.account?.licence ?? null),
	} satisfies Handlers<typeof reports>;
}

/** The timetable for signed-in users, by date or by an instant on it, optionally for one algo. */
export function timetableHandlers(parts: ReportsParts) {
	return {
		schedule: async ({ query, caller }) => {
			const found = await publicSchedule(parts, query.time, caller.account?.licence ?? null);
			return query.algo === undefined ? found : { ...found, items: found.items.filter(({ algo }) => algo === query.algo) };
		},
	} satisfies Handlers<typeof timetableCalls>;
}
