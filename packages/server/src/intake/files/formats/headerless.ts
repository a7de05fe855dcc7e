/** Tables of bars without a header line: exports of NinjaTrader and LEAN. */
import { HOUR } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { ImportError } from '../faults/import-error.ts';
import { parseMinuteTableName } from '../names/lean-names.ts';
import type { Layout, LayoutOptions } from './layout.ts';

const NINJA_ROW = /^\d{8}( \d{6})?;[\d.]+;[\d.]+;[\d.]+;[\d.]+;\d+$/;
const LEAN_ROW = /^\d{8} \d{2}:\d{2},[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+$/;
const LEAN_PRICE_DIVISOR = 10_000;

/**
 * Derives the layout from a file's first row and name; undefined if the first line must be a header. The symbol is in the file's name.
 * Throws ImportError 'unused' for LEAN's quotes and ticks.
 */
export function recogniseHeaderless(row: string, name: string, options: LayoutOptions = {}): Layout | undefined {
	const minuteTable = parseMinuteTableName(name);
	if (minuteTable && minuteTable.kind !== 'trade') throw new ImportError('unused', `It contains ${minuteTable.kind}s.`);
	if (minuteTable) return { ...createLeanLayout('lean-minute', row), midnightDay: dayNumber(minuteTable.date), interval: 1 };
	if (NINJA_ROW.test(row)) return createNinjaTraderLayout(!row.includes(' '), options);
	if (!LEAN_ROW.test(row)) return undefined;
	const isDaily = row.slice(9, 14) === '00:00';
	return { ...createLeanLayout(isDaily ? 'lean-daily' : 'lean-hour', row), interval: 'day', foldsHours: !isDaily };
}

/**
 * Creates the layout of a LEAN table. LEAN writes equities in 1/10000 dollar and New York time, and indices in points and Chicago time. The volume of an index
 * is meaningless.
 */
function createLeanLayout(format: Layout['format'], row: string): Layout {
	const isIndex = /,\d+\.\d+,/.test(row);
	const layout = createBaseLayout(',', format);
	return isIndex ? { ...layout, shiftMs: -HOUR, volume: -1, fields: 5 } : { ...layout, priceDivisor: LEAN_PRICE_DIVISOR };
}

function createBaseLayout(separator: string, format: Layout['format']): Layout {
	return {
		format,
		hasHeader: false,
		headerLines: 0,
		separator: separator.charCodeAt(0),
		time: 0,
		clock: -1,
		symbol: -1,
		open: 1,
		high: 2,
		low: 3,
		close: 4,
		volume: 5,
		fields: 6,
		columnCount: Number.POSITIVE_INFINITY,
		timeKind: 'text',
		midnightDay: null,
		zone: 'new-york',
		zoneFrom: 'format',
		shiftMs: 0,
		stampFrom: 'format',
		stamp: 'start',
		names: [],
		dayZone: 'written',
		dayShift: 0,
		priceDivisor: 1,
		foldsHours: false,
		interval: null,
		direction: 1,
	};
}

function createNinjaTraderLayout(isDaily: boolean, options: LayoutOptions): Layout {
	const interval = options.interval ?? (isDaily ? 'day' : 1);
	return {
		...createBaseLayout(';', 'ninja-trader'),
		zone: options.zone ?? 'utc',
		zoneFrom: options.zone ? 'user' : 'format',
		interval,
		stamp: options.stamp ?? 'end',
		stampFrom: options.stamp ? 'user' : 'format',
	};
}
