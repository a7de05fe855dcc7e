import type { reports, timetableCalls } from '@sw/contract/reports/reports';
import type { Handlers } from '../handlers.ts';
import { publicSchedule, type ReportsParts } from './public-schedule.ts';

export const reportsHandlers = (parts: ReportsParts) =>
	({
		publicSchedule: ({ query, caller }) => publicSchedule(parts, query.date, caller.account?.licence ?? null),
	}) satisfies Handlers<typeof reports>;

/** The timetable for signed-in users, by date or by an instant on it, optionally for one algo. */
export const timetableHandlers = (parts: ReportsParts) =>
	({
		schedule: async ({ query, caller }) => {
			const found = await publicSchedule(parts, query.time, caller.account?.licence ?? null);
			return query.algo === undefined ? found : { ...found, items: found.items.filter(({ algo }) => algo === query.algo) };
		},
	}) satisfies Handlers<typeof timetableCalls>;
