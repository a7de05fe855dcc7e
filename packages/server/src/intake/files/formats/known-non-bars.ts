/** Tables that are found next to bars and hold none: recognised by name, so that the import can say why they are skipped. */
import { ImportError } from '../faults/import-error.ts';

const BY_PLACE: readonly (readonly [RegExp, string])[] = [
	[/fundamental\/coarse\/\d{8}\.csv/i, 'It lists closes only, without open, high and low.'],
	[/universes\/etf\//i, 'It lists the holdings of a fund.'],
];
const BY_HEADER: readonly (readonly [RegExp, string])[] = [
	[/^#?date,pcredit8/i, 'It contains interest rates.'],
	[/^market,symbol,type,description,quote_currency/i, 'It lists properties of symbols.'],
	[/^ex_date,symbol,prev_date/i, 'It lists possible splits, not confirmed ones.'],
	[/^date,type,name$/i, "It is a calendar; the product's own calendar already has these days."],
	[/^symbol,end_date,amend,/i, 'It contains figures from annual reports.'],
	[/^source_kind,underlying,date,measure/i, 'It contains checksums of an import.'],
	[
		/^"?ticker"?[,;\t]"?date"?[,;\t]"?type"?[,;\t]"?value"?\s*$/i,
		'It contains splits and dividends: apply it under Data, Splits, or by POST /api/corporate-actions.',
	],
	[/^path,bytes,sha256$/i, 'It is a list of files.'],
];

/** ImportError 'unused' that says what the table is, when it is one of these. */
export function rejectKnownNonBars(firstLine: string, place: string): void {
	const match = BY_PLACE.find(([name]) => name.test(place)) ?? BY_HEADER.find(([header]) => header.test(firstLine));
	if (match) throw new ImportError('unused', match[1]);
}
