import { type InformationLookBack, type InformationState, rowInformation } from '../filings/information.ts';
import { type CapGroup, capGroup, displayedCap } from '../prices/buckets.ts';
import { type Cells, withSqueeze } from '../signals/cells.ts';
import { depthIn } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { SECTORS, type SectorIndex, type SectorKey, SQUEEZE, type Tab } from '../signals/sector.ts';
import { isoSeconds } from '../time/format.ts';
import { type Strategy, TIMEFRAMES, type TimeframeIndex } from '../time/timeframe.ts';
import type { Algo } from './licence.ts';
import { sectorZ } from './list/rate.ts';

type SectorShape = (typeof SECTORS)[number];

/** One slice of a wheel. */
export interface SectorCard {
	key: SectorKey;
	sector: SectorShape['sector'];
	operation: SectorShape['operation'];
	/** Depths in the order of `visibleTimeframes`; null if not measurable. */
	intersections: (number | null)[];
	/** Set if the slice shows squeeze in place of price. */
	measure?: 'squeeze';
}

/** One ticker of a list: the data that depends on the report alone. */
export interface TickerCard {
	ticker: string;
	ticker_id: number;
	marketcap: CapGroup;
	/** Dollars; null when unknown. */
	capitalization: number | null;
	/** Last traded close as printed, dollars. */
	price: number;
	/** The rate. */
	weighted_sum: number;
	/** The report's time. */
	date: string;
	algo: Algo;
	information: InformationCard;
	sectors: SectorCard[];
}

/** Public information on a ticker within the look-back of the list's strategy. */
export interface InformationCard {
	state: InformationState;
	look_back: InformationLookBack;
	/** The newest filing; null unless the state is 'yes'. */
	filing: { form: string; items: string[]; accepted_at: string } | null;
}

/** Returns the rated timeframes, then the higher ones: the order of every `intersections`. */
export function visibleTimeframes({ rated, higher }: Strategy): TimeframeIndex[] {
	return [...rated, ...higher];
}

export function timeframeNames(timeframes: readonly TimeframeIndex[]) {
	return timeframes.map((timeframe) => TIMEFRAMES[timeframe].name);
}

/** Returns the depths of a row's six sectors on the given timeframes. In coiled_spring, both price sectors contain squeeze. */
export function rowDepths(table: ReportTable, row: number, timeframes: readonly TimeframeIndex[], tab: Tab): Cells {
	const readDepths = (sector: SectorIndex) => timeframes.map((timeframe) => depthIn(table.words[timeframe][row]!, sector));
	const cells = mapSectors((_, index) => readDepths(index));
	return tab === 'coiled_spring' ? withSqueeze(cells, readDepths(SQUEEZE)) : cells;
}

function mapSectors(read: (key: SectorKey, index: SectorIndex) => (number | null)[]): Cells {
	return Object.fromEntries(SECTORS.map(({ key }, index) => [key, read(key, index as SectorIndex)]));
}

/** Returns the z of each cell of `rowDepths` in the sector's own direction: price_long is the negative of price_short, and so on. */
export function rowZ(table: ReportTable, row: number, timeframes: readonly TimeframeIndex[], tab: Tab): Cells {
	return mapSectors((key) =>
		timeframes.map((timeframe) => {
			const z = sectorZ(table, row, timeframe, key, tab);
			return Number.isNaN(z) ? null : z;
		}),
	);
}

/** Presents the sectors named in `keys`, in the specification's order. */
export function presentSectors(depths: Cells, keys: readonly SectorKey[], tab: Tab): SectorCard[] {
	return SECTORS.filter(({ key }) => keys.includes(key)).map(({ key, sector, operation }) => ({
		key,
		sector,
		operation,
		intersections: [...(depths[key] ?? [])],
		...(tab === 'coiled_spring' && sector === 'price' ? { measure: 'squeeze' as const } : {}),
	}));
}

/** Builds the card of a row; `visible` are the displayed sectors. */
export function presentCard(
	table: ReportTable,
	row: number,
	{ symbol, rate, tab, strategy, visible }: { symbol: string; rate: number; tab: Tab; strategy: Strategy; visible: readonly SectorKey[] },
): TickerCard {
	const cap = table.cap[row]!;
	const price = table.price[row]! / 10_000;
	return {
		ticker: symbol,
		ticker_id: table.tickerId[row]!,
		marketcap: capGroup(cap),
		capitalization: displayedCap(cap, price),
		price,
		weighted_sum: rate,
		date: isoSeconds(table.time),
		algo: table.algo,
		information: presentInformation(table, row, strategy),
		sectors: presentSectors(rowDepths(table, row, visibleTimeframes(strategy), tab), visible, tab),
	};
}

function presentInformation(table: ReportTable, row: number, strategy: Strategy): InformationCard {
	const { state, lookBack, filing } = rowInformation(table, row, strategy);
	return {
		state,
		look_back: lookBack,
		filing: filing && { form: filing.form, items: [...filing.items], accepted_at: isoSeconds(filing.acceptedAt) },
	};
}

/** A rated cell, and the values of z at which its depth changes. */
export interface CellMargin {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	/** Weight of the timeframe in the rate. */
	readonly weight: number;
	readonly depth: number;
	/** In the sector's own direction. */
	readonly z: number;
	/** z at which the cell gains a level; null at the highest depth. */
	readonly next: number | null;
	/** z below which the cell loses a level; null at depth 0. */
	readonly holds: number | null;
}

/** Returns the measured cells that count in a row's rate, the cells closest to another depth first. */
export function cellMargins(
	table: ReportTable,
	row: number,
	{ tab, strategy, sectors }: { tab: Tab; strategy: Strategy; sectors: readonly SectorKey[] },
	{ rings, slotWeights }: ParameterSet,
): CellMargin[] {
	const depths = rowDepths(table, row, strategy.rated, tab);
	const zs = rowZ(table, row, strategy.rated, tab);
	const margins = sectors.flatMap((key) =>
		strategy.rated.flatMap((timeframe, at) => {
			const depth = depths[key]?.[at] ?? null;
			const z = zs[key]?.[at] ?? null;
			if (depth === null || z === null) return [];
			const weight = slotWeights[at]!;
			return [{ key, timeframe, weight, depth, z, next: rings[depth] ?? null, holds: depth === 0 ? null : rings[depth - 1]! }];
		}),
	);
	const distance = ({ z, next, holds }: CellMargin): number =>
		Math.min(
			next === null ? Number.POSITIVE_INFINITY : Math.abs(next - z),
			holds === null ? Number.POSITIVE_INFINITY : Math.abs(z - holds),
		);
	return margins.sort((a, b) => distance(a) - distance(b) || b.weight - a.weight);
}

/** A cell whose depth differs between two reports; null: not measurable. */
interface CellChange {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	readonly from: number | null;
	readonly to: number | null;
}

/** Returns a ticker's cells that differ between two reports. `depthsBefore` and `depthsNow` are results of `rowDepths` for `timeframes`. */
export function cellChanges(depthsBefore: Cells, depthsNow: Cells, timeframes: readonly TimeframeIndex[]): CellChange[] {
	return SECTORS.flatMap(({ key }) =>
		timeframes.flatMap((timeframe, at) => {
			const from = depthsBefore[key]?.[at] ?? null;
			const to = depthsNow[key]?.[at] ?? null;
			return from === to ? [] : [{ key, timeframe, from, to }];
		}),
	);
}
