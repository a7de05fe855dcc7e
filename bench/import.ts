/** Times the importer on a file of one-minute rows that it writes itself. Reference: the CSV reader of the embedded ClickHouse on the same file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nyse, sessionsBetween } from '@sw/domain/time/calendar';
import { exchangeDate, MINUTE } from '@sw/domain/time/units';
import { importFiles } from '@sw/server/market/imports/import-files';
import { openStores } from '@sw/store/open';
import { type Benchmark, compareToReference, formatSeconds } from './measure.ts';

const SYMBOLS = 12;

/** A CSV file of about 780,000 rows: twelve symbols, every trading minute of eight months. */
function createMinuteCsv(): string {
	const lines = ['symbol,timestamp,open,high,low,close,volume'];
	const sessions = sessionsBetween(exchangeDate('2024-01-02'), exchangeDate('2024-08-30'));
	for (let symbol = 0; symbol < SYMBOLS; symbol++) {
		let price = 50 + symbol;
		for (const session of sessions) {
			for (let time: number = session.open; time < session.close; time += MINUTE) {
				price *= 1 + Math.sin(time / 7e5 + symbol) * 2e-4;
				lines.push(
					`S${symbol},${time},${price.toFixed(4)},${(price * 1.001).toFixed(4)},${(price * 0.999).toFixed(4)},${price.toFixed(4)},${100 + (time % 977)}`,
				);
			}
		}
	}
	return `${lines.join('\n')}\n`;
}

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	const file = join(folder, 'minutes.csv');
	writeFileSync(file, createMinuteCsv());
	try {
		await using stores = await openStores({ folder: join(folder, 'data') });
		const columns = 'symbol String, timestamp UInt64, open Float64, high Float64, low Float64, close Float64, volume Float64';
		await stores.series.bulk.run(`CREATE TABLE plain (${columns}) ENGINE = MergeTree ORDER BY (symbol, timestamp)`);
		let startedAt = performance.now();
		await stores.series.bulk.run(`INSERT INTO plain FROM INFILE '${file}' FORMAT CSVWithNames`);
		const referenceMs = performance.now() - startedAt;
		startedAt = performance.now();
		const result = await importFiles(stores, file, { zone: 'utc', calendar: nyse }, () => {});
		const importMs = performance.now() - startedAt;
		if (result.failed > 0 || result.rejects > 0) throw new Error(`The benchmark's own file was refused: ${JSON.stringify(result)}`);
		return [
			compareToReference(
				`import of ${result.rows} one-minute rows: parsed, validated, aggregated into ${result.added} bars, compared and stored`,
				importMs,
				referenceMs,
				'at most 2',
				formatSeconds,
			),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
