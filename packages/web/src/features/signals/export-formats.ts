/** Export formats of a list. */
export const EXPORT_FORMATS = ['csv', 'json', 'parquet', 'arrow'] as const;
