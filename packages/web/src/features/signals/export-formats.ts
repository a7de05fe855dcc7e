/** Files as which a list can be taken away. */
export const EXPORT_FORMATS = ['csv', 'json', 'parquet', 'arrow'] as const;
