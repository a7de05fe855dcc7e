import type { Validation } from '../../lib/api/types.ts';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { hasInformation, INFORMATION_PARTS } from './information-lines.tsx';
import { informationRecordWords as words } from './information-words.ts';
import css from './record.module.css';
import { RecordPart } from './saved-record.tsx';

/** Shows a table of the record with a filing, without one, and unknown. Renders nothing if no filings are known. */
export function InformationRecord({ record }: { record: Validation['information'] }) {
	if (!hasInformation(record)) return null;
	return (
		<>
			<table className={`${panel['table']} ${css['horizons']}`}>
				<caption className="visually-hidden">{words.title}</caption>
				<TableHeader names={Object.values(words.columns)} />
				<tbody>
					{INFORMATION_PARTS.map((part) => (
						<RecordPart key={part} label={words.parts[part]} statistics={record[part].result} />
					))}
				</tbody>
			</table>
			<p className={panel['note']}>{words.hint}</p>
		</>
	);
}
