import { z } from 'zod';
import { isoDate, isoTime, timeframeName } from './common.ts';
import type { Area } from './define.ts';
import { DEGRADATIONS } from './operations.ts';

/**
 * What became of a slot: its report came out in time, late, was missed (much too late, built afterwards, or not there), is still to come, or was built
 * from stored bars before this server had ever followed the market.
 */
export const SLOT_STATES = ['in_time', 'late', 'missed', 'to_come', 'before'] as const;

/** A process tells of itself every five seconds. */
const PROCESS_STATES = ['lives', 'silent', 'gone'] as const;

const count = z.int().min(0);
const seconds = z.number().min(0).nullable();

const slotHealth = z
	.object({
		date: isoTime,
		state: z.enum(SLOT_STATES),
		/** Of the wall from the end of the slot to its report; null where there is none, or that was not noted. */
		seconds,
		/** Why it was missed; null where it was not. */
		why: z.enum(['late', 'rebuilt', 'absent']).nullable(),
	})
	.meta({ id: 'SlotHealth' });

const healthDetail = z
	.object({
		/** The market clock. */
		now: isoTime,
		/** What is wrong, the gravest first. */
		degraded: z.array(z.object({ reason: z.enum(DEGRADATIONS), since: isoTime.nullable(), detail: z.string() })),
		/** Slots of the session that opened last; one counts as late from `late_after` seconds on. */
		today: z.object({ date: isoDate.nullable(), late_after: z.number(), slots: z.array(slotHealth) }),
		/** Of the newest report: tickers, those with a depth, and the share of them by timeframe. */
		coverage: z
			.object({
				tickers: count,
				measured: count,
				timeframes: z.array(z.object({ timeframe: timeframeName, measured: count })),
			})
			.nullable(),
		/** Whoever is asked for data over the network, with how many requests a minute are kept to, how many were sent, and whether it is left alone. */
		sources: z.array(
			z.object({
				name: z.string(),
				per_minute: z.number(),
				sent: count,
				state: z.enum(['closed', 'open', 'trying']),
				why: z.enum(['outage', 'limit']).nullable(),
				/** Seconds until it is asked again; 0 where it may be now. */
				wait: z.number().min(0),
			}),
		),
		/** What the stores hold, in bytes; by day is what a part grew since the oldest day that is remembered, over the days in between. */
		stores: z.object({
			parts: z.array(z.object({ name: z.string(), bytes: count, by_day: z.number().nullable() })),
			/** Of the disk of the data folder. */
			disk: z.object({ free: count, total: count }).nullable(),
		}),
		/** Processes of the same databases, the newest first; those that went away without a word are remembered for a day. */
		processes: z.array(
			z.object({
				/** Of the machine that it runs on. */
				name: z.string(),
				number: count,
				roles: z.array(z.string()),
				version: z.string(),
				/** Its own address among them; null until it listens. */
				address: z.string().nullable(),
				/** By the wall; null: it does not lead the market. */
				leads_since: isoTime.nullable(),
				/** Seconds of the market from the report that it shows to the newest that any shows; null: it shows none yet. */
				behind: z.number().min(0).nullable(),
				/** One that hangs lives and says nothing. */
				state: z.enum(PROCESS_STATES),
				/** Seconds since it last told of itself. */
				seen: z.number().min(0),
			}),
		),
		mails_waiting: count,
		/** Sessions, oldest first: how punctual their reports came. */
		history: z.array(z.object({ date: isoDate, in_time: count, late: count, missed: count, p50: seconds, p95: seconds, worst: seconds })),
	})
	.meta({ id: 'HealthDetail' });

/** What an operator looks at first. */
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
