import { type BarBlock, createOptionBlock, type DailyBlock, type MentionBlock, type OptionBlock } from '@sw/domain/prices/blocks';
import { preferredTickerId } from '@sw/domain/prices/symbol';
import type { Dividend, Split } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, HOUR, SECOND, type TickerId } from '@sw/domain/time/units';
import { dateOfDay, newYorkDate } from '@sw/domain/time/zone';
import { insertBars, insertDaily, queryBars, queryDailyBars } from '@sw/store/clickhouse/bars';
import type { Series } from '@sw/store/clickhouse/engine/series';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import { insertOptions } from '@sw/store/clickhouse/options';
import type { Stores } from '@sw/store/open';
import { ensureTickers } from '@sw/store/postgres/records/tickers/tickers';
import type { Company, SymbolBlock } from '../../intake/files/fold/symbol-block.ts';
import { concatBlocks, concatMentions } from '../stored/block-rows.ts';
import type { BarSteps, ImportConflicts, RowsOfKind } from './import-conflicts.ts';

/** Changes made by the import of a file, collected while its rows are stored. */
export interface Changes {
	/** Number of new rows, and of rows that replaced other values. */
	added: number;
	corrected: number;
	/** Dates whose reports must be built: all slots, or only the close if just daily bars changed. */
	dates: Set<ExchangeDate>;
	closeDates: Set<ExchangeDate>;
	/** Dates whose existing reports must be rebuilt because of mentions, options, splits or dividends. */
	affectedDates: Set<ExchangeDate>;
	splits: Split[];
	dividends: Dividend[];
	/** End of the last bar, and of the last hour of mentions, in UTC ms. */
	until: number;
	mentionsUntil: number;
	/** Companies from lists, by symbol; they don't create tickers. */
	companies: Map<string, Company>;
	/** Number of days of open interest, which is read but not stored. */
	optionDays: number;
}

export function createChanges(): Changes {
	return {
		added: 0,
		corrected: 0,
		dates: new Set(),
		closeDates: new Set(),
		affectedDates: new Set(),
		splits: [],
		dividends: [],
		until: 0,
		mentionsUntil: 0,
		companies: new Map(),
		optionDays: 0,
	};
}

/** Collects the rows of a file and writes them under its batch, many symbols at a time. */
export interface ImportRows {
	add(block: SymbolBlock): Promise<void>;
	/** Writes the collected rows. */
	flush(): Promise<void>;
}

/** Number of collected rows or symbols that triggers a flush: few large parts in the store, and bounded memory. */
const FLUSH_ROWS = 200_000;
const FLUSH_SYMBOLS = 5_000;
/** Calendar days whose scores a split or dividend can change: at least LOOKBACK_SESSIONS. */
const REACH_DAYS = 300;

/** Target of an import. */
export interface ImportTarget {
	readonly stores: Stores;
	readonly calendar: Calendar;
}

export function createImportRows(
	{ stores, calendar }: ImportTarget,
	provider: string,
	batch: number,
	changes: Changes,
	conflicts: ImportConflicts,
): ImportRows {
	const ids = new Map<string, TickerId>();
	let pendingBlocks: SymbolBlock[] = [];
	let rowCount = 0;

	const ensureIds = async (symbols: readonly string[]): Promise<void> => {
		const newSymbols = [...new Set(symbols.filter((symbol) => !ids.has(symbol)))];
		if (newSymbols.length === 0) return;
		const newTickers = newSymbols.map((symbol) => ({
			symbol,
			name: symbol,
			type: 'stocks' as const,
			industry: null,
			shares: null,
			listed: null,
			delisted: null,
		}));
		for (const [symbol, id] of await ensureTickers(stores.records.db, provider, newTickers, preferredTickerId)) ids.set(symbol, id);
	};
	const mergeWithIds = <B extends { count: number; tickerId: Uint32Array }>(
		blocks: readonly SymbolBlock[],
		pick: (block: SymbolBlock) => B | null | undefined,
	): B | undefined => {
		const rowsToMerge: B[] = [];
		for (const block of blocks) {
			const rowsOfKind = pick(block);
			if (!rowsOfKind || rowsOfKind.count === 0) continue;
			rowsOfKind.tickerId.fill(ids.get(block.symbol) as TickerId, 0, rowsOfKind.count);
			rowsToMerge.push(rowsOfKind);
		}
		return concatBlocks(rowsToMerge);
	};
	const mergeMentions = (blocks: readonly SymbolBlock[]): MentionBlock | undefined =>
		concatMentions(
			blocks.flatMap(({ symbol, mentions }) => {
				if (!mentions || mentions.count === 0) return [];
				const tickerId = ids.get(symbol) as TickerId;
				mentions.tickerId.fill(tickerId, 0, mentions.count);
				return [{ ...mentions, spans: mentions.spans.map((span) => ({ ...span, tickerId })) }];
			}),
		);
	const flush = async (): Promise<void> => {
		const blocks = pendingBlocks;
		pendingBlocks = [];
		rowCount = 0;
		if (blocks.length === 0) return;
		await ensureIds(blocks.map((block) => block.symbol));
		const bars = mergeWithIds(blocks, (block) => block.bars);
		const daily = mergeWithIds(blocks, (block) => block.daily);
		const options = mergeWithIds(blocks, (block) => block.options);
		const eveningSums = mergeWithIds(blocks, (block) => toEveningOptions(block, calendar));
		const mentions = mergeMentions(blocks);
		const steps = new Map(blocks.flatMap(({ symbol, step }) => (step === undefined ? [] : [[ids.get(symbol) as TickerId, step] as const])));
		if (bars) await storeBars(stores, { bars, steps }, batch, changes, conflicts);
		if (daily) await storeDaily({ stores, calendar }, daily, batch, changes, conflicts);
		if (options) await storeOptions(stores, options, batch, changes);
		if (eveningSums) await storeOptions(stores, eveningSums, batch, changes);
		if (mentions) await storeMentions(stores, mentions, batch, changes);
		for (const block of blocks) addActions(block, ids.get(block.symbol) as TickerId, changes);
	};
	return {
		async add(block) {
			if (block.company) {
				changes.companies.set(block.symbol, block.company);
				return;
			}
			pendingBlocks.push(block);
			rowCount += countRows(block);
			if (rowCount >= FLUSH_ROWS || pendingBlocks.length >= FLUSH_SYMBOLS) await flush();
		},
		flush,
	};
}

