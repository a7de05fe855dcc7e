import { type BarBlock, createBarBlock, REGULAR } from '@sw/domain/prices/blocks';
import { createReportTable, type ReportTable, UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import type { ReportTime } from '@sw/domain/time/units';

/** Creates regular bars of tickers 1 to `tickerCount` over sessions that open at `sessionOpens` (UTC seconds). The close is id + slot / 100. */
export function sampleBars(tickerCount: number, sessionOpens: readonly number[], slotCount = 26): BarBlock {
	const block = createBarBlock(tickerCount * sessionOpens.length * slotCount);
	for (const open of sessionOpens) {
		for (let slot = 0; slot < slotCount; slot += 1) {
			for (let id = 1; id <= tickerCount; id += 1) addBar(block, id, open + slot * 900, id + slot / 100);
		}
	}
	return block;
}

export function addBar(block: BarBlock, id: number, time: number, close: number, session = REGULAR): void {
	const at = block.count++;
	block.tickerId[at] = id;
	block.time[at] = time;
	block.session[at] = session;
	block.open[at] = close - 0.25;
	block.high[at] = close + 0.5;
	block.low[at] = close - 0.5;
	block.close[at] = close;
	block.volume[at] = id * 1_000;
}

/** Creates a report of tickers 1 to `count` whose columns all differ by ticker. Every seventh ticker has no z and no market cap. */
export function sampleReport(time: number, count: number, algo: ReportTable['algo'] = 'reverse'): ReportTable {
	const table = createReportTable(time as ReportTime, algo, count);
	for (let row = 0; row < count; row += 1) {
		const isMissing = row % 7 === 6;
		table.tickerId[row] = row + 1;
		table.words.forEach((words, tf) => {
			words[row] = (row * 2_654_435_761 + tf) >>> 0;
		});
		for (let column = 0; column < 25; column += 1) table.z[column * count + row] = isMissing ? Number.NaN : Math.sin(row * 25 + column) * 5;
		table.price[row] = 10_000 + row;
		table.cap[row] = isMissing ? Number.NaN : row * 1e9;
		table.mentions[row] = isMissing ? -1 : row % 50;
		table.change[row] = isMissing ? UNKNOWN_CHANGE : 10_000 * ((row % 21) - 10);
		table.dollarVolume[row] = isMissing ? Number.NaN : row * 1e6;
		for (const listed of table.listed) listed[row] = 0x8000 | (row % 32) | ((row % 7) << 5);
		table.flags[row] = row % 8;
		table.information[row] = (row % 3) | (((row % 5) % 3) << 2);
		table.filingForm[row] = row % 29;
		table.filingItems[row] = row % 1_000;
		table.filingAccepted[row] = row * 1_000;
	}
	return table;
}
