import type { Ticker } from '@sw/domain/market/ticker';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { tickersOf } from '@sw/store/postgres/records/tickers';
import type { Provider } from '../intake/provider.ts';
import { createUniverse, type Universe } from '../market/engine/universe.ts';
import { factsOf, knownReports, placeOf, showStored } from '../market/slots/bring-up-to-date.ts';
import type { PipelineParts } from '../market/slots/parts.ts';
import type { SlotsOn } from '../market/slots/slot-times.ts';
import { createDirectory, type Directory } from '../market/window/directory.ts';
import { createPriceWindow, type PriceWindow } from '../market/window/price-window.ts';
import { switchable } from '../platform/switchable.ts';
import { createHotReports, type HotReports } from '../reports/hot-reports.ts';
import { publishReports, type ReportVersions } from '../reports/publish.ts';

/** Tables of reports kept in memory: four sessions of quarter-hours. */
const KEPT_REPORTS = 104;

/** What is made anew when an import brings tickers, or when a market starts over: a window takes sessions in order only. */
export interface MarketRows {
	readonly universe: Universe;
	readonly directory: Directory;
	readonly prices: PriceWindow;
}

/** What requests read of a market. Rows that are being filled are shown when they are whole: half-filled they would state the changes of days long past. */
export interface MarketView {
	readonly reports: HotReports;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	/** The rows to fill, shown or not. */
	rows(): MarketRows;
	/** Begins new rows with the tickers of that time. */
	renew(asOf: UtcMs): Promise<void>;
	show(): void;
	/** Lets the stored reports be read; their times. */
	showReports(): Promise<ReadonlySet<UtcMs>>;
	publish: PipelineParts['publish'];
	/** The timetable of these dates has changed: reports say what they need by it. */
	timetableChanged(from: ExchangeDate, to: ExchangeDate): void;
}

const rowsOf = (tickers: readonly Ticker[]): MarketRows => {
	const universe = createUniverse(tickers);
	return { universe, directory: createDirectory(tickers, universe.shares), prices: createPriceWindow(tickers.length) };
};

export const openMarketView = async (
	{ stores, provider, slotsOn, versions }: { stores: Stores; provider: Provider; slotsOn: SlotsOn; versions: ReportVersions },
	asOf: UtcMs,
): Promise<MarketView> => {
	// The tickers as last saved are enough to show stored reports; a provider may take a moment to name them anew.
	const saved = await tickersOf(stores.records.db, provider.name);
	let rows = rowsOf(saved.length > 0 ? saved : await provider.universe(asOf));
	const directory = switchable(rows.directory);
	const prices = switchable(createPriceWindow(rows.universe.ids.length));
	const known = knownReports(stores);
	const reports = createHotReports({ capacity: KEPT_REPORTS, load: known.load });
	return {
		reports,
		directory: directory.view,
		prices: prices.view,
		rows: () => rows,
		renew: async (at) => {
			rows = rowsOf(await provider.universe(at));
		},
		show: () => {
			directory.switchTo(rows.directory);
			prices.switchTo(rows.prices);
		},
		showReports: async () => {
			const existing = await showStored(stores, reports, known.learn, slotsOn);
			const newest = reports.newest();
			if (newest) await reports.table(newest);
			return existing;
		},
		publish: async (built) => {
			const records = await publishReports(stores, provider.name, versions, built);
			records.forEach((record, i) => {
				known.learn(record);
				reports.add(factsOf(record, slotsOn), built[i]?.table);
			});
			return records;
		},
		timetableChanged: (from, to) => {
			for (const facts of reports.between(newYorkToUtc(from, 0, 0), newYorkToUtc(to, 24, 0)))
				reports.add({ ...facts, ...placeOf(facts.time, slotsOn) });
		},
	};
};
