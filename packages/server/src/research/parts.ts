import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { Provider } from '../intake/provider.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { ResearchStore } from './ports.ts';

/** What every piece of research works on. Compose hands it in; nothing here opens stores or asks a provider for bars. */
export interface ResearchParts {
	readonly store: ResearchStore;
	/** Only asked for its tickers. */
	readonly provider: Provider;
	readonly calendar: Calendar;
	/** The timetable. */
	readonly slotsOn: SlotsOn;
	/** In force. */
	readonly parameters: () => ParameterSet;
	/** The market clock. */
	readonly now: () => UtcMs;
	/** Names the stored bars, splits and symbols as this process has taken them up: another number after every import and correction. */
	readonly barsVersion: () => number;
	/** The clock on the wall, for what people create. */
	readonly wallNow: () => UtcMs;
}
