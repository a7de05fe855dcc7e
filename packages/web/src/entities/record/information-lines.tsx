import type { Validation } from '../../lib/api/types.ts';
import { informationRecordWords as words } from './information-words.ts';
import { recordWords } from './words.ts';

export const INFORMATION_PARTS = ['with', 'without', 'unknown'] as const;

/** Shows the record in one line for each part with occurrences: with a filing, without one, and unknown. */
export function InformationLines({ record }: { record: Validation['information'] }) {
	if (!hasInformation(record)) return null;
	return INFORMATION_PARTS.filter((part) => record[part].result.n > 0).map((part) => (
		<span key={part}>
			{words.lines[part]}: {recordWords.line(record[part].result)}
		</span>
	));
}

/** Whether filings are known for any occurrence. */
export function hasInformation(record: Validation['information']): boolean {
	return record.with.result.n + record.without.result.n > 0;
}
