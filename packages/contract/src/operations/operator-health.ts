import { z } from 'zod';
import { algo, calendarDate, createSpanCheck, isoDate, isoTime, licence, strictObject, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { DEGRADATIONS, reportLag } from './operations.ts';

/**
 * The state of a slot's report: in time, late, missed (far too late, built afterwards, or absent), or still to come. 'before': built from stored
 * bars before this server first followed the market.
 */
export const SLOT_STATES = ['in_time', 'late', 'missed', 'to_come', 'before'] as const;

/** States of a process, by the age of its last heartbeat: a process sends one every five seconds. */
const PROCESS_STATES = ['lives', 'silent', 'gone'] as const;

const count = z.int().min(0);
const seconds = z.number().min(0).nullable();

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

/** The reports of sessions and dates, for operators. */
export const reportDayCalls = {
	reportDays: {
		method: 'GET',
		path: '/api/reports/days',
		access: 'admin',
		summary: 'Sessions of a date range (at most 62 days): the status of each slot and the number of corrected reports',
		query: strictObject({ from: calendarDate, to: calendarDate }).check(createSpanCheck()),
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

const slotHealth = z
	.object({
		date: isoTime,
		state: z.enum(SLOT_STATES),
		seconds: seconds.describe(
			'Wall-clock seconds from the end of the slot to its report; null without a report, or where that was not recorded.',
		),
		why: z.enum(['late', 'rebuilt', 'absent']).nullable().describe('Why it was missed; null where it was not.'),
	})
	.meta({ id: 'SlotHealth' });

const healthDetail = z
	.object({
		now: isoTime.describe('The market clock.'),
		degraded: z
			.array(z.object({ reason: z.enum(DEGRADATIONS), since: isoTime.nullable(), detail: z.string() }))
			.describe('Problems, the most severe first.'),
		behind: reportLag,
		today: z
			.object({ date: isoDate.nullable(), late_after: z.number(), slots: z.array(slotHealth) })
			.describe('Slots of the most recently opened session; a slot counts as late after `late_after` seconds.'),
		coverage: z
			.object({
				tickers: count,
				measured: count,
				timeframes: z.array(z.object({ timeframe: timeframeName, measured: count })),
			})
			.nullable()
			.describe('Of the newest report: tickers, those with a depth, and the share of them by timeframe.'),
		sources: z
			.array(
				z.object({
					name: z.string(),
					per_minute: z.number(),
					sent: count,
					state: z.enum(['closed', 'open', 'trying']),
					why: z.enum(['outage', 'limit']).nullable(),
					wait: z.number().min(0).describe('Seconds until the next request; 0: now.'),
				}),
			)
			.describe('Data vendors: the request limit per minute, requests sent, and whether requests are paused.'),
		stores: z
			.object({
				parts: z.array(z.object({ name: z.string(), bytes: count, by_day: z.number().nullable().describe('Growth in bytes per day.') })),
				disk: z.object({ free: count, total: count }).nullable().describe('Of the disk of the data folder.'),
			})
			.describe("Size of the stores in bytes; `by_day` is a part's growth since the oldest remembered day, divided by the days since."),
		processes: z
			.array(
				z.object({
					name: z.string().describe('Name of its machine.'),
					number: count,
					roles: z.array(z.string()),
					version: z.string(),
					address: z.string().nullable().describe('Its address within the cluster; null until it listens.'),
					leads_since: isoTime.nullable().describe('Wall clock; null: it does not lead the market.'),
					behind: z
						.number()
						.min(0)
						.nullable()
						.describe(
							'Seconds of market time from the report that it shows to the newest one that any process shows; null: it shows none yet.',
						),
					state: z.enum(PROCESS_STATES).describe("'silent': the process is alive but hangs."),
					seen: z.number().min(0).describe('Seconds since its last heartbeat.'),
				}),
			)
			.describe('Processes that share the databases, the newest first; those that disappeared are listed for a day.'),
		backup: z
			.object({ made: isoTime, bytes: count })
			.nullable()
			.describe('The newest complete scheduled backup; null: none yet, or none are scheduled.'),
		update: z
			.object({ version: z.string(), notes: z.string().nullable() })
			.nullable()
			.describe('A newer version, from the release feed; null: none is known.'),
		mails_waiting: count,
		history: z
			.array(z.object({ date: isoDate, in_time: count, late: count, missed: count, p50: seconds, p95: seconds, worst: seconds }))
			.describe('Sessions, oldest first, with how punctual their reports were.'),
	})
	.meta({ id: 'HealthDetail' });

export const QUALITY_KINDS = ['gaps', 'splits', 'quarantine', 'outliers'] as const;

const dataQuality = z
	.object({
		items: z.array(
			z.object({
				kind: z
					.enum(QUALITY_KINDS)
					.describe(
						"'gaps': sessions with missing bars or reports; 'splits': splits and unexplained overnight jumps to decide; 'quarantine': tickers without depths; 'outliers': unexplained jumps within a session.",
					),
				open: count.nullable().describe('Null: not checked yet.'),
				newest: isoDate
					.nullable()
					.describe('The session of the newest open one; null where it is unknown, as for quarantine, or none is open.'),
				checked: isoTime.nullable().describe('When it was counted: end of the last check; for quarantine, the time of the newest report.'),
			}),
		),
	})
	.meta({ id: 'DataQuality' });

/** The operators' overview, and the summary of wrong and missing data. */
export const healthCalls = {
	healthDetail: {
		method: 'GET',
		path: '/api/health/detail',
		access: 'admin',
		summary: 'Slots of today and the last 30 sessions, data coverage, sources, stores, processes and current problems',
		answers: { 200: healthDetail },
		errors: [401, 403],
	},
	dataQuality: {
		method: 'GET',
		path: '/api/data-quality',
		access: 'admin',
		summary: 'Open gaps, splits, quarantined tickers and outliers, as counted by the last checks and the newest report',
		answers: { 200: dataQuality },
		errors: [401, 403],
	},
} as const satisfies Area;
