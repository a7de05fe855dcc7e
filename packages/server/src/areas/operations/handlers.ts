import { randomBytes } from 'node:crypto';
import type { AnswerOf } from '@sw/contract/define';
import type { operations } from '@sw/contract/operations';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import type { Source } from '../../market/window/source.ts';
import type { Progress } from '../../platform/readiness.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type ApiDocument, docsPage } from './docs-page.ts';

export type Health = AnswerOf<(typeof operations)['health'], 200>;
export type Secret = AnswerOf<(typeof operations)['secret']>;

export interface OperationsParts {
	readonly progress: () => Progress;
	readonly versions: Health['versions'];
	readonly source: Source;
	readonly reports: HotReports;
	/** The description of every call. */
	readonly openApi: (app: FastifyInstance) => ApiDocument;
	/** The market clock. */
	readonly now: () => UtcMs;
	readonly secret: Pick<Secret, 'api_endpoint' | 'app_env' | 'site_key' | 'site_origin' | 'captcha'>;
}

const health = ({ progress, versions, source, reports, now }: OperationsParts): Health => {
	const last = reports.newest();
	return {
		...progress(),
		versions,
		provider: { name: source.name, label: source.label, simulated: source.simulated },
		now: isoSeconds(now()),
		last_report: last
			? {
					time: isoSeconds(last.time),
					algo: last.algo,
					version: last.version,
					measured: last.tickers,
					published: isoSeconds(last.published),
				}
			: null,
	};
};

export const operationsHandlers = (parts: OperationsParts) =>
	({
		health: () => {
			const body = health(parts);
			return body.status === 'ready' ? body : respond(503, body, { headers: { 'retry-after': '2' } });
		},
		secret: () => ({ ...parts.secret, simulated: parts.source.simulated, provider: parts.source.label }),
		openapi: ({ request }) => parts.openApi(request.server),
		docs: ({ request }) => {
			const nonce = randomBytes(16).toString('base64url');
			const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
			return respond(200, docsPage(parts.openApi(request.server), nonce), { headers: { 'content-security-policy': policy } });
		},
	}) satisfies Handlers<typeof operations>;
