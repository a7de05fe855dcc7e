import { operations } from '@sw/contract/operations/operations';
import { publicPrices } from '@sw/contract/prices/prices';
import { reports } from '@sw/contract/reports/reports';
import { signals } from '@sw/contract/signals/signals';
import type { CallerAccount } from '@sw/domain/access/caller';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { openApiDocument } from '../../http/openapi.ts';
import type { Progress } from '../../http/pages/render.ts';
import { smallWorld } from '../../market/window/testing/fixture.ts';
import { visitorCaller } from '../guard.ts';
import { implement } from '../handlers.ts';
import { createOperationsHandlers, type Health } from '../operations/handlers.ts';
import { createPriceHandlers } from '../prices/handlers.ts';
import { createReportsHandlers } from '../reports/handlers.ts';
import type { FindFilter, VisitorAllowance } from '../signals/visitors/visitor-detail.ts';
import { createSignalsHandlers, type ReadRecord } from '../signals/visitors/visitor-handlers.ts';

type Extension = NonNullable<Parameters<typeof createApp>[0]['extensions']>[number];

interface PublicAppOptions {
	world?: ReturnType<typeof smallWorld>;
	progress?: Progress;
	allowance?: VisitorAllowance;
	recordOf?: ReadRecord;
	filterOf?: FindFilter;
	account?: CallerAccount;
	extensions?: readonly Extension[];
	isDataLoaded?: boolean;
	degraded?: Health['degraded'];
	behind?: Health['behind'];
	recordView?: () => void;
	prelaunch?: () => Promise<boolean>;
	hasAdministrator?: () => Promise<boolean>;
}

/** The public areas on the small test market, without listening. */
export function publicApp({
	world = smallWorld(),
	progress,
	allowance,
	recordOf,
	filterOf,
	account,
	extensions = [],
	isDataLoaded = true,
	degraded = [],
	behind = null,
	recordView = () => {},
	prelaunch = async () => false,
	hasAdministrator = async () => true,
}: PublicAppOptions = {}) {
	return createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute: 100_000 },
		version: '1.2.3',
		extensions,
		guard: (request) => (account ? { ...visitorCaller(request), account } : visitorCaller(request)),
		areas: [
			implement(signals, createSignalsHandlers({ ...world, parameters: PARAMETERS_V1 }, allowance, recordOf, filterOf)),
			implement(publicPrices, createPriceHandlers({ ...world, parameters: PARAMETERS_V1 })),
			implement(
				reports,
				createReportsHandlers({
					...world,
					slotsOn: (date) => {
						const session = nyse.sessionOn(date);
						return session ? slotsOfDate(session) : [];
					},
				}),
			),
			implement(
				operations,
				createOperationsHandlers({
					...world,
					speed: () => 20,
					recordView,
					openApi: openApiDocument,
					isDataLoaded: () => isDataLoaded,
					degraded: () => degraded,
					behind: () => behind,
					progress: () => progress ?? { status: 'ready', phase: 'Ready', progress: null },
					versions: () => ({ product: '1.2.3', engine: 'e1', parameters: '1', node: 'v24' }),
					secret: {
						api_endpoint: '/api',
						app_env: 'prod',
						site_key: null,
						site_origin: 'http://localhost:8080',
						captcha: null,
						tracking: null,
					},
					prelaunch,
					signUpMode: async () => 'open' as const,
					hasAdministrator,
				}),
			),
		],
	});
}
