/** Tables of bars without a header line: exports of NinjaTrader and LEAN. */
import { HOUR } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { ImportError } from '../faults/import-error.ts';
import { parseMinuteTableName } from '../names/lean-names.ts';
import type { Layout, LayoutOptions } from './layout.ts';

const NINJA_ROW = /^\d{8}( \d{6})?;[\d.]+;[\d.]+;[\d.]+;[\d.]+;\d+$/;
const LEAN_ROW = /^\d{8} \d{2}:\d{2},[\d.]+,[\d.]+,[\d.]+,[\d.]+,[\d.]+$/;
const LEAN_SCALE = 10_000;

/**
 * Derives the layout from a file's first row and name; undefined if the first line must be a header. The symbol is in the file's name.
 * Throws ImportError 'unused' for LEAN's quotes and ticks.
 */
export function recogniseHeaderless(row: string, name: string, options: LayoutOptions = {}): Layout | undefined {
	const minute = parseMinuteTableName(name);
	if (minute && minute.kind !== 'trade') throw new ImportError('unused', `It contains ${minute.kind}s.`);
	if (minute) return { ...leanLayout('lean-minute', row), midnight: dayNumber(minute.date), interval: 1 };
	if (NINJA_ROW.test(row)) return ninjaTraderLayout(!row.includes(' '), options);
	if (!LEAN_ROW.test(row)) return undefined;
	const isDaily = row.slice(9, 14) === '00:00';
	return { ...leanLayout(isDaily ? 'lean-daily' : 'lean-hour', row), interval: 'day', foldsHours: !isDaily };
}

/**
 * Creates the layout of a LEAN table. LEAN writes equities in 1/10000 dollar and New York time, and indices in points and Chicago time. The volume of an index
 * is meaningless.
 */
function leanLayout(format: Layout['format'], row: string): Layout {
	const isIndex = /,\d+\.\d+,/.test(row);
	const layout = baseLayout(',', format);
	return isIndex ? { ...layout, shift: -HOUR, volume: -1, fields: 5 } : { ...layout, scale: LEAN_SCALE };
}

function baseLayout(separator: string, format: Layout['format']): Layout {
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
		columns: Number.POSITIVE_INFINITY,
		timeKind: 'text',
		midnight: null,
		zone: 'new-york',
		zoneFrom: 'format',
		shift: 0,
		shiftFrom: 'format',
		stamp: 'start',
		names: [],
		daysIn: 'written',
		dayShift: 0,
		scale: 1,
		foldsHours: false,
		interval: null,
		direction: 1,
	};
}

function ninjaTraderLayout(isDaily: boolean, options: LayoutOptions): Layout {
	const interval = options.interval ?? (isDaily ? 'day' : 1);
	return {
		...baseLayout(';', 'ninja-trader'),
		zone: options.zone ?? 'utc',
		zoneFrom: options.zone ? 'user' : 'format',
		interval,
		stamp: options.stamp ?? 'end',
		shiftFrom: options.stamp ? 'user' : 'format',
	};
}
