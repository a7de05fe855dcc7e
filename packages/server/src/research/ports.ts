/** What research needs from storage; compose provides it. */

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

/** Stored prices as printed, and their adjustments for splits and dividends. */
export interface PastPrices {
	/** Regular bars of sessions (ascending), one session at a time. A matrix is reused once `onSession` has finished. */
	walk(
		sessions: readonly Session[],
		tickerIds: Uint32Array,
		onSession: (session: Session, matrix: WalkMatrix) => void | Promise<void>,
	): Promise<void>;
	/** The dates with a bar of any ticker, until a time, ascending. */
	tradedDates(until: UtcMs): Promise<readonly ExchangeDate[]>;
	corporateActions(universe: Universe): Promise<Pick<CorporateActions, 'adjustmentsOn'>>;
}

/** Parameters: administrators' changes, and the sets that reports name. */
export type ParameterRecords = Queries<typeof params & Pick<typeof parameterSets, 'parameterSet' | 'parameterSets'>>;

export interface ResearchStore {
	/** Searches and their results. */
	readonly searches: Queries<typeof tasks>;
	/** The trials of accounts (filter, ticker, dates and horizon), those of deleted filters included: what their luck is counted by. */
	readonly variants: Queries<typeof variants>;
	/** Saved filters, as far as their record needs them. */
	readonly filters: Queries<Pick<typeof filters, 'filterOf' | 'filtersOf'>>;
	/** What accounts decided about tickers. */
	readonly decisions: Queries<typeof decisions>;
	readonly reports: PastReports;
	readonly prices: PastPrices;
	readonly parameters: ParameterRecords;
	/** Measured forecast widths. */
	readonly calibrations: Queries<typeof calibrations>;
	/** Values by name: what was measured for all readers. */
	readonly values: Queries<Pick<typeof settings, 'setting' | 'changeSetting'>>;
}

/** What all research code works on. Compose provides it; nothing here opens stores or asks a provider for bars. */
export interface ResearchParts {
	readonly store: ResearchStore;
	/** Used only for its tickers. */
	readonly provider: Provider;
	readonly calendar: Calendar;
	/** The tickers by their present industry. */
	readonly industries: () => Industries;
	/** The timetable. */
	readonly slotsOn: SlotsOn;
	/** The set in force. */
	readonly parameters: () => ParameterSet;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Version of the bars, splits and symbols loaded by this process: changes with every import and correction. */
	readonly barsVersion: () => number;
	/** The wall clock, for what people create. */
	readonly wallNow: () => UtcMs;
}
