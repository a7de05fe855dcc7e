import { SIGN_UP_MODES } from '@sw/domain/access/sign-up';
import { z } from 'zod';
import { algo, calendarDate, flag, isoTime, nonEmptyText, strictObject, timeframeName } from '../base/common.ts';
import type { Area } from '../base/define.ts';

/** Reasons for which the product is degraded although reports remain readable. */
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
	'filings',
	'mails',
	'jobs',
	'backup',
	'anchors',
	'drop',
] as const;

/** How far the newest report is behind the market clock. Null before the first report and while the clock is stopped, when no report is due. */
export const reportLag = z
	.object({
		slots: z.int().min(0).describe('Slots that are due and newer than it.'),
		minutes: z.int().min(0).describe('Minutes of the market clock since the first of them was due.'),
		since: isoTime.nullable(),
		detail: z.string().describe('The same in words.'),
	})
	.meta({ id: 'Behind' })
	.nullable();

const health = z
	.object({
		status: z.enum(['ready', 'starting', 'stopping', 'failed']),
		phase: z.string().meta({ description: 'The current phase of the start, in plain language.', examples: ['Loading reports'] }),
		progress: z.number().min(0).max(1).nullable().describe('Share of the phase that is done, 0 to 1; null where unknown.'),
		degraded: z
			.array(z.object({ reason: z.enum(DEGRADATIONS), since: isoTime.nullable(), detail: z.string() }))
			.describe('Current problems; empty without any.'),
		versions: z.object({
			product: z.string().meta({ description: 'Version of the product.', examples: ['0.2.0'] }),
			engine: z.string(),
			parameters: z.string(),
			node: z.string(),
		}),
		provider: z.object({
			name: z.string(),
			label: z.string(),
			simulated: z.boolean(),
			public: z.boolean().describe('Whether its prices may be shown to visitors.'),
		}),
		now: isoTime.describe('The market clock.'),
		speed: z.number().min(0).describe('Market seconds per wall-clock second at present; 0 while the clock is stopped.'),
		last_report: z
			.object({ time: isoTime, algo, version: z.int(), measured: z.int(), published: isoTime, measured_timeframes: z.array(timeframeName) })
			.nullable(),
		reports: z.int().min(0).describe('Published reports.'),
		behind: reportLag,
	})
	.meta({ id: 'Health' });

const secret = z
	.object({
		api_endpoint: z.string(),
		app_env: z.string(),
		site_key: z
			.string()
			.nullable()
			.meta({ description: 'Site key of the captcha widget; null without a captcha.', examples: ['0x4AAAA'] }),
		site_origin: z.string(),
		captcha: z.enum(['turnstile', 'hcaptcha', 'recaptcha']).nullable(),
		simulated: z.boolean(),
		provider: z.string(),
		prelaunch: z.boolean().describe('Whether the product has not launched yet, so that visitors are invited to the wait-list.'),
		sign_up: z.enum(SIGN_UP_MODES).describe('Who can create an account: anyone, holders of an invitation, or no visitor.'),
		administrator: z.boolean().describe('Whether there is an administrator; the start prints how to create the first.'),
		tracking: z
			.string()
			.nullable()
			.meta({
				description: "Web analytics script, loaded only with the visitor's consent; null: none.",
				examples: ['https://stats.example.com/script.js'],
			}),
	})
	.meta({ id: 'Secret' });

export const operations = {
	health: {
		method: 'GET',
		path: '/api/health',
		access: 'public',
		summary: 'Get readiness, versions and the last report; with strict=true 503 also while degraded',
		query: strictObject({ strict: flag.optional() }),
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

/** A day on which the exchange does not open, or closes at 13:00, in addition to its regular holidays. */
const closure = z.object({ date: z.iso.date(), type: z.enum(['full', 'early-close']), name: z.string() });
const closures = z.array(closure).meta({ id: 'Closures' });
/** Closures in a request. */
const newClosures = z.array(strictObject({ ...closure.shape, date: calendarDate, name: nonEmptyText(100) })).meta({ id: 'NewClosures' });

const settingValue = z.union([z.boolean(), z.number(), z.string(), closures]);
const newSettingValue = z.union([z.boolean(), z.number(), z.string(), newClosures]);

const siteSetting = z
	.object({
		name: z.string(),
		value: settingValue.describe('The value in force.'),
		fallback: settingValue,
		about: z.string(),
		bounds: z.object({ least: z.int(), most: z.int() }).nullable().describe('Limits of an editable whole number; null without limits.'),
		choices: z
			.array(z.string())
			.nullable()
			.meta({ description: 'Accepted values of an editable text; null: any text.', examples: [['open', 'invitation', 'closed']] }),
		editable: z.boolean().describe("False: can only be set in the server's environment."),
	})
	.meta({ id: 'HouseSetting' });

const siteSettings = z.object({ items: z.array(siteSetting) }).meta({ id: 'HouseSettings' });

const seconds = z.number().nullable();

const freshness = z
	.object({
		provider: z.string(),
		simulated: z.boolean(),
		now: isoTime.describe('The market clock.'),
		session: z.enum(['pre', 'regular', 'post', 'closed']).describe('The current session of the exchange.'),
		as_of: isoTime.nullable().describe('End of the last slot with readable bars, and its age in seconds on the market clock.'),
		delay: seconds,
		vendor_delay: z
			.object({ bars: z.number(), options: z.number() })
			.nullable()
			.describe("Delay of the vendor's data in seconds, by kind; null where unknown."),
		punctuality: z
			.object({
				sessions: z.int(),
				reports: z.int(),
				p50: seconds,
				p95: seconds,
				worst: seconds,
				missed: z
					.int()
					.describe('Slots whose report came more than a quarter of an hour late (wall clock), was built afterwards, or does not exist.'),
			})
			.describe('For live reports of the last sessions: seconds from the end of the slot to publication.'),
		gaps: z.object({
			reports: z.int().describe('Slots without a report.'),
			bars: z.int().nullable().describe('Missing bars at the last check for gaps; null before the first.'),
			looked: isoTime.nullable(),
			fetches: z.boolean().describe("Whether missing bars can be fetched from the market's source; not for imported files."),
		}),
		quarantined: z.int(),
		event_loop: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
		memory: z.object({ resident: z.int(), heap: z.int() }),
		hub: z.object({ connections: z.int(), held_polls: z.int() }),
	})
	.meta({ id: 'Freshness' });

/** Status and settings of the running product, for administrators. */
export const operatorCalls = {
	settings: {
		method: 'GET',
		path: '/api/settings',
		access: 'admin',
		summary: "Get the site settings and the server's start-up configuration (without secrets)",
		answers: { 200: siteSettings },
		errors: [401, 403],
	},
	saveSettings: {
		method: 'POST',
		path: '/api/settings',
		access: 'admin',
		summary: 'Change site settings; null restores the default',
		body: strictObject({ settings: z.object({ closures: newClosures.nullable().optional() }).catchall(newSettingValue.nullable()) }),
		answers: { 200: siteSettings },
		errors: [400, 401, 403],
	},
	resetCache: {
		method: 'GET',
		path: '/api/reset_cache',
		access: 'admin',
		summary: 'Clear all cached responses and pages; they are rebuilt on demand',
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
