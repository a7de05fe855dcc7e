import type { Validation } from '../../lib/api/types.ts';
import { Columns } from '../../ui/content/columns.tsx';
import panel from '../../ui/panel.module.css';
import { informationRecordWords as words } from './information-words.ts';
import css from './record.module.css';
import { RecordPart } from './record-part.tsx';
import { recordWords } from './words.ts';

const PARTS = ['with', 'without', 'unknown'] as const;

/** The record with a filing, without one, and where it isn't known; nothing where no filings are known. */
export function InformationRecord({ record }: { record: Validation['information'] }) {
	if (!hasInformation(record)) return null;
	return (
		<>
			<table className={`${panel['table']} ${css['horizons']}`}>
				<caption className="visually-hidden">{words.title}</caption>
				<Columns names={Object.values(words.columns)} />
				<tbody>
					{PARTS.map((part) => (
						<RecordPart key={part} label={words.parts[part]} found={record[part].result} />
					))}
				</tbody>
			</table>
			<p className={panel['note']}>{words.hint}</p>
		</>
	);
}

/** The same in a line for each part of which something is known. */
export function InformationLines({ record }: { record: Validation['information'] }) {
	if (!hasInformation(record)) return null;
	return PARTS.filter((part) => record[part].result.n > 0).map((part) => (
		<span key={part}>
			{words.lines[part]}: {recordWords.line(record[part].result)}
		</span>
	));
}

function hasInformation(record: Validation['information']): boolean {
	return record.with.result.n + record.without.result.n > 0;
}
