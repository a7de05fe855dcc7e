import { parseArgs } from 'node:util';
import { FILE_OPTIONS, isFileZone } from '@sw/domain/prices/batch';
import { parseDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import type { Command } from '../../platform/control/socket.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ImportResult } from './import-files.ts';
import { IMPORT, type ImportPayload, isSuccessful } from './import-job.ts';

export interface ImportRequest {
	paths: string[];
	options: ImportPayload['options'];
}

/** Parses the command line; returns an error message if it is invalid. `toAbsolute` resolves a path. */
export function parseImport(args: readonly string[], toAbsolute: (path: string) => string): ImportRequest | string {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				format: { type: 'string' },
				zone: { type: 'string' },
				stamp: { type: 'string' },
				dates: { type: 'string' },
				interval: { type: 'string' },
				symbol: { type: 'string' },
				'symbol-from': { type: 'string' },
				'dry-run': { type: 'boolean' },
				'as-of': { type: 'string' },
			},
		});
		if (positionals.length === 0) return 'Name a file or a folder to import.';
		const options: ImportRequest['options'] = {};
		const { format, zone, stamp, dates, interval, symbol } = values;
		if (format !== undefined) {
			const match = FILE_OPTIONS.format.find((name) => name === format);
			if (!match) return `--format must be one of ${FILE_OPTIONS.format.join(', ')}, not '${format}'.`;
			options.format = match;
		}
		if (zone !== undefined) {
			if (!isFileZone(zone)) return `--zone must be utc, new-york or a time zone such as America/Chicago or EST, not '${zone}'.`;
			options.zone = zone;
		}
		if (stamp !== undefined) {
			const match = FILE_OPTIONS.stamp.find((name) => name === stamp);
			if (!match) return `--stamp must be ${FILE_OPTIONS.stamp.join(' or ')}, not '${stamp}'.`;
			options.stamp = match;
		}
		if (dates !== undefined) {
			const match = FILE_OPTIONS.dates.find((name) => name === dates);
			if (!match) return `--dates must be one of ${FILE_OPTIONS.dates.join(', ')}, not '${dates}'.`;
			options.dates = match;
		}
		if (interval !== undefined) {
			if (interval !== 'day' && !/^(1|5|15)$/.test(interval)) return `--interval must be 1, 5, 15 (minutes) or day, not '${interval}'.`;
			options.interval = interval === 'day' ? 'day' : (Number(interval) as 1);
		}
		if (symbol !== undefined) options.symbol = symbol;
		const source = values['symbol-from'];
		if (source !== undefined) {
			const match = FILE_OPTIONS.symbol_from.find((name) => name === source);
			if (!match) return `--symbol-from must be one of ${FILE_OPTIONS.symbol_from.join(', ')}, not '${source}'.`;
			options.symbolFrom = match;
		}
		if (values['dry-run']) options.dryRun = true;
		const asOf = values['as-of'];
		if (asOf !== undefined) {
			const date = parseDate(asOf);
			if (!date) return `--as-of must be a date such as 2023-09-18, not '${asOf}'.`;
			options.asOf = date;
		}
		return { paths: positionals.map(toAbsolute), options };
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Minimum milliseconds between two progress lines. */
const PROGRESS_INTERVAL = 1_000;

export type ImportJobs = Pick<Jobs, 'submit' | 'follow'>;

/** Submits the import of a path, logs its output and resolves with the result. Throws if the job fails or is cancelled. */
export async function importPath(
	jobs: ImportJobs,
	{ startedBy, ...request }: ImportPayload & { startedBy: string },
	log: (line: string) => void,
	progress?: (phase: string, fraction: number | null) => void,
): Promise<ImportResult> {
	const { id } = await jobs.submit(IMPORT, request, startedBy);
	const { state, result, error } = await jobs.follow(id, { line: log, ...(progress ? { progress } : {}) });
	if (state !== 'done') throw new Error(error ?? 'The import was cancelled.');
	return importResultSchema.parse(result);
}

const importResultSchema = z.object({
	files: z.number(),
	known: z.number(),
	failed: z.number(),
	rows: z.number(),
	rejects: z.number(),
	added: z.number(),
	corrected: z.number(),
});

/** Runs imports in the process that has the stores open. args[0] is an ImportRequest as JSON. Exit code 1 if a file failed or none was found. */
export function createImportCommand(jobs: ImportJobs): Command {
	return async (args, print) => {
		const { paths, options } = JSON.parse(args[0] ?? '{}') as ImportRequest;
		let exitCode = 0;
		for (const path of paths) {
			const startedAt = performance.now();
			let lastPrinted = startedAt;
			const progress = (phase: string, fraction: number | null): void => {
				const now = performance.now();
				if (fraction === null || now - lastPrinted < PROGRESS_INTERVAL) return;
				lastPrinted = now;
				print(`        ${Math.floor(100 * fraction)} % · ${phase}`);
			};
			const result = await importPath(jobs, { path, options, startedBy: 'npm run import' }, print, progress);
			const seconds = (performance.now() - startedAt) / 1000;
			for (const line of formatResult(result, options.dryRun === true, seconds)) print(line);
			if (!isSuccessful(result)) exitCode = 1;
		}
		return exitCode;
	};
}

function formatResult({ files, known, failed, rows, rejects, added, corrected }: ImportResult, isDry: boolean, seconds: number): string[] {
	if (isDry)
		return [
			`Dry run: ${files} files to import, ${known} already imported, ${failed} would fail: ${rows} rows, ${rejects} rejected. Nothing was stored.`,
		];
	const counts = `${files} files imported, ${known} already imported, ${failed} failed: ${rows} rows, ${rejects} rejected, ${added} bars added, ${corrected} corrected, ${seconds.toFixed(1)} s including reports`;
	if (files + known + failed === 0) return [counts, 'No market data files were found.'];
	if (failed === 0 || files + known === 0) return [counts];
	return [counts, 'Nothing from the failed files was stored. Fix them and import again; files that were imported are skipped.'];
}
