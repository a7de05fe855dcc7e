import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorCalls } from '@sw/contract/operations/operations';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { type Holiday, nyse } from '@sw/domain/time/calendar';
import { closuresError } from '@sw/domain/time/closures';
import { exchangeDate, MINUTE, type UtcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, smallWorld } from '../../market/window/testing/fixture.ts';
import { openMetricsServer } from '../../platform/metrics-server.ts';
import { implement } from '../handlers.ts';
import { headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { type FreshnessParts, measureFreshness } from './freshness.ts';
import { createMetrics } from './metrics.ts';
import { createOperatorHandlers } from './operator-handlers.ts';
import { createSiteSettings, type SettingValue } from './site-settings.ts';

const METRIC = /\b(?:signalwheel|process|nodejs)_[a-z0-9_]+/g;

let app: FastifyInstance;
let stored: Readonly<Record<string, SettingValue>> = {};
let closed: readonly Holiday[] = [];
const acts: [string, string][] = [];
const details: Readonly<Record<string, unknown>>[] = [];
const world = smallWorld();

function quarter(n: number): UtcMs {
	return (Math.floor(NOW / (15 * MINUTE)) * 15 * MINUTE - n * 15 * MINUTE) as UtcMs;
}

/** In wall-clock time, which is not the market's. */
const WALL = Date.UTC(2031, 0, 1) as UtcMs;

function after(seconds: number): UtcMs {
	return (WALL + seconds * 1_000) as UtcMs;
}

const freshness: FreshnessParts = {
	source: world.source,
	reports: world.reports,
	barsUntil: () => quarter(1),
	vendorDelays: () => ({ bars: MINUTE, options: 15 * MINUTE }),
	now: () => NOW,
	calendar: nyse,
	canFetch: true,
	expected: async () => (date) => {
		const session = nyse.sessionOn(date);
		return session ? slotsOfDate(session) : [];
	},
	published: async (_from, _to, algo) =>
		algo === 'forecast'
			? []
			: [
					{ time: quarter(3), publishedAt: (quarter(3) + 20_000) as UtcMs, dueWall: WALL, publishedWall: after(1), reconstructed: false },
					{ time: quarter(1), publishedAt: (quarter(1) + 60_000) as UtcMs, dueWall: WALL, publishedWall: after(3), reconstructed: false },
				],
	lastGapCheck: () => ({ bars: 7, at: NOW }),
	hub: () => ({ connections: 3, heldPolls: 2 }),
	eventLoop: () => ({ p50: 0.1, p99: 5, max: 20 }),
	memory: () => ({ rss: 1_000, heapUsed: 500 }),
};
const settings = createSiteSettings(
	{
		read: async () => stored,
		write: async (values) => {
			stored = values;
		},
	},
	[{ name: 'PORT', value: '9000', fallback: '8080', about: 'Port.' }],
	{
		findConflict: (before, after) => closuresError(before, after, exchangeDate('2026-06-30')),
		onChanged: (_, after) => {
			closed = after;
		},
	},
);
beforeAll(async () => {
	app = await guardedApp([
		implement(
			operatorCalls,
			createOperatorHandlers({
				settings,
				freshness,
				resetCaches: async () => ['pages'],
				audit: async (_caller, act, target, detail) => {
					acts.push([act, target]);
					details.push(detail);
				},
			}),
		),
	]);
});
afterAll(() => app.close());
beforeEach(() => {
	stored = {};
	closed = [];
	acts.length = 0;
	details.length = 0;
});

function get(url: string, headers: Record<string, string> = {}) {
	return app.inject({ url, headers: { ...headersOf('admin'), ...headers } });
}

function save(values: object) {
	return app.inject({ method: 'POST', url: '/api/settings', payload: { settings: values }, headers: headersOf('admin') });
}

function settingIn(answer: { json(): { items: { name: string; value: SettingValue }[] } }, name: string) {
	return answer.json().items.find((item) => item.name === name)?.value;
}

describe('settings', () => {
	it("are the site settings, which can be changed and reset, and those of the server's environment, which cannot", async () => {
		const before = await get('/api/settings');
		expect(settingIn(before, 'daily_gap_sessions')).toBe(5);
		expect(before.json().items.find((item: { name: string }) => item.name === 'daily_gap_sessions').bounds).toEqual({
			least: 1,
			most: 250,
		});
		expect(before.json().items.find((item: { name: string }) => item.name === 'PORT')).toMatchObject({ value: '9000', editable: false });
		expect(settingIn(await save({ daily_gap_sessions: 20, daily_gap_check: false }), 'daily_gap_sessions')).toBe(20);
		expect(await settings.values()).toMatchObject({ daily_gap_sessions: 20, daily_gap_check: false });
		expect(settingIn(await save({ daily_gap_sessions: null }), 'daily_gap_sessions')).toBe(5);
		expect(acts).toEqual([
			['settings.change', 'daily_gap_sessions, daily_gap_check'],
			['settings.change', 'daily_gap_sessions'],
		]);
	});

	it.each([
		[{ daily_gap_sessions: 0 }, 'settings.daily_gap_sessions'],
		[{ daily_gap_sessions: 2.5 }, 'settings.daily_gap_sessions'],
		[{ daily_gap_check: 'yes' }, 'settings.daily_gap_check'],
		[{ daily_gap_check: true, PORT: '1' }, 'settings.PORT'],
		[{ closures: 3 }, 'settings.closures'],
		[{ daily_gap_sessions: [] }, 'settings.daily_gap_sessions'],
		[{ closures: [{ date: '2026-06-30', type: 'full', name: 'Mourning' }] }, 'settings.closures'],
		[{ daily_gap_check: false, closures: [{ date: '2026-07-04', type: 'full', name: 'Mourning' }] }, 'settings.closures'],
	])('%j is refused whole', async (values, field) => {
		const answer = await save(values);
		expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, field]);
		expect([stored, acts]).toEqual([{}, []]);
	});
});

