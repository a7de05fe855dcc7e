import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import type { ImportResult, RequestedImport } from './import-files.ts';
import { importJob } from './import-job.ts';

const NOTHING: ImportResult = { files: 0, known: 0, failed: 0, rows: 0, rejects: 0, added: 0, corrected: 0 };
const context: JobContext = { progress: () => {}, say: () => {}, signal: new AbortController().signal, isLastTry: true };

/** Runs the job of a path; answers how its files were read. */
async function run(request: object, result: ImportResult, lines: readonly string[] = []): Promise<RequestedImport | undefined> {
	let read: RequestedImport | undefined;
	const job = importJob({
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
