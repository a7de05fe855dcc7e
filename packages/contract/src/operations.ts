import { z } from 'zod';
import { algo, calendarDate, flag, isoTime, only, text, timeframeName } from './common.ts';
import type { Area } from './define.ts';

/** What can be wrong while reports are still read: no market is loaded, a store is away, no process leads, the disk is full, the memory is too small, reports stop coming out, something waits, a source was not reached. */
export const DEGRADATIONS = [
	'market',
	'database',
	'series',
	'damage',
	'lead',
	'disk',
	'memory',
	'publishing',
	'reports',
	'source',
	'mails',
	'jobs',
	'drop',
] as const;

const health = z
	.object({
		status: z.enum(['ready', 'starting', 'stopping', 'failed']),
		/** What the start is doing, in words. */
		phase: z.string(),
		/** Share of the phase that is done, 0 to 1; null where it cannot be told. */
		progress: z.number().min(0).max(1).nullable(),
		/** What is wrong; empty when all is well. */
		degraded: z.array(z.object({ reason: z.enum(DEGRADATIONS), since: isoTime.nullable(), detail: z.string() })),
		versions: z.object({ product: z.string(), engine: z.string(), parameters: z.string(), node: z.string() }),
		provider: z.object({
			name: z.string(),
			label: z.string(),
			simulated: z.boolean(),
			/** Visitors may see its prices. */
			public: z.boolean(),
		}),
		/** The market clock. */
		now: isoTime,
		/** Market seconds that pass in one now; 0 where the clock stands. */
		speed: z.number().min(0),
		last_report: z
			.object({ time: isoTime, algo, version: z.int(), measured: z.int(), published: isoTime, measured_timeframes: z.array(timeframeName) })
			.nullable(),
	})
	.meta({ id: 'Health' });

const secret = z
	.object({
		api_endpoint: z.string(),
		app_env: z.string(),
		/** Key of the captcha widget; null when no captcha is set up. */
		site_key: z.string().nullable(),
		site_origin: z.string(),
		captcha: z.enum(['turnstile', 'hcaptcha', 'recaptcha']).nullable(),
		simulated: z.boolean(),
		provider: z.string(),
		/** Not launched yet: visitors are invited to the wait-list. */
		prelaunch: z.boolean(),
		/** Script that counts visits, loaded by who has consented; null: none. */
		tracking: z.string().nullable(),
	})
	.meta({ id: 'Secret' });

export const operations = {
	health: {
		method: 'GET',
		path: '/api/health',
		access: 'public',
		summary: 'Get readiness, versions and the last report; with strict=true 503 also while degraded',
		query: only({ strict: flag.optional() }),
		answers: { 200: health, 503: health },
		errors: [400],
		rate: 'uncounted',
	},
	looking: {
		method: 'POST',
		path: '/api/looking',
		access: 'public',
		summary: 'Sent once a minute by a visible page with an active reader; a simulated market runs faster while it is watched',
		answers: { 204: z.undefined() },
		errors: [403],
	},
	secret: {
		method: 'GET',
		path: '/api/secret',
		access: 'public',
		summary: 'Get the configuration a browser needs at start-up',
		answers: { 200: secret },
		errors: [],
	},
	openapi: {
		method: 'GET',
		path: '/api/openapi.json',
		access: 'public',
		summary: 'This OpenAPI document',
		answers: { 200: z.looseObject({ openapi: z.string() }) },
		errors: [],
	},
	docs: {
		method: 'GET',
		path: '/api/docs',
		access: 'public',
		summary: 'This reference as a page',
		answers: { 200: z.string() },
		produces: 'text/html; charset=utf-8',
		errors: [],
	},
} as const satisfies Area;

/** A day on which the exchange does not open, or closes at 13:00, that its regular holidays do not know. */
const closure = only({ date: calendarDate, type: z.enum(['full', 'early-close']), name: text(100) });
const closures = z.array(closure).meta({ id: 'Closures' });

const settingValue = z.union([z.boolean(), z.number(), z.string(), closures]);

const houseSetting = z
	.object({
		name: z.string(),
		/** In force. */
		value: settingValue,
		fallback: settingValue,
		about: z.string(),
		/** Of a whole number that can be changed; null where nothing bounds it. */
		bounds: z.object({ least: z.int(), most: z.int() }).nullable(),
		/** false: set where the server is started. */
		editable: z.boolean(),
	})
	.meta({ id: 'HouseSetting' });

const houseSettings = z.object({ items: z.array(houseSetting) }).meta({ id: 'HouseSettings' });

const seconds = z.number().nullable();

const freshness = z
	.object({
		provider: z.string(),
		simulated: z.boolean(),
		/** The market clock. */
		now: isoTime,
		/** What the exchange does now. */
		session: z.enum(['pre', 'regular', 'post', 'closed']),
		/** End of the last slot whose bars can be read, and its age in seconds by the market clock. */
		as_of: isoTime.nullable(),
		delay: seconds,
		/** Seconds by which the vendor's numbers are late, by kind; null where nothing is said of it. */
		vendor_delay: z.object({ bars: z.number(), options: z.number() }).nullable(),
		/** Of the reports of the last sessions that came out live: seconds from the end of the slot to publication. */
		punctuality: z.object({
			sessions: z.int(),
			reports: z.int(),
			p50: seconds,
			p95: seconds,
			worst: seconds,
			/** Slots whose report came more than a quarter of an hour of the wall late, was built afterwards, or does not exist. */
			missed: z.int(),
		}),
		gaps: z.object({
			/** Slots without a report. */
			reports: z.int(),
			/** Of the last look for gaps; null before the first. */
			bars: z.int().nullable(),
			looked: isoTime.nullable(),
			/** Whether the market's source can be asked for missing bars; imported files can't. */
			fetches: z.boolean(),
		}),
		quarantined: z.int(),
		event_loop: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
		memory: z.object({ resident: z.int(), heap: z.int() }),
		hub: z.object({ connections: z.int(), held_polls: z.int() }),
	})
	.meta({ id: 'Freshness' });

/** What administrators read and set of the running product. */
export const operatorCalls = {
	settings: {
		method: 'GET',
		path: '/api/settings',
		access: 'admin',
		summary: "Get the site settings and the server's start-up configuration (without secrets)",
		answers: { 200: houseSettings },
		errors: [401, 403],
	},
	saveSettings: {
		method: 'POST',
		path: '/api/settings',
		access: 'admin',
		summary: 'Change site settings; null restores the default',
		body: only({ settings: z.object({ closures: closures.nullable().optional() }).catchall(settingValue.nullable()) }),
		answers: { 200: houseSettings },
		errors: [400, 401, 403],
	},
	resetCache: {
		method: 'GET',
		path: '/api/reset_cache',
		access: 'admin',
		summary: 'Clear all cached answers and pages; they are rebuilt on demand',
		answers: { 200: z.object({ cleared: z.array(z.string()) }) },
		errors: [401, 403],
	},
	freshness: {
		method: 'GET',
		path: '/api/freshness',
		access: 'admin',
		summary: 'Data freshness, punctuality of reports and server load',
		answers: { 200: freshness },
		errors: [401, 403],
	},
} as const satisfies Area;
