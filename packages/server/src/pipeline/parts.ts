import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { ReportRecord } from '@sw/store/postgres/records/reports';
import type { Provider } from '../providers/provider.ts';
import type { Readiness } from '../readiness.ts';
import type { PriceWindow } from '../window/price-window.ts';
import type { BarsWriter } from './bars-writer.ts';
import type { CorporateActions } from './corporate-actions.ts';
import type { BuiltTable } from './report-writer.ts';
import type { SlotsOn } from './slot-times.ts';
import type { Universe } from './universe.ts';

export interface PipelineParts {
	stores: Stores;
	provider: Provider;
	universe: Universe;
	calendar: Calendar;
	/** The timetable. */
	slotsOn: SlotsOn;
	actions: CorporateActions;
	writer: BarsWriter;
	readiness: Readiness;
	/** What of the market requests read from memory; fed in order of time. */
	window: PriceWindow;
	/** Publishes in the order given and shows the newest. */
	publish(built: readonly BuiltTable[]): Promise<ReportRecord[]>;
	/** Lets requests run between two sessions of a long walk; rejects once the product is closing. */
	breathe(): Promise<void>;
}
