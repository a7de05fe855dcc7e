import { CHANGE_UNITS, MOST_CHANGE, type ReportTable, UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import type { TickerId } from '@sw/domain/time/units';
import type { Directory } from '../../market/window/directory.ts';
import { changeAt, dollarsAt } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';

/** Whether no row has change or dollar volume: the report is from a version of the product that didn't store them. */
export function lacksDayFigures({ change, dollarVolume }: ReportTable): boolean {
	return dollarVolume.every(Number.isNaN) && change.every((value) => value === UNKNOWN_CHANGE);
}

const made = new WeakMap<ReportTable, { version: number; table: ReportTable }>();

/** The report with these numbers from the bars up to its time; unknown where the window doesn't have them. */
export function withDayFigures(table: ReportTable, window: PriceWindow, directory: Directory, asOf: number): ReportTable {
	const version = window.version();
	const found = made.get(table);
	if (found?.version === version) return found.table;
	const change = new Int32Array(table.count);
	const dollarVolume = new Float32Array(table.count);
	for (let row = 0; row < table.count; row++) {
		const id = table.tickerId[row] as TickerId;
		const price = table.price[row]! / 10_000;
		const since = changeAt(window, directory.rowOf(id), asOf, price);
		change[row] = since === null ? UNKNOWN_CHANGE : Math.min(Math.round(since * CHANGE_UNITS), MOST_CHANGE);
		dollarVolume[row] = directory.byId(id)?.type === 'index' ? Number.NaN : dollarsAt(window, directory.rowOf(id), asOf, price);
	}
	const whole = { ...table, change, dollarVolume };
	made.set(table, { version, table: whole });
	return whole;
}
