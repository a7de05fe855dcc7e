import type { Industries } from '@sw/domain/filters/industries';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { Provider } from '../intake/provider.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { ResearchStore } from './ports.ts';

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
