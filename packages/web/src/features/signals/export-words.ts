/** Words of the files as which a list can be taken away. */
export const exportListWords = {
	formats: { csv: 'CSV', json: 'JSON', parquet: 'Parquet' },
	hints: { csv: 'for spreadsheets', json: 'with its data dictionary', parquet: 'for analysis' },
	dictionary: 'Data dictionary',
	dictionaryHint: 'what each column means',
} as const;