function countRows({ bars, daily, options, mentions }: SymbolBlock): number {
	return [bars, daily, options, mentions].reduce((sum, block) => sum + (block?.count ?? 0), 0);
}

async function storeBars(
	{ series }: Stores,
	{ bars, steps }: { bars: BarBlock; steps: BarSteps },
	batch: number,
	changes: Changes,
	conflicts: ImportConflicts,
): Promise<void> {
	countChanges(changes, await conflicts.filterChanges(createBarRows(series), bars, steps));
	let lastHour = -1;
	for (let i = 0; i < bars.count; i++) {
		const ms = bars.time[i]! * SECOND;
		changes.until = Math.max(changes.until, ms + SLOT_MS);
		// Rows of an hour are consecutive, so the date is computed once per hour.
		const hour = Math.floor(ms / HOUR);
		if (hour !== lastHour) changes.dates.add(newYorkDate(ms));
		lastHour = hour;
	}
	if (bars.count > 0) await insertBars(series, bars, batch);
}

function createBarRows(series: Series): RowsOfKind<BarBlock> {
	return {
		kind: 'bars',
		timeOf: (block) => block.time,
		dateOf: (time) => newYorkDate(time * SECOND),
		loadStored: (ids, from, to, batches) => queryBars(series, ids, from, to + 1, batches),
	};
}

function countChanges(changes: Changes, { added, corrected }: { added: number; corrected: number }): void {
	changes.added += added;
	changes.corrected += corrected;
}

async function storeDaily(
	{ stores: { series }, calendar }: ImportTarget,
	daily: DailyBlock,
	batch: number,
	changes: Changes,
	conflicts: ImportConflicts,
): Promise<void> {
	countChanges(changes, await conflicts.filterChanges(createDailyRows(series), daily, new Map()));
	for (const day of new Set(daily.day.subarray(0, daily.count))) {
		const session = calendar.sessionOn(dateOfDay(day));
		if (!session) continue;
		changes.closeDates.add(session.date);
		changes.until = Math.max(changes.until, session.close);
	}
	if (daily.count > 0) await insertDaily(series, daily, batch);
}

function createDailyRows(series: Series): RowsOfKind<DailyBlock> {
	return {
		kind: 'days',
		timeOf: (block) => block.day,
		dateOf: dateOfDay,
		loadStored: (ids, from, to, batches) => queryDailyBars(series, ids, from, to, batches),
	};
}

async function storeOptions({ series }: Stores, options: OptionBlock, batch: number, changes: Changes): Promise<void> {
	changes.added += options.count;
	for (let i = 0; i < options.count; i++) changes.affectedDates.add(newYorkDate(options.time[i]! * SECOND));
	await insertOptions(series, options, batch);
}

async function storeMentions({ series }: Stores, mentions: MentionBlock, batch: number, changes: Changes): Promise<void> {
	changes.added += mentions.count;
	for (let i = 0; i < mentions.count; i++) {
		const ms = mentions.time[i]! * SECOND;
		changes.affectedDates.add(newYorkDate(ms));
		changes.mentionsUntil = Math.max(changes.mentionsUntil, ms + HOUR);
	}
	await insertMentions(series, mentions, batch);
}

function addActions({ splits = [], dividends = [], optionDays = [] }: SymbolBlock, tickerId: TickerId, changes: Changes): void {
	changes.optionDays += optionDays.filter(({ measure }) => measure === 'open_interest').length;
	changes.splits.push(...splits.map((split) => ({ ...split, tickerId })));
	changes.dividends.push(...dividends.map((dividend) => ({ ...dividend, tickerId })));
	for (const date of [...splits.map((split) => split.date), ...dividends.map((dividend) => dividend.exDate)]) {
		const firstDay = Date.parse(date) / (24 * HOUR);
		for (let day = firstDay; day <= firstDay + REACH_DAYS; day++) changes.affectedDates.add(dateOfDay(day));
	}
}

/**
 * Converts daily option totals of days without slot data to rows one slot before the next session's open, because the totals are unknown earlier. From then on
 * they count in 1d bars. Undefined if every day has slot data.
 */
export function toEveningOptions({ options, optionDays = [] }: SymbolBlock, calendar: Calendar): OptionBlock | undefined {
	const datesWithSlots = new Set(Array.from(options?.time.subarray(0, options.count) ?? [], (time) => newYorkDate(time * SECOND)));
	const days = optionDays.filter(({ measure, date }) => measure === 'volume' && !datesWithSlots.has(date) && calendar.sessionOn(date));
	const block = createOptionBlock(days.length);
	for (const { date, calls, puts } of days) {
		const nextSession = calendar.nextSession(date);
		if (!nextSession) continue;
		const at = block.count++;
		block.time[at] = (nextSession.open - SLOT_MS) / SECOND;
		block.calls[at] = calls.total;
		block.puts[at] = puts.total;
	}
	return block.count > 0 ? block : undefined;
}
