import { z } from 'zod';
import { algo, calendarDate, endsAfterItBegins, isoDate, isoTime, licence, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { SLOT_STATES } from './operator-health.ts';

const count = z.int().min(0);
const state = z.enum(SLOT_STATES);

const reportDays = z
	.object({
		items: z
			.array(
				z.object({
					date: isoDate,
					slots: z.array(z.object({ date: isoTime, algo, state })).describe('Slots in use, in order of time, and the state of each.'),
					reports: count.describe('Reports in force, and how many of them have more than one version.'),
					corrected: count,
				}),
			)
			.describe('Sessions of the span, oldest first.'),
	})
	.meta({ id: 'ReportDays' });

const dayReports = z
	.object({
		date: isoDate,
		items: z
			.array(
				z.object({
					date: isoTime,
					algo,
					report: licence.describe('The lowest licence that may open it.'),
					state: state.nullable().describe('Null for a report whose slot no longer exists.'),
					seconds: z.number().min(0).nullable().describe('Wall-clock seconds from the end of the slot to its report; null where unknown.'),
					published: z
						.object({
							at: isoTime,
							version: z.int().min(1),
							tickers: count,
							reconstructed: z.boolean(),
							hash: z.string().meta({
								description: 'SHA-256 of its content, hex.',
								examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
							}),
							parameters_version: z.int().min(1),
						})
						.nullable()
						.describe('Null without a report.'),
				}),
			)
			.describe('Every slot in use, and reports whose time is no longer a slot, in order of time.'),
	})
	.meta({ id: 'DayReports' });

/** The reports as operators see them. */
export const reportDayCalls = {
	reportDays: {
		method: 'GET',
		path: '/api/reports/days',
		access: 'admin',
		summary: 'Sessions of a date range (at most 62 days): the status of each slot and the number of corrected reports',
		query: strictObject({ from: calendarDate, to: calendarDate }).check(endsAfterItBegins()),
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
