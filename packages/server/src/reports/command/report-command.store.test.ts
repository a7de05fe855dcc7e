import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeReport } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { depthIn } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE, FLAG_STALE } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { Z_COLUMNS } from '@sw/store/clickhouse/engine/tables';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { sql } from '@sw/store/postgres/records';
import { insertAnchor } from '@sw/store/postgres/records/anchors';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { formatHead } from '../anchors/head-text.ts';
import { isDueOn, recheckReports } from '../proof/chain-job.ts';
import { readProof } from '../proof/proof-file.ts';
import { generateProofLines } from '../proof/proof-lines.ts';
import { verifyProof } from '../proof/verify-file.ts';
import { verifyReport } from '../recompute/verify-report.ts';
import { createReportCommand } from './report-command.ts';
import { parseReport } from './report-request.ts';

let at: MarketStores;
let all: ReportRecord[];
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-export-'));
	at = await createMarketStores({ reportSessions: 2 });
	all = await reportsBetween(at.stores.records.db, 0 as UtcMs, at.market.now(), 'reverse');
});
afterAll(async () => {
	await at?.close();
	rmSync(folder, { recursive: true, force: true });
});

async function run(line: string) {
	const lines: string[] = [];
	const request = parseReport(line.split(' '), (path) => join(folder, path));
	expect(request).toBeTypeOf('object');
	const command = createReportCommand({
		...createVerifyParts({ stores: at.stores, provider: at.provider, calendar: nyse }),
		exportFolder: folder,
	});
	const exit = await command([JSON.stringify(request)], (line) => lines.push(line));
	return { exit, lines, text: lines.join('\n') };
}

function newest(): ReportRecord {
	return all.at(-1) as ReportRecord;
}

