import { randomBytes } from 'node:crypto';
import type { AnswerOf } from '@sw/contract/base/define';
import type { operations } from '@sw/contract/operations/operations';
import { environmentOf } from '@sw/domain/access/site-host';
import { measuredTimeframes } from '@sw/domain/signals/measured';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import type { Source } from '../../market/window/source.ts';
import { isPromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Progress } from '../../platform/readiness.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type ApiDocument, renderDocsPage } from './docs-page.ts';

export type Health = AnswerOf<(typeof operations)['health'], 200>;
export type Secret = AnswerOf<(typeof operations)['secret']>;

export interface OperationsParts {
	readonly progress: () => Progress;
	readonly versions: () => Health['versions'];
	readonly source: Source;
	readonly reports: HotReports;
	/** The OpenAPI document of all calls. */
	readonly openApi: (app: FastifyInstance) => ApiDocument;
	/** Whether lists, tables and charts are available, that is, loaded. */
	readonly isDataLoaded: () => boolean;
	readonly degraded: () => Health['degraded'];
	/** How far the newest report is behind the market. */
	readonly behind: () => Health['behind'];
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Market seconds per wall-clock second; 0 if the market clock doesn't run. */
	readonly speed: () => number;
	/** Called when a user opens a page: the simulated market runs faster while pages are viewed. */
	readonly recordView: () => void;
	readonly secret: Pick<Secret, 'api_endpoint' | 'app_env' | 'site_key' | 'site_origin' | 'captcha' | 'tracking'>;
	/** Whether administrators have switched pre-launch mode on. */
	readonly prelaunch: () => Promise<boolean>;
	readonly signUpMode: () => Promise<Secret['sign_up']>;
	readonly hasAdministrator: () => Promise<boolean>;
}

export function createOperationsHandlers(parts: OperationsParts) {
	return {
		health: ({ query }) => {
			const body = presentHealth(parts);
			const isHealthy = body.status === 'ready' && !(query.strict === true && body.degraded.length > 0);
			return isHealthy ? body : respond(503, body, { headers: { 'retry-after': '2' } });
		},
		looking: () => {
			parts.recordView();
			return respond(204, undefined);
		},
		secret: async ({ request }) => ({
			...parts.secret,
			app_env: environmentOf(request.hostname, parts.secret.app_env),
			simulated: parts.source.simulated,
			provider: parts.source.label,
			// Forms need the other values even if the database is unavailable.
			prelaunch: await parts.prelaunch().catch(() => false),
			sign_up: await parts.signUpMode().catch(() => 'open' as const),
			administrator: await parts.hasAdministrator().catch(() => true),
		}),
		openapi: ({ request }) => parts.openApi(request.server),
		docs: ({ request }) => {
			const nonce = randomBytes(16).toString('base64url');
			const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
			return respond(200, renderDocsPage(parts.openApi(request.server), nonce), { headers: { 'content-security-policy': policy } });
		},
	} satisfies Handlers<typeof operations>;
}

function presentHealth({ progress, isDataLoaded, degraded, behind, versions, source, reports, now, speed }: OperationsParts): Health {
	const last = reports.newest();
	const table = findLoadedNewestTable(reports);
	const { status, ...details } = progress();
	return {
		status: status === 'ready' && !isDataLoaded() ? 'starting' : status,
		...details,
		degraded: degraded(),
		versions: versions(),
		provider: { name: source.name, label: source.label, simulated: source.simulated, public: source.isPublic },
		now: isoSeconds(now()),
		speed: speed(),
		last_report: last
			? {
					time: isoSeconds(last.time),
					algo: last.algo,
					version: last.version,
					measured: last.tickers,
					published: isoSeconds(last.published),
					measured_timeframes: table ? measuredTimeframes(table) : [],
				}
			: null,
		reports: reports.count(),
		behind: behind(),
	};
}

/** Returns the newest report's table if it is in memory; health must not wait for the table to load. */
function findLoadedNewestTable(reports: HotReports): ReportTable | undefined {
	const last = reports.newest();
	const table = last && reports.table(last);
	if (!isPromise(table)) return table;
	table.catch(() => {});
	return undefined;
}
