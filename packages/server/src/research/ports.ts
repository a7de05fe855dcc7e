/** What research needs from the stores; compose provides it. */

import type { Industries } from '@sw/domain/filters/industries';
import type { WalkMatrix } from '@sw/domain/research/walk/forward-walk';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as filters from '@sw/store/postgres/records/filters/filters';
import type * as parameterSets from '@sw/store/postgres/records/reports/parameter-sets';
import type * as calibrations from '@sw/store/postgres/records/research/calibrations';
import type * as decisions from '@sw/store/postgres/records/research/decisions';
import type * as params from '@sw/store/postgres/records/research/params';
import type * as tasks from '@sw/store/postgres/records/research/tasks';
import type * as variants from '@sw/store/postgres/records/research/variants';
import type * as settings from '@sw/store/postgres/records/settings';
import type { Provider } from '../intake/provider.ts';
import type { CorporateActions } from '../market/engine/corporate-actions.ts';
import type { Universe } from '../market/engine/universe.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { PastReports } from '../reports/past-reports.ts';

/** Stored prices as traded, unadjusted, and the adjustments for splits and dividends. */
export interface PastPrices {
	/** Reads the regular bars of ascending sessions, one session at a time. The matrix is reused after `onSession` has finished. */
	readSessions(
		sessions: readonly Session[],
		tickerIds: Uint32Array,
		onSession: (session: Session, matrix: WalkMatrix) => void | Promise<void>,
	): Promise<void>;
	/** Returns the ascending dates up to `until` on which any ticker has a bar. */
	listTradedDates(until: UtcMs): Promise<readonly ExchangeDate[]>;
	loadCorporateActions(universe: Universe): Promise<Pick<CorporateActions, 'adjustmentsOn'>>;
}

/** Parameters: administrators' changes, and the sets that reports refer to. */
export type ParameterRecords = Queries<typeof params & Pick<typeof parameterSets, 'parameterSet' | 'parameterSets'>>;

export interface ResearchStore {
	/** Searches and their results. */
	readonly searches: Queries<typeof tasks>;
	/** The trials of accounts (filter, ticker, dates and horizon), even of deleted filters: the number of trials determines the luck line. */
	readonly variants: Queries<typeof variants>;
	/** Saved filters, for measuring their records. */
	readonly filters: Queries<Pick<typeof filters, 'filterOf' | 'filtersOf'>>;
	readonly decisions: Queries<typeof decisions>;
	readonly reports: PastReports;
	readonly prices: PastPrices;
	readonly parameters: ParameterRecords;
	/** Measured forecast widths. */
	readonly calibrations: Queries<typeof calibrations>;
	/** Stored values by name, such as measurements shown to all readers. */
	readonly values: Queries<Pick<typeof settings, 'setting' | 'changeSetting'>>;
}

/** Dependencies of all research code. Compose provides them; nothing here opens stores or asks a provider for bars. */
export interface ResearchParts {
	readonly store: ResearchStore;
	/** Used only for its tickers. */
	readonly provider: Provider;
	readonly calendar: Calendar;
	/** Tickers by present industry. */
	readonly industries: () => Industries;
	readonly slotsOn: SlotsOn;
	/** The current parameter set. */
	readonly parameters: () => ParameterSet;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Version of the bars, splits and symbols that this process has loaded; changes with every import and correction. */
	readonly barsVersion: () => number;
	/** The wall clock, for records that users create. */
	readonly wallNow: () => UtcMs;
}
