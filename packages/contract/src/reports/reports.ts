import { z } from 'zod';
import { algo, isoDate, isoTime, lenientDate, licence, strategyTimeframes, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

/** A slot of one date's timetable. */
export const slot = z
	.object({
		time: z.iso.time().meta({ description: 'UTC.', examples: ['14:45:00'] }),
		report: licence.describe('The lowest licence that may open it.'),
		algo,
		is_use: z.boolean(),
		first: z.boolean().describe('The first slot of a day is open to every licence.'),
		date: isoTime.describe("The report's time, which identifies it in URLs."),
		published: z.boolean().describe('Whether its report exists.'),
		tickers: z.int().min(0).nullable().describe('Tickers in its report; null without one.'),
		locked: z.boolean().describe("Whether the caller's licence is too small for it."),
	})
	.meta({ id: 'Slot' });

const schedule = z
	.object({
		date: isoDate,
		session: z.object({ open: isoTime, close: isoTime, early_close: z.boolean() }).nullable(),
		holiday: z.object({ type: z.enum(['full', 'early-close']), name: z.string() }).nullable(),
		now: isoTime.describe('The market clock.'),
		latest: isoTime.nullable().describe('Newest report of any level.'),
		items: z.array(slot),
	})
	.meta({ id: 'Schedule' });

export const reports = {
	publicSchedule: {
		method: 'GET',
		path: '/api/schedule/public',
		access: 'public',
		summary: 'Report slots of a date, with the licence each one requires',
		query: strictObject({ date: lenientDate, timeframes: strategyTimeframes.optional() }),
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
		query: strictObject({ time: lenientDate, algo: algo.optional() }),
		answers: { 200: schedule },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
