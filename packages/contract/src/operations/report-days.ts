import { z } from 'zod';
import { algo, calendarDate, isoDate, isoTime, licence, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { SLOT_STATES } from './operator-health.ts';

const count = z.int().min(0);
const state = z.enum(SLOT_STATES);

const reportDays = z
	.object({
		/** Sessions of the span, oldest first. */
		items: z.array(
			z.object({
				date: isoDate,
				/** Slots in use, in order of time, and the state of each. */
				slots: z.array(z.object({ date: isoTime, algo, state })),
				/** Reports in force, and how many of them have more than one version. */
				reports: count,
				corrected: count,
			}),
		),
	})
	.meta({ id: 'ReportDays' });

const dayReports = z
	.object({
		date: isoDate,
		/** Every slot in use, and reports whose time is no longer a slot, in order of time. */
		items: z.array(
			z.object({
				date: isoTime,
				algo,
				/** The lowest licence that may open it. */
				report: licence,
				/** Null for a report whose slot no longer exists. */
				state: state.nullable(),
				/** Wall-clock seconds from the end of the slot to its report; null where unknown. */
				seconds: z.number().min(0).nullable(),
				/** Null without a report. */
				published: z
					.object({
						at: isoTime,
						version: z.int().min(1),
						tickers: count,
						reconstructed: z.boolean(),
						/** SHA-256 of its content, hex. */
						hash: z.string(),
						parameters_version: z.int().min(1),
					})
					.nullable(),
			}),
		),
	})
	.meta({ id: 'DayReports' });

/** The reports as operators see them. */
export const reportDayCalls = {
	reportDays: {
		method: 'GET',
		path: '/api/reports/days',
		access: 'admin',
		summary: 'Sessions of a date range (at most 62 days): the status of each slot and the number of corrected reports',
		query: strictObject({ from: calendarDate, to: calendarDate }),
		answers: { 200: reportDays },
		errors: [400, 401, 403],
	},
	dayReports: {
		method: 'GET',
		path: '/api/reports/day',
		access: 'admin',
		summary: 'Reports of a date with their versions, parameter sets and content hashes',
		query: strictObject({ date: calendarDate }),
		answers: { 200: dayReports },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
