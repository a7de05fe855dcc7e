/** Texts of file exports. */
export const exportWords = {
	formats: { csv: 'CSV', json: 'JSON', parquet: 'Parquet', arrow: 'Arrow' },
	takeAway: 'Download all:',
} as const;
