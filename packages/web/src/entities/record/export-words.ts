/** Texts of file exports. */
export const exportWords = {
	formats: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', parquet: 'Parquet', arrow: 'Arrow' },
	takeAway: 'Download all:',
} as const;
