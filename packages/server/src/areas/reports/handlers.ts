import type { reports } from '@sw/contract/reports';
import type { Handlers } from '../handlers.ts';
import { publicSchedule, type ReportsParts } from './public-schedule.ts';

export const reportsHandlers = (parts: ReportsParts) =>
	({
		publicSchedule: ({ query, caller }) => publicSchedule(parts, query.date, caller.account?.licence ?? null),
	}) satisfies Handlers<typeof reports>;
