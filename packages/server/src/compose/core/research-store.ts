import { dateOfDay } from '@sw/domain/time/zone';
import { readSessionPrices } from '@sw/store/clickhouse/session-prices';
import { queryTradedDays } from '@sw/store/clickhouse/traded-slots';
import type { Stores } from '@sw/store/open';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import { filterOf, filtersOf } from '@sw/store/postgres/records/filters/filters';
import { parameterSet, parameterSets } from '@sw/store/postgres/records/reports/parameter-sets';
import * as calibrations from '@sw/store/postgres/records/research/calibrations';
import * as decisions from '@sw/store/postgres/records/research/decisions';
import * as params from '@sw/store/postgres/records/research/params';
import * as tasks from '@sw/store/postgres/records/research/tasks';
import * as variants from '@sw/store/postgres/records/research/variants';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { Provider } from '../../intake/provider.ts';
import { createCorporateActions } from '../../market/engine/corporate-actions.ts';
import { createPastReports } from '../../reports/past-reports.ts';
import type { RecomputeParts } from '../../reports/recompute/recompute.ts';
import type { VerifyParts } from '../../reports/recompute/verify-report.ts';
import { rebuildForecasts } from '../../research/forecast/forecast-reports.ts';
import type { ResearchStore } from '../../research/ports.ts';

/** Binds research to the stores. Only the provider's name is used: splits and dividends are stored under it. */
export function createResearchStore(stores: Stores, provider: Provider): ResearchStore {
	const { records, series } = stores;
	const { db } = records;
	return {
		searches: bindQueries(tasks, db),
		variants: bindQueries(variants, db),
		filters: bindQueries({ filterOf, filtersOf }, db),
		decisions: bindQueries(decisions, db),
		reports: createPastReports(stores),
		prices: {
			readSessions: async (sessions, tickerIds, onSession) =>
				readSessionPrices(series, sessions, tickerIds, await visibleBatches(db), onSession),
			listTradedDates: async (until) => {
				const days = await queryTradedDays(series, 0, until, await visibleBatches(db));
				return [...days.keys()].sort((a, b) => a - b).map(dateOfDay);
			},
			loadCorporateActions: (universe) => createCorporateActions(stores, provider, universe),
		},
		parameters: bindQueries({ ...params, parameterSet, parameterSets }, db),
		calibrations: bindQueries(calibrations, db),
		values: bindQueries({ setting, changeSetting }, db),
	};
}

/** Dependencies for verifying a report. Injected here, because the reports module must not import research, which rebuilds forecasts. */
export function createVerifyParts(parts: RecomputeParts): VerifyParts {
	const { stores, provider, calendar } = parts;
	const forecasts = { store: createResearchStore(stores, provider), provider, calendar };
	return { ...parts, rebuildForecasts: (record) => rebuildForecasts(forecasts, record) };
}
