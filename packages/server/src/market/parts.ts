import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { Provider } from '../intake/provider.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { CorporateActions } from './engine/corporate-actions.ts';
import type { BuiltTable } from './engine/market-engine.ts';
import type { Universe } from './engine/universe.ts';
import type { StoredFilings } from './filings/stored-filings.ts';
import type { BarsWriter } from './stored/bars-writer.ts';
import type { SlotsOn } from './timetable/slot-times.ts';
import type { AttentionWindow } from './window/attention-window.ts';
import type { PriceWindow } from './window/price-window.ts';

/** Dependencies of the market's work: its stores and provider, the rows that it fills, and where it publishes reports. */
export interface MarketParts {
	stores: Stores;
	provider: Provider;
	universe: Universe;
	calendar: Calendar;
	slotsOn: SlotsOn;
	actions: CorporateActions;
	writer: BarsWriter;
	readiness: Readiness;
	/** Prices that requests read from memory; filled in order of time. */
	window: PriceWindow;
	/** Mentions that requests read from memory; filled in order of time. */
	attention: AttentionWindow;
	/** Public filings, stored and in memory. */
	filings: StoredFilings;
	/** Publishes reports in the given order and shows the newest. */
	publish(tables: readonly BuiltTable[]): Promise<ReportRecord[]>;
	/** Lets requests run between two sessions of a long replay; rejects once the product is closing. */
	yieldToEventLoop(): Promise<void>;
}
