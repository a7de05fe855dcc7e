import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import type { UtcMs } from '@sw/domain/time/units';
import { ensureParameterSet } from '@sw/store/postgres/records/parameter-sets';
import { reportTimes } from '@sw/store/postgres/records/reports';
import { createMarket, type Market } from '../market/life/market.ts';
import type { MarketConfig } from '../market/life/upkeep.ts';
import { parametersHash } from '../reports/content-hash.ts';
import type { HotReports } from '../reports/hot-reports.ts';
import { createPublish } from '../reports/publish.ts';
import { openShownReports, type ShownReports } from '../reports/shown-reports.ts';
import type { ForecastReports } from '../research/forecast/forecast-reports.ts';
import { followWithForecasts } from '../research/forecast/publish-forecasts.ts';

export interface MarketWiring extends Omit<MarketConfig, 'reports' | 'follow'> {
	/** Without it no forecast reports are published. */
	forecasts?: ForecastReports | undefined;
}

/** The market and the reports that are made of it. */
export interface ReportedMarket extends Market, Pick<ShownReports, 'timetableChanged'> {
	readonly reports: HotReports;
}

export const openMarket = async ({ forecasts, ...config }: MarketWiring): Promise<ReportedMarket> => {
	const { stores, provider, calendar, slotsOn, parameters, onTrouble } = config;
	const { db } = stores.records;
	const rules = {
		engine: ENGINE_VERSION,
		parameters: await ensureParameterSet(db, parameters),
		parametersHash: parametersHash(parameters),
	};
	const shown = openShownReports(stores, slotsOn);
	const publish = createPublish({ stores, provider: provider.name, rules, shown });
	const reported = (from: UtcMs, to: UtcMs) => reportTimes(db, from, to, 'reverse');
	const market = await createMarket({
		...config,
		reports: { publish, showStored: shown.addStored, any: () => shown.hot.newest() !== undefined },
		follow: forecasts && followWithForecasts({ forecasts, calendar, reported, publish, onTrouble }),
	});
	return { ...market, reports: shown.hot, timetableChanged: shown.timetableChanged };
};
