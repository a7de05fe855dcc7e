import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import type { ImportResult, RequestedImport } from './import-files.ts';
import { createImportJob, readInstructions } from './import-job.ts';

const NOTHING: ImportResult = { files: 0, known: 0, failed: 0, rows: 0, rejects: 0, added: 0, corrected: 0 };
const context: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };

/** Runs the job of a path; answers how its files were read. */
async function run(request: object, result: ImportResult, lines: readonly string[] = []): Promise<RequestedImport | undefined> {
	let read: RequestedImport | undefined;
	const job = createImportJob({
		importFiles: async (_path, options, log) => {
			read = options;
			for (const line of lines) log(line);
			return result;
		},
	});
	await job.run(request, context);
	return read;
}

describe('the job of a dropped file', () => {
	it('reads it by the instructions beside it', async () => {
		await withFiles({ 'a.csv': '', 'a.csv.import.json': '{"zone": "utc"}' }, async (folder) => {
			const request = { path: join(folder, 'a.csv'), options: {}, isDropped: true };
			expect(await run(request, { ...NOTHING, files: 1 })).toMatchObject({ zone: 'utc' });
		});
	});

	it('fails by name when a file of it fails, and when there is none', async () => {
		const request = { path: '/nowhere/a', options: {}, isDropped: true };
		await expect(
			run(request, { ...NOTHING, files: 1, failed: 1 }, ['done    a/b.csv: 1 rows', 'FAILED  a/c.csv: It is empty.']),
		).rejects.toThrow('1 of 2 files failed. a/c.csv: It is empty.');
		await expect(run(request, NOTHING)).rejects.toThrow('No file of market data was found.');
	});

	it('of the command line ends as done and leaves the counts to it', async () => {
		expect(await run({ path: '/nowhere/a', options: { interval: 15 } }, { ...NOTHING, failed: 1 })).toMatchObject({ interval: 15 });
	});
});

function read(files: Record<string, string>) {
	return withFiles(files, (folder) => readInstructions(join(folder, 'a.csv')));
}

describe('instructions beside a dropped file', () => {
	it('say what flags say; those of the file come before those of its folder', async () => {
		expect(await read({ 'a.csv': '' })).toEqual({});
		expect(
			await read({
				'import.json': '{"zone": "utc", "interval": 15, "symbol_from": "file"}',
				'a.csv.import.json':
					'{"interval": "day", "symbol": "BRK-B", "stamp": "end", "dates": "dmy", "as_of": "2023-09-18", "format": "ohlcv"}',
			}),
		).toEqual({
			zone: 'utc',
			interval: 'day',
			symbolFrom: 'file',
			symbol: 'BRK-B',
			stamp: 'end',
			dates: 'dmy',
			asOf: '2023-09-18',
			format: 'ohlcv',
		});
		expect(await read({ 'import.json': '{"interval": "5"}' })).toEqual({ interval: 5 });
	});

	it.each([
		['{"zone": "mars"}', /^a\.csv\.import\.json: zone takes utc, new-york or a time zone/],
		['{"interval": 30}', /: interval takes 1, 5, 15 \(minutes\) or "day"/],
		['{"stamp": "middle"}', /: stamp takes start, end/],
		['{"dates": "day first"}', /: dates takes mdy, dmy, ymd/],
		['{"symbol": "a?b"}', /: symbol takes a symbol such as/],
		['{"as_of": "yesterday"}', /: as_of takes a date/],
		['{"tz": "utc"}', /unknown field 'tz': it takes format, zone, stamp, dates, interval, symbol, symbol_from, as_of/],
		['[]', /takes an object/],
		['{zone: utc}', /isn't JSON/],
	])('%s is refused by its file and field', async (text, words) => {
		await expect(read({ 'a.csv.import.json': text })).rejects.toThrow(words);
	});
});
