/** Texts of a record that is split by public filings. */
export const informationRecordWords = {
	title: 'With and without a filing',
	/** Names of the parts, as cells of a table and as starts of a line. */
	parts: { with: 'filing', without: 'no filing', unknown: 'not known' },
	lines: { with: 'With a filing', without: 'Without a filing', unknown: 'Filings not known' },
	columns: { part: 'company', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	hint: 'Whether the company had filed something with the SEC: since the previous close, or over five sessions with 4h or 1d.',
} as const;
