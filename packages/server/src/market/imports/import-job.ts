import { FILE_READING, isFileZone } from '@sw/domain/prices/upload';
import { exchangeDate } from '@sw/domain/time/units';
import { z } from 'zod';
import type { ImportProgress } from '../../intake/files/read-import.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import type { ImportResult, RequestedImport } from './import-files.ts';
import { readInstructions } from './read-instructions.ts';

/** How to read files, where the user sets it. */
export const IMPORT_OPTIONS = z.object({
	format: z.enum(FILE_READING.format).exactOptional(),
	zone: z.string().refine(isFileZone).exactOptional(),
	stamp: z.enum(FILE_READING.stamp).exactOptional(),
	dates: z.enum(FILE_READING.dates).exactOptional(),
	interval: z.union([z.literal(1), z.literal(5), z.literal(15), z.literal('day')]).exactOptional(),
	symbol: z.string().exactOptional(),
	symbolFrom: z.enum(FILE_READING.symbol_from).exactOptional(),
	dryRun: z.boolean().exactOptional(),
	asOf: z.string().transform(exchangeDate).exactOptional(),
});

/** Reads market data files below a path of the server's machine. */
export const IMPORT = defineJob({
	kind: 'import',
	lane: MARKET_LANE,
	payload: z.object({
		path: z.string(),
		options: IMPORT_OPTIONS,
		/** From the drop folder: options are in files beside it, and a failed file fails the job. */
		isDropped: z.boolean().exactOptional(),
	}),
});

export type ImportAsked = z.infer<typeof IMPORT.payload>;

export interface ImportsFiles {
	importFiles(path: string, options: RequestedImport, log: (line: string) => void): Promise<ImportResult>;
}

/** Each file is one batch and finished files are skipped: an interrupted import continues with the file it was reading. */
export function importJob(market: ImportsFiles): BoundJob {
	return bindJob(IMPORT, async ({ path, options, isDropped = false }, { say, progress, signal }) => {
		const started = performance.now();
		const onProgress = ({ name, bytes, bytesTotal, rows }: ImportProgress): void => {
			const perSecond = Math.round((rows * 1000) / (performance.now() - started));
			progress(`${rows} rows · ${perSecond} rows/s · ${name}`, Math.min(1, bytes / Math.max(1, bytesTotal)));
		};
		const failures: string[] = [];
		const notify = (line: string): void => {
			if (/^(FAILED|STOPPED)/.test(line)) failures.push(line.replace(/^\w+ +/, ''));
			say(line);
			progress(line.trim());
		};
		const broken = Promise.withResolvers<never>();
		signal.addEventListener('abort', () => broken.reject(signal.reason), { once: true });
		// Reading stops on the signal; building reports stops only with the market, which stops after its jobs.
		const reported = isDropped ? await readInstructions(path) : options;
		const result = await Promise.race([market.importFiles(path, { ...reported, onProgress, signal }, notify), broken.promise]);
		if (isDropped && !isWhole(result)) throw new Error(whyFailed(result, failures));
		return { ...result };
	});
}

/** Whether there was at least one file and none failed. */
export function isWhole({ files, known, failed }: ImportResult): boolean {
	return failed === 0 && files + known > 0;
}

/** Failures named in the error of a job. */
const NAMED = 3;

function whyFailed({ files, known, failed }: ImportResult, failures: readonly string[]): string {
	if (files + known + failed === 0) return 'No file of market data was found.';
	const more = failures.length > NAMED ? ` And ${failures.length - NAMED} more.` : '';
	return `${failed} of ${files + known + failed} files failed. ${failures.slice(0, NAMED).join(' ')}${more}`;
}
