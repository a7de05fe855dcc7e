import { z } from 'zod';
import { algo, day, isoDate, isoTime, licence, strategyTimeframes, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

/** A slot of one date's timetable. */
export const slot = z
	.object({
		/** UTC. */
		time: z.iso.time(),
		/** The lowest licence that may open it. */
		report: licence,
		algo,
		is_use: z.boolean(),
		/** The first slot of a day is open to every licence. */
		first: z.boolean(),
		/** The report's time, which identifies it in URLs. */
		date: isoTime,
		/** Whether its report exists. */
		published: z.boolean(),
		/** Whether the caller's licence is too small for it. */
		locked: z.boolean(),
	})
	.meta({ id: 'Slot' });

const schedule = z
	.object({
		date: isoDate,
		session: z.object({ open: isoTime, close: isoTime, early_close: z.boolean() }).nullable(),
		holiday: z.object({ type: z.enum(['full', 'early-close']), name: z.string() }).nullable(),
		/** The market clock. */
		now: isoTime,
		/** Newest report of any level. */
		latest: isoTime.nullable(),
		items: z.array(slot),
	})
	.meta({ id: 'Schedule' });

export const reports = {
	publicSchedule: {
		method: 'GET',
		path: '/api/schedule/public',
		access: 'public',
		summary: 'Report slots of a date, with the licence each one requires',
		query: strictObject({ date: day, timeframes: strategyTimeframes.optional() }),
		answers: { 200: schedule },
		errors: [400],
	},
} as const satisfies Area;

/** The timetable as signed-in users see it. */
export const timetableCalls = {
	schedule: {
		method: 'GET',
		path: '/api/schedule',
		access: 'user',
		scope: 'lists:read',
		summary: "Report slots of a date, marked for the caller's licence",
		query: strictObject({ time: day, algo: algo.optional() }),
		answers: { 200: schedule },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