describe('closures', () => {
	const [storm, mourning] = [
		{ date: '2026-07-02', type: 'early-close', name: 'Storm' },
		{ date: '2026-07-01', type: 'full', name: 'Mourning' },
	];

	it('are kept in order of their days, in force at once, with the previous value in the log', async () => {
		expect(settingIn(await save({ closures: [storm, mourning] }), 'closures')).toEqual([mourning, storm]);
		expect(closed).toEqual([mourning, storm]);
		expect(settingIn(await save({ closures: [storm] }), 'closures')).toEqual([storm]);
		expect(details.at(-1)).toEqual({ closures: [[mourning, storm], [storm]] });
		expect(settingIn(await save({ closures: null }), 'closures')).toEqual([]);
		expect(closed).toEqual([]);
	});

	it.each([
		[{ ...storm, date: '2026-02-30' }, 'date'],
		[{ ...storm, type: 'late' }, 'type'],
		[{ ...storm, name: ' ' }, 'name'],
		[{ ...storm, until: '12:00' }, 'until'],
	])('as %j are refused with the field', async (closure, field) => {
		const answer = await save({ closures: [closure] });
		expect(answer.statusCode).toBe(400);
		expect(JSON.stringify(answer.json().errors)).toContain(field);
		expect([stored, closed]).toEqual([{}, []]);
	});
});

describe('reset_cache', () => {
	it('forgets what is kept, but not for a link on another site', async () => {
		expect((await get('/api/reset_cache')).json()).toEqual({ cleared: ['pages'] });
		expect((await get('/api/reset_cache', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
		expect((await get('/api/reset_cache', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
		expect(acts).toEqual([
			['cache.reset', 'pages'],
			['cache.reset', 'pages'],
		]);
	});
});

describe('freshness', () => {
	it('says how old the bars are, how punctual reports came, and what is missing', async () => {
		expect((await get('/api/freshness')).json()).toMatchObject({
			session: 'regular',
			as_of: new Date(quarter(1)).toISOString().replace('.000', ''),
			delay: (NOW - quarter(1)) / 1_000,
			vendor_delay: { bars: 60, options: 900 },
			punctuality: { sessions: 20, reports: 2, p50: 1, p95: 3, worst: 3, missed: 2 },
			gaps: { reports: 2, bars: 7, fetches: true },
			hub: { connections: 3, held_polls: 2 },
			event_loop: { p50: 0.1, p99: 5, max: 20 },
		});
	});

	it('is exported to Prometheus on a separate port, which answers nothing else', async () => {
		const metrics = createMetrics(
			() => measureFreshness(freshness),
			'1.2.3',
			() => ({ count: 7, delay: 60 }),
		);
		metrics.recordPublished({ lag: 2_000 } as Parameters<typeof metrics.recordPublished>[0]);
		const server = await openMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
		expect((await fetch(`http://${server.address}/`)).status).toBe(404);
		const text = await (await fetch(`http://${server.address}/metrics`)).text();
		for (const line of [
			'signalwheel_slot_lag_p95_seconds 3',
			'signalwheel_build_info{version="1.2.3"} 1',
			'signalwheel_slots_missed 2',
			'signalwheel_bars_missing 7',
			'signalwheel_hub_connections 3',
			'signalwheel_exchange_open 1',
			'signalwheel_slot_lag_seconds_sum 2',
			'nodejs_eventloop_lag_p99_seconds',
		])
			expect(text).toContain(line);
		const exported = new Set(Array.from(text.matchAll(/^([a-z_0-9]+)[{ ]/gm), ([, name]) => name));
		for (const file of ['prometheus-alerts.yaml', 'grafana-dashboard.json']) {
			const metrics = readFileSync(join(import.meta.dirname, '../../../../../deploy', file), 'utf8').match(METRIC) ?? [];
			expect(metrics.length).toBeGreaterThan(5);
			expect(metrics.filter((name) => !exported.has(name))).toEqual([]);
		}
		expect((await fetch(`http://${server.address}/metrics`, { method: 'POST' })).status).toBe(404);
		await server.close();
		metrics.close();
	});
});
