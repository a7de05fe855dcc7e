import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { importCalls } from '@sw/contract/operations/imports';
import type { Caller } from '@sw/domain/access/caller';
import { MAX_UPLOAD_BYTES } from '@sw/domain/prices/batch';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { isoSeconds } from '@sw/domain/time/format';
import { LRUCache } from 'lru-cache';
import { IMPORT_OPTIONS, type ImportPayload } from '../../../market/imports/import-job.ts';
import type { ImportPreview, PreviewedTable } from '../../../market/imports/preview-import.ts';
import { explainInvalidName, type Upload, type Uploads } from '../../../market/imports/uploads.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { respond } from '../../answer.ts';
import type { AuditAct } from '../../audit-act.ts';
import type { Handlers } from '../../handlers.ts';
import { presentJob } from '../../present-job.ts';

/** Options for reading a file. */
type ReadOptions = Omit<ImportPayload['options'], 'dryRun'>;

interface ImportsParts {
	readonly uploads: Pick<Uploads, 'add' | 'find' | 'remove'>;
	/** Checks a file without storing anything. */
	preview(path: string, options: ReadOptions): Promise<ImportPreview>;
	/** Reads the lines of a table whose number (from 1) passes `isRequested`, and counts all lines of the table. */
	readLines(
		path: string,
		table: string,
		isRequested: (line: number) => boolean,
	): Promise<{ readonly lines: readonly { readonly line: number; readonly text: string }[]; readonly total: number }>;
	/** Submits the import of a file. */
	submit(path: string, options: ReadOptions, startedBy: string): Promise<Job>;
	/** The reason why this market accepts no files; undefined if it does. */
	whyNoImport(): string | undefined;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	emailOf(caller: Caller): Promise<string>;
}

type UploadAnswer = AnswerOf<(typeof importCalls)['upload']>;

/** Number of cached previews, for repeated requests for the rows of a file. */
const CACHED_PREVIEWS = 8;

export function createImportHandlers({ uploads, preview, readLines, submit, whyNoImport, audit, emailOf }: ImportsParts) {
	const previews = new LRUCache<string, ImportPreview>({ max: CACHED_PREVIEWS });

	const requireUpload = async (id: string): Promise<Upload> => {
		const upload = await uploads.find(id);
		if (!upload) throw notFound('Upload not found: it was imported, discarded, or expired after two days.');
		return upload;
	};
	const loadPreview = async ({ id, path }: Upload, options: ReadOptions): Promise<ImportPreview> => {
		const key = `${id} ${JSON.stringify(options)}`;
		const importPreview = previews.get(key) ?? (await preview(path, options));
		previews.set(key, importPreview);
		return importPreview;
	};
	const present = async (upload: Upload, options: ReadOptions): Promise<UploadAnswer> => {
		const { tables, question } = await loadPreview(upload, options);
		const { id, name, bytes } = upload;
		return { id, name, bytes, tables: tables.map(presentTable), question: question ?? null };
	};
	const remove = async (id: string): Promise<void> => {
		for (const key of [...previews.keys()]) if (key.startsWith(id)) previews.delete(key);
		await uploads.remove(id);
	};

	return {
		uploadImport: async ({ body, caller }) => {
			const refusal = whyNoImport();
			if (refusal !== undefined) throw new Problem('conflict', { detail: refusal });
			const nameError = explainInvalidName(body.name);
			if (nameError !== undefined) throw malformed('name', nameError);
			const content = Buffer.from(body.content, 'base64');
			if (content.length === 0) throw malformed('content', 'The file is empty.');
			if (content.length > MAX_UPLOAD_BYTES) throw new Problem('too_large');
			const upload = await uploads.add(body.name, content);
			await audit(caller, 'import.upload', upload.name, { id: upload.id, bytes: upload.bytes });
			return present(upload, {});
		},
		upload: async ({ params, query }) => present(await requireUpload(params.id), parseReadOptions(query)),
		uploadRows: async ({ params, query: { table: tableIndex, refused, skip, max, ...readQuery } }) => {
			const upload = await requireUpload(params.id);
			const table = (await loadPreview(upload, parseReadOptions(readQuery))).tables[tableIndex];
			if (!table) throw malformed('table', "The file doesn't have this table.");
			const reasonByLine = new Map(table.rejects.map(({ line, reason }) => [line, reason]));
			const lineNumbers = [...reasonByLine.keys()].sort((a, b) => a - b).slice(skip, skip + max);
			const requestedLines = new Set(lineNumbers);
			// If not all refusals are stored, rows after the last stored one can't be classified.
			const classifiedUntil = table.refused > reasonByLine.size ? Math.max(0, ...reasonByLine.keys()) : Number.POSITIVE_INFINITY;
			const last = Math.min(skip + max, classifiedUntil);
			const isRequested = (line: number): boolean => (refused ? requestedLines.has(line) : line > skip && line <= last);
			const tableLines = await readLines(upload.path, table.name, isRequested);
			const items = tableLines.lines.map(({ line, text }) => ({ line, text, reason: reasonByLine.get(line) ?? null }));
			return { items, total_count: refused ? reasonByLine.size : Math.min(tableLines.total, classifiedUntil) };
		},
		confirmImport: async ({ params, query, caller }) => {
			const options = parseReadOptions(query);
			const upload = await requireUpload(params.id);
			const job = await submit(upload.path, options, await emailOf(caller));
			await audit(caller, 'import.confirm', upload.name, { id: upload.id, job: job.id, ...options });
			return presentJob(job);
		},
		dropImport: async ({ params, caller }) => {
			const upload = await requireUpload(params.id);
			await remove(upload.id);
			await audit(caller, 'import.drop', upload.name, { id: upload.id });
			return respond(204);
		},
	} satisfies Handlers<typeof importCalls>;
}

function presentTable({
	name,
	state,
	words,
	rows,
	refused,
	reasons,
	rejects,
	compared,
	outlying,
}: PreviewedTable): UploadAnswer['tables'][number] {
	return {
		name,
		state,
		words,
		rows,
		refused,
		reasons: reasons.map((reason) => ({ ...reason })),
		added: compared.added,
		unchanged: compared.unchanged,
		replaced: compared.replaced,
		largest: compared.largest.map(({ at, ...bar }) => ({ ...bar, at: at === null ? null : isoSeconds(at) })),
		outlying: outlying.count,
		farthest: outlying.farthest.map(({ at, ...bar }) => ({ ...bar, at: at === null ? null : isoSeconds(at) })),
		listed: rejects.length,
	};
}

function parseReadOptions({
	interval,
	symbol,
	symbol_from,
	as_of,
	...otherOptions
}: HandlerInput<(typeof importCalls)['upload']>['query']): ReadOptions {
	const normalizedSymbol = symbol === undefined ? undefined : normalizeSymbol(symbol);
	if (symbol !== undefined && normalizedSymbol === undefined) throw malformed('symbol', `'${symbol}' isn't a valid symbol.`);
	const minutes = interval === undefined || interval === 'day' ? interval : Number(interval);
	const options = { ...otherOptions, interval: minutes, symbol: normalizedSymbol, symbolFrom: symbol_from, asOf: as_of };
	return IMPORT_OPTIONS.parse(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)));
}
