import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { FilingsAt } from '../../market/filings/read-information.ts';
import type { Directory } from '../../market/window/directory.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Source } from '../../market/window/source.ts';
import type { HotReports } from '../../reports/hot-reports.ts';

/** Data of all lists, in memory. */
export interface SignalsParts {
	readonly reports: HotReports;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly source: Source;
	readonly parameters: ParameterSet;
	/** Default: none. */
	readonly filings?: FilingsAt;
}
