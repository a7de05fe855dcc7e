import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_OPTIONS, isFileZone } from '@sw/domain/prices/batch';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { exchangeDate } from '@sw/domain/time/units';
import { parseDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import type { ImportProgress } from '../../intake/files/read-import.ts';
import { INSTRUCTIONS } from '../../intake/files/watched-folder.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import type { ImportResult, ImportRun, RequestedImport } from './import-files.ts';

/** Options of reading files that a user can set. */
export const IMPORT_OPTIONS = z.object({
	format: z.enum(FILE_OPTIONS.format).exactOptional(),
	zone: z.string().refine(isFileZone).exactOptional(),
	stamp: z.enum(FILE_OPTIONS.stamp).exactOptional(),
	dates: z.enum(FILE_OPTIONS.dates).exactOptional(),
	interval: z.union([z.literal(1), z.literal(5), z.literal(15), z.literal('day')]).exactOptional(),
	symbol: z.string().exactOptional(),
	symbolFrom: z.enum(FILE_OPTIONS.symbol_from).exactOptional(),
	dryRun: z.boolean().exactOptional(),
	asOf: z.string().transform(exchangeDate).exactOptional(),
});

/** Imports market data files below a path on the server's machine. */
export const IMPORT = defineJob({
	kind: 'import',
	lane: MARKET_LANE,
	payload: z.object({
		path: z.string(),
		options: IMPORT_OPTIONS,
		/** Set for the drop folder: options are in files next to `path`, and a failed file fails the job. */
		isDropped: z.boolean().exactOptional(),
	}),
});

export type ImportPayload = z.infer<typeof IMPORT.payload>;

export interface FileImporter {
	importFiles(path: string, options: RequestedImport, log: (line: string) => void): Promise<ImportResult>;
}

/** Fields of an instruction file for dropped files; they correspond to flags of the import command. */
const INSTRUCTION_FIELDS = {
	format: optionalEnum(FILE_OPTIONS.format),
	zone: z.string('takes a text').refine(isFileZone, 'takes utc, new-york or a time zone such as America/Chicago or EST').exactOptional(),
	stamp: optionalEnum(FILE_OPTIONS.stamp),
	dates: optionalEnum(FILE_OPTIONS.dates),
	interval: z
		.union([z.literal(1), z.literal(5), z.literal(15), z.enum(FILE_OPTIONS.interval)], 'takes 1, 5, 15 (minutes) or "day"')
		.transform((value) => (value === 'day' ? value : (Number(value) as 1 | 5 | 15)))
		.exactOptional(),
	symbol: z
		.string('takes a text')
		.refine((text) => normalizeSymbol(text) !== undefined, 'takes a symbol such as AAPL or BRK.B')
		.exactOptional(),
	symbol_from: optionalEnum(FILE_OPTIONS.symbol_from),
	as_of: z
		.string('takes a text')
		.refine((text) => parseDate(text) !== undefined, 'takes a date such as 2023-09-18')
		.transform(exchangeDate)
		.exactOptional(),
};

const instructionsSchema = z.strictObject(INSTRUCTION_FIELDS);
type Instructions = z.infer<typeof instructionsSchema>;
type ReadingOptions = Pick<ImportRun, 'format' | 'zone' | 'stamp' | 'dates' | 'interval' | 'symbol' | 'symbolFrom' | 'asOf'>;

/** Handler of import jobs. Finished files are skipped, so an interrupted import continues with the file that it was reading. */
export function createImportJob(market: FileImporter): BoundJob {
	return bindJob(IMPORT, async ({ path, options, isDropped = false }, { printLine, progress, signal }) => {
		const startedAt = performance.now();
		const onProgress = ({ name, bytes, bytesTotal, rows }: ImportProgress): void => {
			const rowsPerSecond = Math.round((rows * 1000) / (performance.now() - startedAt));
			progress(`${rows} rows · ${rowsPerSecond} rows/s · ${name}`, Math.min(1, bytes / Math.max(1, bytesTotal)));
		};
		const failures: string[] = [];
		const reportLine = (line: string): void => {
			if (/^(FAILED|STOPPED)/.test(line)) failures.push(line.replace(/^\w+ +/, ''));
			printLine(line);
			progress(line.trim());
		};
		const aborted = Promise.withResolvers<never>();
		signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
		// Reading stops on the signal. Building reports stops only with the market, which stops after its jobs; the job does not wait for that.
		const fileOptions = isDropped ? await readInstructions(path) : options;
		const result = await Promise.race([market.importFiles(path, { ...fileOptions, onProgress, signal }, reportLine), aborted.promise]);
		if (isDropped && !isSuccessful(result)) throw new Error(describeFailures(result, failures));
		return { ...result };
	});
}

/** Whether at least one file was found and none failed. */
export function isSuccessful({ files, known, failed }: ImportResult): boolean {
	return failed === 0 && files + known > 0;
}

function optionalEnum<const T extends readonly string[]>(values: T) {
	return z.enum(values, `takes ${values.join(', ')}`).exactOptional();
}

/** Reads '<name>.import.json' next to a file or folder; 'import.json' in the same folder has defaults. Throws an error that names file and field. */
export async function readInstructions(path: string): Promise<ReadingOptions> {
	const merged: Instructions = {
		...(await readInstructionFile(join(dirname(path), INSTRUCTIONS))),
		...(await readInstructionFile(`${path}.${INSTRUCTIONS}`)),
	};
	const { symbol_from, as_of, ...options } = merged;
	return { ...options, ...(symbol_from && { symbolFrom: symbol_from }), ...(as_of && { asOf: as_of }) };
}

async function readInstructionFile(file: string): Promise<Instructions> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	});
	if (text === undefined) return {};
	const name = basename(file);
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw new Error(`${name} isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	const parsed = instructionsSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const field = issue?.path.join('.');
	if (issue?.code === 'unrecognized_keys')
		throw new Error(`${name} has an unknown field '${issue.keys[0]}': it takes ${Object.keys(INSTRUCTION_FIELDS).join(', ')}.`);
	throw new Error(field ? `${name}: ${field} ${issue?.message}.` : `${name} takes an object such as {"zone": "utc", "interval": 15}.`);
}

/** Maximum number of failures listed in a job's error. */
const MAX_LISTED = 3;

function describeFailures({ files, known, failed }: ImportResult, failures: readonly string[]): string {
	if (files + known + failed === 0) return 'No file of market data was found.';
	const suffix = failures.length > MAX_LISTED ? ` And ${failures.length - MAX_LISTED} more.` : '';
	return `${failed} of ${files + known + failed} files failed. ${failures.slice(0, MAX_LISTED).join(' ')}${suffix}`;
}
