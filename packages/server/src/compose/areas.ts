import { operations as operationsArea } from '@sw/contract/operations/operations';
import { publicPrices } from '@sw/contract/prices/prices';
import { reports as reportsArea } from '@sw/contract/reports/reports';
import { signals as signalsArea } from '@sw/contract/signals/signals';
import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Accounts } from '../areas/accounts/create.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { createOperationsHandlers, type Health } from '../areas/operations/handlers.ts';
import { createPriceHandlers } from '../areas/prices/handlers.ts';
import { createReportsHandlers } from '../areas/reports/handlers.ts';
import { createSignalsHandlers } from '../areas/signals/visitors/visitor-handlers.ts';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { openApiDocument } from '../http/openapi.ts';
import type { FilingsReader } from '../market/filings/read-information.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { Source } from '../market/window/source.ts';
import type { TopSource } from '../market/window/top-source.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { Workspace } from './areas/workspace.ts';
import type { ReportedMarket } from './core/market.ts';
import type { Research } from './core/research.ts';

export interface AreaParts {
	config: Config;
	market: ReportedMarket;
	calendar: Calendar;
	filings: FilingsReader;
	accounts: Accounts;
	readiness: Readiness;
	source: Source;
	/** The current parameter set. */
	currentParameters: () => ParameterSet;
	tops: TopSource;
	workspace: Workspace;
	research: Pick<Research, 'area' | 'getTrackRecord'>;
	slotsOn: SlotsOn;
	/** Whether the market is waiting for its first import. */
	isMarketEmpty: () => boolean;
	/** Current problems while reports can still be read. */
	degraded: () => Health['degraded'];
	behind: () => Health['behind'];
	/** Records that a user is viewing a page. */
	recordView: () => void;
	/** Whether the settings mark the product as not launched yet. */
	prelaunch: () => Promise<boolean>;
}

/** Binds every API area to its handlers, each with only the dependencies it needs. */
export function composeAreas({
	config,
	market,
	calendar,
	accounts,
	readiness,
	source,
	currentParameters,
	tops,
	workspace,
	research,
	slotsOn,
	isMarketEmpty,
	degraded,
	behind,
	recordView,
	prelaunch,
	filings,
}: AreaParts): Implementation[] {
	const { reports, directory, prices, now } = market;
	return [
		accounts.area,
		...workspace.areas,
		research.area,
		implement(
			signalsArea,
			createSignalsHandlers(
				{ reports, directory, prices, source, parameters: currentParameters(), filings },
				accounts.hooks.visitorAllowance,
				research.getTrackRecord,
				workspace.findFilter,
			),
		),
		implement(publicPrices, createPriceHandlers({ directory, prices, tops, source, now, reports, parameters: currentParameters() })),
		implement(reportsArea, createReportsHandlers({ reports, calendar, now, slotsOn })),
		implement(
			operationsArea,
			createOperationsHandlers({
				progress: () => readiness.getProgress(),
				versions: () => ({
					product: PRODUCT_VERSION,
					engine: ENGINE_VERSION,
					parameters: String(currentParameters().version),
					node: process.versions.node,
				}),
				source,
				reports,
				openApi: openApiDocument,
				isDataLoaded: () => isMarketEmpty() || (reports.newest() !== undefined && prices.dataEnd() !== null),
				degraded,
				behind,
				now,
				speed: market.speed,
				recordView,
				secret: {
					api_endpoint: config.origin,
					app_env: config.environment,
					site_key: config.captcha?.siteKey ?? null,
					site_origin: config.origin,
					captcha: config.captcha?.vendor ?? null,
					tracking: config.tracking,
				},
				prelaunch,
				signUpMode: async () => (await accounts.context.signUpRules()).mode,
				hasAdministrator: rememberTrue(async () => (await accounts.context.records.activeAdmins()).length > 0),
			}),
		),
	];
}

/** Caches a true answer forever: the last administrator can't be removed, so the answer never becomes false again. */
function rememberTrue(check: () => Promise<boolean>): () => Promise<boolean> {
	let isTrue = false;
	return async () => {
		isTrue ||= await check();
		return isTrue;
	};
}
