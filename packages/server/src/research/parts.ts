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
	/** The clock on the wall, for what people create. */
	readonly wallNow: () => UtcMs;
}