describe('npm run report', () => {
	it('shows the ranked list of a report', async () => {
		const { exit, lines } = await run('show latest --tab free --max 3');
		expect(exit).toBe(0);
		expect(lines[0]).toBe(`Report ${isoSeconds(newest().time)} reverse, version 1 of 1, ${newest().tickers} tickers`);
		expect(lines[2]).toBe(`  content hash ${newest().contentHash}`);
		expect(lines[3]).toMatch(
			/^free short 15m·30m·1h: \d+ tickers; rates out of 140, top: share of the report with at least this rate; depths on 15m 30m 1h 4h 1d$/,
		);
		expect(lines).toHaveLength(8);
		expect(lines[5]).toMatch(/^ {3}1 {2}\S+ +\d+ +(?:\d+ % +)?\d+\.\d\d {2}\w+ +([0-5-] ){4}[0-5-]/);
		// Every column begins below its head.
		const [head = '', ...rows] = lines.slice(4);
		for (const name of ['ticker', 'cap', ...(head.match(/(?:price|volume|call)_?\w+/g) ?? [])])
			for (const row of rows) expect(row.slice(head.indexOf(name) - 1)).toMatch(/^ \S/);
		for (const name of ['rate', 'price']) for (const row of rows) expect(row.slice(0, head.indexOf(name) + name.length)).toMatch(/\d$/);
	});

	it('says identical, or names the ticker and the cell of a flipped byte', async () => {
		const time = isoSeconds((all[3] as ReportRecord).time);
		expect(await run(`verify ${time}`)).toMatchObject({ exit: 0, text: expect.stringContaining('\nidentical: every column') });
		const where = `report = toDateTime(${(all[3] as ReportRecord).time / 1000}, 'UTC') AND ticker_id = 4`;
		await at.stores.series.bulk.run(`ALTER TABLE report_rows UPDATE w1d = bitXor(w1d, 1) WHERE ${where} SETTINGS mutations_sync = 1`);
		const { exit, text } = await run(`verify ${time}`);
		const symbol = (await at.provider.universe(at.market.now()))[3]?.symbol;
		expect(exit).toBe(1);
		expect(text).toMatch(new RegExp(`DIFFERENT: 1 cells\n  ${symbol} \\(4\\)  \\S+ 1d: stored \\S+, recomputed \\S+`));
		expect(text).toContain('hash of the recomputed rows: as recorded');
	});

	it('exports a proof that needs no store: rows, chain and the anchors around them', async () => {
		const { db } = at.stores.records;
		const proof = {
			kind: 'rfc3161',
			source: 'https://tsa.example.test',
			proof: Buffer.of(1),
			provenAt: 0 as UtcMs,
			block: null,
			header: null,
		} as const;
		const [before, after] = [all[2] as ReportRecord, all[9] as ReportRecord];
		for (const { chainSeq, link } of [before, after]) {
			const text = formatHead({ reports: chainSeq, link, seals: 0, root: '', readAt: 0 as UtcMs });
			await insertAnchor(db, { text, chainSeq, seals: 0, madeAt: 0 as UtcMs, proofs: [proof] });
		}
		const span = `${isoSeconds((all[5] as ReportRecord).time)}..${isoSeconds((all[6] as ReportRecord).time)}`;
		expect(await run(`export --proof ${span} --out some.proof`)).toMatchObject({
			exit: 0,
			text: expect.stringMatching(/^Proof of 2 reports/m),
		});
		const lines = await Array.fromAsync(readProof(join(folder, 'some.proof')));
		const links = lines.filter((line) => line.kind === 'link');
		expect([links[0]?.seq, links.at(-1)?.seq]).toEqual([before.chainSeq, after.chainSeq]);
		expect(links.filter(({ content }) => content).map(({ seq }) => seq)).toEqual([all[5]?.chainSeq, all[6]?.chainSeq]);
		expect(lines.filter((line) => line.kind === 'anchor')).toHaveLength(2);
		const bare = await Array.fromAsync(
			generateProofLines(at.stores, { records: all.slice(5, 7), symbols: new Map(), withRows: false, createdAt: 0 as UtcMs }),
		);
		expect(bare.filter((line) => line.kind === 'link' && line.content !== undefined)).toEqual([]);
		expect(bare.filter(({ kind }) => kind === 'link')).toHaveLength(links.length);
		const { reports, faults } = await verifyProof(lines, { trust: { roots: null, findHeader: () => undefined } });
		expect(reports.map(({ name }) => name)).toEqual([5, 6].map((place) => describeReport(all[place] as ReportRecord)));
		// The invented tokens alone are wrong.
		expect(faults.filter((fault) => !fault.includes('token'))).toEqual([]);
		expect(faults).toHaveLength(2);
	});

	it('names the first differences and how many more there are', async () => {
		const { time } = all[4] as ReportRecord;
		const flip = `ALTER TABLE report_rows UPDATE w1d = bitXor(w1d, 9) WHERE report = toDateTime(${time / 1000}, 'UTC') SETTINGS mutations_sync = 1`;
		await at.stores.series.bulk.run(flip);
		const { exit, lines } = await run(`verify ${isoSeconds(time)}`);
		expect(exit).toBe(1);
		const cells = Number(/^DIFFERENT: (\d+) cells$/m.exec(lines.join('\n'))?.[1]);
		expect(cells).toBeGreaterThan(20);
		expect(lines.filter((line) => line.includes(': stored '))).toHaveLength(20);
		expect(lines).toContain(`  ... and ${cells - 20} more`);
		await at.stores.series.bulk.run(flip);
		expect((await run(`verify ${isoSeconds(time)}`)).exit).toBe(0);
	});

	it('exits with 1 for a record that was changed while every cell is as computed', async () => {
		const { db } = at.stores.records;
		const { time } = all[4] as ReportRecord;
		const published = sql`update reports set published_at = published_at + interval '1 minute' where time = ${new Date(time).toISOString()} and algo = 'reverse'`;
		await db.execute(published);
		const { exit, lines } = await run(`verify ${isoSeconds(time)}`);
		expect(exit).toBe(1);
		expect(lines.filter((line) => line.startsWith('CHANGED: '))).toHaveLength(1);
		expect(lines).toContain('DIFFERENT: 0 cells');
		expect(lines.some((line) => line.startsWith('identical'))).toBe(false);
		await db.execute(
			sql`update reports set published_at = published_at - interval '1 minute' where time = ${new Date(time).toISOString()} and algo = 'reverse'`,
		);
		expect((await run(`verify ${isoSeconds(time)}`)).exit).toBe(0);
	});

	it('counts how common each ring is, as a walk over the reports themselves does', async () => {
		const { exit, lines } = await run('rings latest');
		expect([exit, lines.length]).toEqual([0, 2 + 7 * 5]);
		let [measured, lit] = [0, 0];
		for (const record of all) {
			const { flags, words } = await queryReportRows(at.stores.series, record.time, record.algo, record.buildId);
			words[2].forEach((word, row) => {
				const depth = depthIn(word, 3);
				if ((flags[row]! & (FLAG_ELIGIBLE | FLAG_STALE)) !== FLAG_ELIGIBLE || depth === null) return;
				measured++;
				if (depth >= 1) lit++;
			});
		}
		expect(measured).toBeGreaterThan(100);
		const line = lines.find((text) => /^volume +1h/.test(text)) ?? '';
		expect(line.split(/ +/).slice(2, 4)).toEqual([String(measured), ((100 * lit) / measured).toFixed(2)]);
		expect(await run('rings 2001-01-01..2001-02-01')).toMatchObject({ exit: 1, text: 'Report not found.' });
	});

	it('walks the whole chain, and names a report that is missing', async () => {
		const { db } = at.stores.records;
		const before = await run('verify --chain');
		// One row was changed above. Each tenth of progress is printed once.
		expect([before.exit, before.text]).toEqual([
			1,
			expect.stringMatching(/Chain of \d+ reports, \d+ rows\nBROKEN: 1 fault\n {2}changed: report /),
		]);
		const percents = before.lines.filter((line) => line.endsWith(' %'));
		expect(percents.filter((line, at) => !/: [1-9]0 %$/.test(line) || percents.indexOf(line) !== at)).toEqual([]);
		await db.execute(sql`create table aside as select * from reports where chain_seq = 1`);
		await db.execute(sql`delete from reports where chain_seq = 1`);
		const without = await run('verify --chain');
		expect([without.exit, without.text]).toEqual([1, expect.stringContaining('  missing: report 1 of the chain is missing')]);
		await db.execute(sql`insert into reports select * from aside`);
		expect((await run('verify --chain --accept')).lines.at(-1)).toBe('The newest report and record seal were accepted as they are now.');
	});

	it('names changed market data and exits with 1', async () => {
		const { bulk } = at.stores.series;
		expect((await run('verify --chain')).text).toContain('Stored market data: every row is present and unchanged');
		await bulk.run('CREATE TABLE aside ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM bars ORDER BY time LIMIT 1');
		await bulk.run('DELETE FROM bars WHERE (ticker_id, time) IN (SELECT ticker_id, time FROM aside)');
		const without = await run('verify --chain');
		expect(without.exit).toBe(1);
		expect(without.text).toMatch(
			/Stored market data: 1 DIFFERENCE\n {2}missing: 15-minute bars of \S+, batch \d+: \d+ of \d+ rows are readable/,
		);
		await bulk.run('INSERT INTO bars SELECT * FROM aside');
	});

	it('names cells for filters over years and breadth that are not those of the rows', async () => {
		const { bulk } = at.stores.series;
		const { time, buildId } = all[5] as ReportRecord;
		const where = `report = toDateTime(${time / 1000}, 'UTC') AND build = ${buildId}`;
		// The row that was changed above is in neither.
		const before = (await run('verify --chain')).text.match(/search cells: (\d+) DIFFERENCE/)?.[1] ?? '0';
		const tampers = [
			[
				'deep_cells',
				`UPDATE w1d = bitXor(w1d, 1) WHERE ${where} AND ticker_id = (SELECT min(ticker_id) FROM deep_cells WHERE ${where})`,
				"its search cells don't match its rows",
			],
			['deep_cells', `DELETE WHERE ${where}`, "its search cells don't match its rows"],
			['breadth', `UPDATE d0 = d0 + 1 WHERE ${where} AND timeframe = 1 AND slice = 2`, "its breadth doesn't match its rows"],
		] as const;
		for (const [table, change, words] of tampers) {
			await bulk.run(`CREATE TABLE kept ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${table} WHERE ${where}`);
			await bulk.run(`ALTER TABLE ${table} ${change} SETTINGS mutations_sync = 1`);
			const { exit, text } = await run('verify --chain');
			expect([exit, text]).toEqual([1, expect.stringContaining(`report ${isoSeconds(time)} reverse, version 1: ${words}`)]);
			await bulk.run(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 1`);
			await bulk.run(`INSERT INTO ${table} SELECT * FROM kept`);
			await bulk.run('DROP TABLE kept');
		}
		expect((await run('verify --chain')).text.match(/search cells: (\d+) DIFFERENCE/)?.[1] ?? '0').toBe(before);
	});

	it('computes a share of the reports again each night, and names the inputs and values that differ', async () => {
		const { bulk } = at.stores.series;
		const { db } = at.stores.records;
		const record = all[6] as ReportRecord;
		const parts = createVerifyParts({ stores: at.stores, provider: at.provider, calendar: nyse });
		const recheck = () =>
			recheckReports(at.stores, {
				verify: (each) => verifyReport(parts, each),
				isDue: ({ time }) => time === record.time,
				onProgress: () => {},
			});
		expect(await recheck()).toEqual([]);
		const where = `report = toDateTime(${record.time / 1000}, 'UTC') AND ticker_id = 4 AND build = ${record.buildId}`;
		const bit = (column: string, bits: 32 | 64): string =>
			`${column} = reinterpretAsFloat${bits}(bitXor(reinterpretAsUInt${bits}(${column}), toUInt${bits}(1)))`;
		for (const [column, bits] of [
			[Z_COLUMNS[0]!, 32],
			['cap', 64],
		] as const) {
			for (let turn = 0; turn < 2; turn++) {
				await bulk.run(`ALTER TABLE report_rows UPDATE ${bit(column, bits)} WHERE ${where} SETTINGS mutations_sync = 1`);
				const found = turn === 0 ? [expect.stringMatching(/reverse, version 1: 1 cells differ when recomputed, the first: ticker 4/)] : [];
				expect(await recheck(), column).toEqual(found);
			}
		}
		const before = 'its bars, splits or dividends have changed';
		const session = nyse.lastOpened(record.time - 1)?.date;
		await db.execute(sql`insert into splits (ticker_id, date, ratio, source) values (5, ${session}, 2, 'test')`);
		expect(await recheck()).toEqual([expect.stringContaining(before)]);
		await db.execute(sql`delete from splits where source = 'test'`);
		await db.execute(sql`insert into dividends (ticker_id, ex_date, amount, source) values (5, ${session}, 7, 'test')`);
		expect(await recheck()).toEqual([expect.stringContaining(before)]);
		await db.execute(sql`delete from dividends where source = 'test'`);
		const close = bit('close', 32);
		const bar = `time < toDateTime(${record.time / 1000}, 'UTC') AND ticker_id = 5`;
		await bulk.run(
			`ALTER TABLE bars UPDATE ${close} WHERE ${bar} AND time = (SELECT max(time) FROM bars WHERE ${bar}) SETTINGS mutations_sync = 1`,
		);
		expect(await recheck()).toEqual([expect.stringContaining(before)]);
		await bulk.run(
			`ALTER TABLE bars UPDATE ${close} WHERE ${bar} AND time = (SELECT max(time) FROM bars WHERE ${bar}) SETTINGS mutations_sync = 1`,
		);
		expect(await recheck()).toEqual([]);
	});

	it('gives every report its turn within four weeks', () => {
		for (const record of all)
			expect(Array.from({ length: 28 }, (_, day) => isDueOn(record, day * 86_400_000)).filter(Boolean)).toHaveLength(1);
	});

	it('names a saved filter that came in past the product', async () => {
		const { db } = at.stores.records;
		expect((await run('verify --chain')).text).toContain(
			'Saved and evaluated filters, names and shares of tickers: unchanged since they were sealed',
		);
		await db.execute(
			sql`insert into filters (tab, strategy, name, name_key, conditions, created_at, updated_at, conditions_at) values ('free', 'first', 'x', 'x', '[]', now(), now(), now())`,
		);
		const { exit, text } = await run('verify --chain');
		expect([exit, text]).toEqual([1, expect.stringMatching(/ {2}added: saved filter \d+ was never sealed/)]);
		await db.execute(sql`delete from filters where name = 'x'`);
	});

	it('says when there is no such report', async () => {
		expect(await run('verify 2001-01-01T15:45:00Z')).toEqual({
			exit: 1,
			lines: ['Report not found.'],
			text: 'Report not found.',
		});
	});

	const readBack = async (file: string, format: string) => {
		const spec = { n: 'UInt64', price: 'Float64', lit: 'UInt64' } as const;
		const query = `SELECT count() AS n, toFloat64(assumeNotNull(max(price))) AS price, countIf(price_short_1h > 0) AS lit FROM file('${file}', '${format}')`;
		const { columns } = await at.stores.series.bulk.read(spec, query);
		return [Number(columns.n[0]), columns.price[0], Number(columns.lit[0])];
	};

	it.each([
		['csv', 'CSVWithNames'],
		['parquet', 'Parquet'],
		['arrow', 'Arrow'],
	])('exports all reports of a span as %s, with a dictionary that names their hashes', async (format, engineFormat) => {
		const span = `${isoSeconds((all[0] as ReportRecord).time)}..${isoSeconds(newest().time)}`;
		const { exit, text } = await run(`export ${span} --format ${format} --out all.${format}`);
		expect([exit, text]).toEqual([0, expect.stringContaining(`${all.length} reports written`)]);
		const file = join(folder, `all.${format}`);
		const [rows, price, lit] = await readBack(file, engineFormat);
		expect(rows).toBe(all.reduce((sum, { tickers }) => sum + tickers, 0));
		expect(price).toBeGreaterThan(1);
		expect(lit).toBeGreaterThan(0);
		const dictionary = JSON.parse(readFileSync(`${file}.dictionary.json`, 'utf8'));
		expect(dictionary.reports.map((r: { content_hash: string }) => r.content_hash)).toEqual(all.map((r) => r.contentHash));
		expect(dictionary.columns.length).toBe(12 + 35 + 25 + 6);
		const inside = readFileSync(file).includes(newest().contentHash);
		expect(inside).toBe(true);
	});

	it('says in a Parquet file what its columns are and what they mean', async () => {
		await run('export latest --format parquet --out one.parquet');
		const { schema, key_value_metadata, num_rows } = parquetMetadata(new Uint8Array(readFileSync(join(folder, 'one.parquet'))).buffer);
		const elements = schema
			.slice(1)
			.map(({ name, type, converted_type, repetition_type }) => [name, type, converted_type, repetition_type]);
		expect(Number(num_rows)).toBe(newest().tickers);
		expect(elements.slice(0, 13)).toEqual([
			['report', 'INT64', 'TIMESTAMP_MILLIS', 'REQUIRED'],
			['algo', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
			['version', 'INT32', 'UINT_32', 'REQUIRED'],
			['report_hash', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
			['ticker_id', 'INT32', 'UINT_32', 'REQUIRED'],
			['symbol', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
			['price', 'DOUBLE', undefined, 'REQUIRED'],
			['cap', 'DOUBLE', undefined, 'OPTIONAL'],
			['mentions', 'INT32', undefined, 'OPTIONAL'],
			['eligible', 'BOOLEAN', undefined, 'REQUIRED'],
			['stale', 'BOOLEAN', undefined, 'REQUIRED'],
			['quarantine', 'BOOLEAN', undefined, 'REQUIRED'],
			['price_short_15m', 'INT32', 'UINT_8', 'OPTIONAL'],
		]);
		expect(elements.at(-7)).toEqual(['z_squeeze_1d', 'FLOAT', undefined, 'OPTIONAL']);
		expect(elements.slice(-6)).toEqual([
			['information_previous_close', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
			['information_five_sessions', 'BYTE_ARRAY', 'UTF8', 'REQUIRED'],
			['filing_form', 'BYTE_ARRAY', 'UTF8', 'OPTIONAL'],
			['filing_accepted', 'INT64', 'TIMESTAMP_MILLIS', 'OPTIONAL'],
			['price_change', 'DOUBLE', undefined, 'OPTIONAL'],
			['dollar_volume', 'DOUBLE', undefined, 'OPTIONAL'],
		]);
		const notes = Object.fromEntries((key_value_metadata ?? []).map(({ key, value }) => [key, JSON.parse(value ?? '')]));
		const { reports, columns } = JSON.parse(readFileSync(join(folder, 'one.parquet.dictionary.json'), 'utf8'));
		expect(notes).toEqual({ 'signalwheel.reports': reports, 'signalwheel.columns': columns });
	});

	it('writes the same rows regardless of the writer', async () => {
		await run('export latest --format csv --out same.csv');
		await run('export latest --format parquet --out same.parquet');
		const numbers = 'price, cap, mentions, eligible, price_short_1h, squeeze_1d, z_volume_1h, toUnixTimestamp(report)'.split(', ');
		const cells = [
			...numbers.map((column) => `toFloat32(${column})`),
			'symbol',
			'algo',
			'report_hash',
			'information_five_sessions',
			'filing_form',
		];
		const text = cells.map((cell) => `ifNull(toString(${cell}), '')`).join(", '|', ");
		const hash = (name: string, format: string) =>
			`assumeNotNull((SELECT groupBitXor(sipHash64(concat(${text}))) FROM file('${join(folder, name)}', '${format}')))`;
		const { columns } = await at.stores.series.bulk.read(
			{ csv: 'UInt64', parquet: 'UInt64' },
			`SELECT ${hash('same.csv', 'CSVWithNames')} AS csv, ${hash('same.parquet', 'Parquet')} AS parquet`,
		);
		expect(columns.parquet[0]).toBe(columns.csv[0]);
	});

	it('exports status, scale and reference time of each cell', async () => {
		const { exit } = await run('export latest --cells --format parquet --out cells.parquet');
		expect(exit).toBe(0);
		const spec = { n: 'UInt64', ok: 'UInt64', measured: 'UInt64' } as const;
		const query = `SELECT count() AS n, countIf(status = 'ok') AS ok, countIf(z IS NOT NULL AND scale > 0 AND reference_time < report) AS measured
			FROM file('${join(folder, 'cells.parquet')}', 'Parquet') WHERE series = 'price'`;
		const { columns } = await at.stores.series.bulk.read(spec, query);
		expect(Number(columns.n[0])).toBe(newest().tickers * 5);
		expect(Number(columns.ok[0])).toBeGreaterThan(0);
		expect(Number(columns.measured[0])).toBe(Number(columns.ok[0]));
	});
});
