/** Texts of the export formats. */
export const exportListWords = {
	formats: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', parquet: 'Parquet', arrow: 'Arrow' },
	hints: {
		csv: 'for any program',
		xlsx: 'for spreadsheets',
		json: 'with data dictionary',
		parquet: 'for analysis',
		arrow: 'for notebooks',
	},
	dictionary: 'Data dictionary',
	dictionaryHint: 'what each column means',
} as const;
