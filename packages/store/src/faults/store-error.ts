/** Codes of errors of the stores, except failures of a single query. */
export const STORE_ERRORS = [
	'folder_held',
	'folder_unusable',
	'folder_newer',
	'database_failed',
	'database_away',
	'database_unsupported',
	'series_failed',
	'series_damaged',
	'series_changed',
	'series_away',
	'stores_mismatched',
	'bad_block',
	'lead_lost',
] as const;
export type StoreErrorCode = (typeof STORE_ERRORS)[number];

/** `holder` is the id of the process that holds the folder, if known (folder_held). */
export class StoreError extends Error {
	readonly code: StoreErrorCode;
	readonly holder: number | undefined;

	constructor(code: StoreErrorCode, message: string, options: { holder?: number | undefined; cause?: unknown } = {}) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'StoreError';
		this.code = code;
		this.holder = options.holder;
	}
}

/** Creates the error for data of a newer version, which this version couldn't maintain. `requiredVersion`: the version needed, if known. */
export function newerDataError(requiredVersion?: string): StoreError {
	return new StoreError(
		'folder_newer',
		requiredVersion === undefined
			? 'The data were written by a newer version of Signalwheel: start that version, or restore a backup made by this one.'
			: `The data were written by Signalwheel ${requiredVersion}: start that version or a later one, or run its 'signalwheel rollback' to bring back the data from before the upgrade.`,
	);
}

/** Advice if stored data differs from what was written. */
export const RESTORE_ADVICE = 'Stop the server and restore the newest backup into an empty data folder: npm run restore -- <backup>.';

/** ClickHouse's messages about truncated or changed files, for which a retry does not help. */
const DAMAGE =
	/checksum doesn't match|CANNOT_READ_ALL_DATA|cannot read all data|CANNOT_DECOMPRESS|CORRUPTED_DATA|UNKNOWN_CODEC|unknown codec|ATTEMPT_TO_READ_AFTER_EOF|attempt to read after eof|UNEXPECTED_END_OF_FILE|TOO_LARGE_SIZE_COMPRESSED|INCORRECT_DATA|TOO_MANY_UNEXPECTED_DATA_PARTS|suspicious.*parts|NO_FILE_IN_DATA_PART|BAD_SIZE_OF_FILE_IN_DATA_PART|sizes of columns doesn't match|SIZES_OF_MARKS_FILES_ARE_INCONSISTENT/i;

/** Returns the error, or a StoreError with one sentence of advice if it reports damaged files. */
export function explainDamage(error: unknown): unknown {
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof StoreError || !DAMAGE.test(message)) return error;
	const table = message.match(/in table \w+\.(\w+)/)?.[1];
	return new StoreError(
		'series_damaged',
		`The files of the series store are damaged${table ? ` (table ${table})` : ''}. ${RESTORE_ADVICE}`,
		{
			cause: error,
		},
	);
}
