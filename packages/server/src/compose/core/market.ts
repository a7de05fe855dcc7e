import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { UtcMs } from '@sw/domain/time/units';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { createMarket, type Market } from '../../market/life/market.ts';
import type { MarketConfig } from '../../market/life/market-context.ts';
import { createStoredCheck, type StoredCheck } from '../../market/stored/stored-check.ts';
import { tickerTypeIndex } from '../../reports/breadth/breadth-book.ts';
import type { DelayedCloses } from '../../reports/delayed-closes.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { createPublish, createSetNumberLookup } from '../../reports/publish.ts';
import { createVerifiedReader, openShownReports, type ShownReports } from '../../reports/shown-reports.ts';
import { type ForecastReports, followWithForecasts } from '../../research/forecast/forecast-reports.ts';

export interface MarketWiring extends Omit<MarketConfig, 'reports' | 'follow' | 'slotsOn'> {
	closes: DelayedCloses;
	/** Omit to publish no forecast reports. */
	forecasts?: ForecastReports | undefined;
}

/** The market and its reports. */
export interface ReportedMarket extends Market, Pick<ShownReports, 'updateLicences'> {
	readonly reports: HotReports;
	/** Compares the stored market data with what was recorded when it was written. */
	readonly stored: StoredCheck;
}

export async function openMarket({ forecasts, closes, ...config }: MarketWiring): Promise<ReportedMarket> {
	const { stores, provider, calendar, parameters, onError } = config;
	const { db } = stores.records;
	const assignNumber = createSetNumberLookup(db);
	// Fail at the start, not at the first report, if the parameter set cannot be numbered.
	await assignNumber(parameters());
	const shownReports = openShownReports(
		stores,
		closes,
		config.leading && createVerifiedReader(stores, (ms) => new Promise((done) => config.wall.after(ms, done))),
	);
	const storedCheck = createStoredCheck(stores);
	const publish = createPublish({
		stores,
		guard: storedCheck.assertUnchanged,
		provider: provider.name,
		engine: ENGINE_VERSION,
		getNumberedSet: assignNumber,
		shownReports,
		typeIndexOf: (id) => tickerTypeIndex(market.directory.byId(id)),
	});
	const readReportTimes = (from: UtcMs, to: UtcMs) => reportTimes(db, from, to, 'reverse');
	const market: Market = await createMarket({
		...config,
		slotsOn: closes.slotsOn,
		reports: {
			publish,
			showStored: shownReports.addStored,
			showNew: shownReports.addNew,
			hasReports: () => shownReports.hot.newest() !== undefined,
		},
		follow: forecasts && followWithForecasts({ forecasts, calendar, readReportTimes, publish, onError }),
	});
	return { ...market, reports: shownReports.hot, stored: storedCheck, updateLicences: shownReports.updateLicences };
}
