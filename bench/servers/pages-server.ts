/**
 * The server process of the benchmark of public pages: the real HTTP layer, the built pages and the public calls over real stores, and as the reference
 * a Fastify app that answers constant bytes for each path. The message {newReport} acts like a new report: cached pages expire, and top tables are rebuilt
 * while readers request them. {processorTime} returns the process's processor time in microseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@sw/contract/operations/operations';
import { publicPrices } from '@sw/contract/prices/prices';
import { type BarBlock, createBarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { implement } from '@sw/server/areas/handlers';
import { createOperationsHandlers } from '@sw/server/areas/operations/handlers';
import { createPriceHandlers } from '@sw/server/areas/prices/handlers';
import { createPublicListing, startPages } from '@sw/server/compose/pages';
import { createApp, loggerOptions } from '@sw/server/http/app';
import { HTTP_DEFAULTS } from '@sw/server/http/config';
import { openApiDocument } from '@sw/server/http/openapi';
import { SLOT_SESSIONS } from '@sw/server/market/window/price-window';
import { createTopSource } from '@sw/server/market/window/top-source';
import { systemWallClock } from '@sw/server/platform/clocks/wall-clock';
import { createReadiness } from '@sw/server/platform/readiness';
import { openStores } from '@sw/store/open';
import fastify from 'fastify';
import { openApiMarket } from '../inputs/api-world.ts';
import { ROWS_PER_REPORT } from '../inputs/year-of-reports.ts';

export interface PagesServerInfo {
	port: number;
	referencePort: number;
}
/** `headers` and `bodies` (base64, by path) set the reference's responses from then on. */
export type PagesCommand =
	| { newReport: true }
	| { processorTime: true }
	| { headers: Record<string, string>; bodies: Record<string, string> };

const HOST = '127.0.0.1';
const origin = `http://${HOST}`;
const source = { name: 'bench', label: 'Made-up market', simulated: true, isPublic: true };
/** High enough that no caller is rate limited. */
const CALLS_PER_MINUTE = 1e9;

const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
const web = startPages({ pages: null });
const stores = await openStores({ folder });
const { market } = await openApiMarket(stores, SLOT_SESSIONS);
const { reports, prices, directory, now } = market;
const [previousSession, currentSession] = prices.sessions.slice(-2).map(({ session }) => session);
if (!previousSession || !currentSession) throw new Error('The market has no sessions.');
prices.addExtended(createExtendedBars(previousSession.close, POST));
prices.addExtended(createExtendedBars(currentSession.open - 2 * 3_600_000, PRE));
const tops = createTopSource(prices, directory, nyse);
await tops.warm(now());

const readiness = createReadiness();
readiness.set('ready');
let reportCount = 0;
const app = await createApp({
	config: { ...HTTP_DEFAULTS, origin, callsPerMinute: CALLS_PER_MINUTE },
	version: 'bench',
	logger: loggerOptions('warn'),
	areas: [
		implement(publicPrices, createPriceHandlers({ directory, prices, tops, source, now, reports, parameters: PARAMETERS_V1 })),
		implement(
			operations,
			createOperationsHandlers({
				progress: () => readiness.getProgress(),
				versions: () => ({ product: 'bench', engine: 'bench', parameters: '1', node: process.versions.node }),
				source,
				reports,
				openApi: openApiDocument,
				isDataLoaded: () => true,
				degraded: () => [],
				behind: () => null,
				now,
				speed: () => 1,
				recordView: () => {},
				secret: { api_endpoint: origin, app_env: 'prod', site_key: null, site_origin: origin, captcha: null, tracking: null },
				prelaunch: async () => false,
				signUpMode: async () => 'open' as const,
				hasAdministrator: async () => true,
			}),
		),
	],
	extensions: web.routes({
		config: { origin, captcha: null, environment: 'prod', tracking: null, operator: null },
		readiness,
		wall: systemWallClock,
		edition: () => String(reportCount),
		listing: createPublicListing(source, reports),
		recordView: () => {},
		sessionCookies: ['sw_access'],
	}),
});

const referenceResponses = { headers: {} as Record<string, string>, bodies: new Map<string, Buffer>() };
const referenceApp = fastify();
referenceApp.get('/*', (request, reply) => reply.headers(referenceResponses.headers).send(referenceResponses.bodies.get(request.url)));

await app.listen({ port: 0, host: HOST });
await referenceApp.listen({ port: 0, host: HOST });

async function shutDown(): Promise<void> {
	await app.close();
	await referenceApp.close();
	await stores.close();
	rmSync(folder, { recursive: true, force: true });
	process.exit(0);
}

process.once('disconnect', () => void shutDown());
process.on('message', (command: PagesCommand | 'stop') => {
	if (command === 'stop') return void shutDown();
	if ('processorTime' in command) {
		const { user, system } = process.cpuUsage();
		process.send?.(user + system);
		return;
	}
	if ('newReport' in command) {
		reportCount++;
		// Adds no bar but changes the window's version, so that everything computed from it expires.
		prices.addExtended(createExtendedBars(currentSession.open, PRE, 0));
		void tops.warm(now());
	} else {
		referenceResponses.headers = command.headers;
		referenceResponses.bodies = new Map(Object.entries(command.bodies).map(([path, body]) => [path, Buffer.from(body, 'base64')]));
	}
	process.send?.('done');
});

function readPort(server: typeof app | typeof referenceApp): number {
	return (server.server.address() as AddressInfo).port;
}

process.send?.({ port: readPort(app), referencePort: readPort(referenceApp) } satisfies PagesServerInfo);

/** Bars of every second ticker before or after regular hours, all starting at `startMs`. */
function createExtendedBars(startMs: number, session: typeof PRE | typeof POST, count = ROWS_PER_REPORT / 2): BarBlock {
	const block = createBarBlock(count);
	block.count = count;
	block.time.fill(startMs / 1000);
	block.session.fill(session);
	for (let i = 0; i < count; i++) {
		const price = 20 + ((i * 7) % 180);
		block.tickerId[i] = 1 + 2 * i;
		block.open[i] = price;
		block.high[i] = price * 1.02;
		block.low[i] = price * 0.98;
		block.close[i] = price * (1 + ((i % 41) - 20) / 1000);
		block.volume[i] = 1_000 + ((i * 37) % 90_000);
	}
	return block;
}
