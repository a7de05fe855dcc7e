import { expect, it } from 'vitest';
import { utcMs } from '../time/units.ts';
import { createReportTable, tableBytes, Z_PER_ROW } from './report-table.ts';

it('takes 169 bytes a ticker: id, five words, 25 z, price, cap, mentions, change, dollar volume, times in lists, flags, information', () => {
	const table = createReportTable(utcMs(7), 'forecast', 10);
	expect([table.time, table.algo, table.count, table.words.length]).toEqual([7, 'forecast', 10, 5]);
	expect(table.z).toHaveLength(10 * Z_PER_ROW);
	for (const column of [
		table.tickerId,
		...table.words,
		table.price,
		table.cap,
		table.mentions,
		table.change,
		table.dollarVolume,
		...table.listed,
		table.flags,
		table.information,
	])
		expect(column).toHaveLength(10);
	expect(tableBytes(table)).toBe(10 * (4 + 5 * 4 + 25 * 4 + 8 + 8 + 4 + 4 + 4 + 3 * 2 + 1 + 10));
	expect(tableBytes(createReportTable(utcMs(7), 'reverse', 0))).toBe(0);
});
