import type { FilingBook } from '@sw/domain/filings/filing-book';
import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { Split } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import type { HotReports } from '../../reports/hot-reports.ts';
import type { PriceParts } from './top-tables.ts';

/** Reads one ticker's series in [from, to), sorted by time. */
export interface ChartStore {
	bars(id: TickerId, from: UtcMs, to: UtcMs): Promise<BarBlock>;
	options(id: TickerId, from: UtcMs, to: UtcMs): Promise<OptionBlock>;
	/** Vendors' daily bars. */
	daily(id: TickerId, from: UtcMs, to: UtcMs): Promise<DailyBlock>;
	mentions(id: TickerId, from: UtcMs, to: UtcMs): Promise<MentionBlock>;
	/** Packed words of the ticker in the newest version of every report, ascending by time (UTC seconds). */
	words(id: TickerId, span: { from: UtcMs; to: UtcMs; algo: Algo }): Promise<Pick<TickerHistory, 'count' | 'time' | 'words'>>;
	splits(id: TickerId): Promise<readonly Split[]>;
}

export interface PriceReadParts extends PriceParts {
	readonly calendar: Calendar;
	readonly reports: HotReports;
	/** The current parameter set. */
	readonly currentParameters: () => ParameterSet;
	readonly store: ChartStore;
	/** Public filings. Default: none. */
	readonly book?: Pick<FilingBook, 'informationInputs' | 'issuerOf'> | undefined;
	/** Increases when mentions are added. */
	readonly mentionsVersion: () => number;
}
