import { z } from 'zod';
import { isoDate, isoTime, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { behind, DEGRADATIONS } from './operations.ts';

/**
 * The state of a slot: its report came out on time, late, was missed (far too late, built afterwards, or absent), is not due yet, or was built
 * from stored bars before this server first followed the market.
 */
export const SLOT_STATES = ['in_time', 'late', 'missed', 'to_come', 'before'] as const;

/** Based on the heartbeat that a process sends every five seconds. */
const PROCESS_STATES = ['lives', 'silent', 'gone'] as const;

const count = z.int().min(0);
const seconds = z.number().min(0).nullable();

const slotHealth = z
	.object({
		date: isoTime,
		state: z.enum(SLOT_STATES),
		/** Wall-clock seconds from the end of the slot to its report; null without a report, or where that was not recorded. */
		seconds,
		/** Why it was missed; null where it was not. */
		why: z.enum(['late', 'rebuilt', 'absent']).nullable(),
	})
	.meta({ id: 'SlotHealth' });

const healthDetail = z
	.object({
		/** The market clock. */
		now: isoTime,
		/** Problems, the most severe first. */
		degraded: z.array(z.object({ reason: z.enum(DEGRADATIONS), since: isoTime.nullable(), detail: z.string() })),
		behind,
		/** Slots of the most recently opened session; a slot counts as late after `late_after` seconds. */
		today: z.object({ date: isoDate.nullable(), late_after: z.number(), slots: z.array(slotHealth) }),
		/** Of the newest report: tickers, those with a depth, and the share of them by timeframe. */
		coverage: z
			.object({
				tickers: count,
				measured: count,
				timeframes: z.array(z.object({ timeframe: timeframeName, measured: count })),
			})
			.nullable(),
		/** Data vendors: the request limit per minute, requests sent, and whether requests are paused. */
		sources: z.array(
			z.object({
				name: z.string(),
				per_minute: z.number(),
				sent: count,
				state: z.enum(['closed', 'open', 'trying']),
				why: z.enum(['outage', 'limit']).nullable(),
				/** Seconds until the next request; 0: now. */
				wait: z.number().min(0),
			}),
		),
		/** Size of the stores in bytes; `by_day` is a part's growth since the oldest remembered day, divided by the days since. */
		stores: z.object({
			parts: z.array(z.object({ name: z.string(), bytes: count, by_day: z.number().nullable() })),
			/** Of the disk of the data folder. */
			disk: z.object({ free: count, total: count }).nullable(),
		}),
		/** Processes that share the databases, the newest first; those that disappeared are listed for a day. */
		processes: z.array(
			z.object({
				/** Name of its machine. */
				name: z.string(),
				number: count,
				roles: z.array(z.string()),
				version: z.string(),
				/** Its address within the cluster; null until it listens. */
				address: z.string().nullable(),
				/** Wall clock; null: it does not lead the market. */
				leads_since: isoTime.nullable(),
				/** Seconds of market time from the report that it shows to the newest one that any process shows; null: it shows none yet. */
				behind: z.number().min(0).nullable(),
				/** 'silent': the process is alive but hangs. */
				state: z.enum(PROCESS_STATES),
				/** Seconds since its last heartbeat. */
				seen: z.number().min(0),
			}),
		),
		/** The newest complete scheduled backup; null: none yet, or none are scheduled. */
		backup: z.object({ made: isoTime, bytes: count }).nullable(),
		/** A newer version, from the release feed; null: none is known. */
		update: z.object({ version: z.string(), notes: z.string().nullable() }).nullable(),
		mails_waiting: count,
		/** Sessions, oldest first, with how punctual their reports were. */
		history: z.array(z.object({ date: isoDate, in_time: count, late: count, missed: count, p50: seconds, p95: seconds, worst: seconds })),
	})
	.meta({ id: 'HealthDetail' });

/** The first page for operators. */
export const healthCalls = {
	healthDetail: {
		method: 'GET',
		path: '/api/health/detail',
		access: 'admin',
		summary: 'Slots of today and the last 30 sessions, data coverage, sources, stores, processes and current problems',
		answers: { 200: healthDetail },
		errors: [401, 403],
	},
} as const satisfies Area;
