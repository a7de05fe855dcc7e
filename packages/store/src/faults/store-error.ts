/** What can go wrong with data at rest, apart from faults of a single query. */
export const STORE_ERRORS = [
	'folder_held',
	'folder_unusable',
	'folder_newer',
	'database_failed',
	'database_away',
	'database_unsupported',
	'series_failed',
	'series_away',
	'stores_mismatched',
	'bad_block',
	'lead_lost',
] as const;
export type StoreErrorCode = (typeof STORE_ERRORS)[number];

/** `holder` is the process id that holds the folder, where it is known (folder_held). */
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

/** Of either store: an older program would not fill what it does not know. */
export const newerData = (): StoreError =>
	new StoreError(
		'folder_newer',
		'The data were written by a newer version of Signalwheel: start that version, or restore a backup that this one made.',
	);
