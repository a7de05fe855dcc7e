import type { Validation } from '../../lib/api/types.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { reachWords } from './reach-words.ts';
import css from './record.module.css';
import { RecordPart } from './record-part.tsx';
import { isEnough, type Statistics } from './statistics.ts';
import { recordWords as words } from './words.ts';

interface Props {
	saved: NonNullable<Validation['saved']>;
	/** Given, as pages that only share this table don't need its texts. */
	verdictOf: (found: Statistics) => string;
}

/** The record of a saved filter in two parts: the past it was chosen on, and live results since. */
export function SavedRecord({ saved, verdictOf }: Props) {
	const [before, since] = [saved.before.result, saved.since.result];
	const at = msOf(saved.at);
	return (
		<div className={css['saved']}>
			<table className={`${panel['table']} ${css['parts']}`}>
				<caption className="visually-hidden">{words.title}</caption>
				<thead>
					<tr>
						{Object.entries(words.columns).map(([key, label]) => (
							<th key={key} scope="col">
								{label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					<RecordPart label={words.parts.before} found={before} />
					<RecordPart label={words.parts.since} found={since} />
					{saved.decisions ? (
						<>
							<RecordPart label={words.parts.took} found={saved.decisions.took} />
							<RecordPart label={words.parts.passed} found={saved.decisions.passed} />
						</>
					) : null}
				</tbody>
			</table>
			<p className={panel['note']}>
				<EtTime ms={at}>{words.begins[saved.begins](etDayClock(at))}</EtTime> {words.since(saved.since.reports)}{' '}
				{before.n > 0 ? words.before(formatShare(before.reconstructed)) : ''}
			</p>
			<p className={panel['note']}>{words.hint(before.horizon)}</p>
			{isEnough(before) ? (
				<p className={panel['note']}>
					{words.parts.before}: {verdictOf(before)}
				</p>
			) : null}
			{isEnough(since) ? (
				<p className={panel['note']}>
					{words.parts.since}: {verdictOf(since)} {reachWords.sequence(since)}
				</p>
			) : null}
		</div>
	);
}
