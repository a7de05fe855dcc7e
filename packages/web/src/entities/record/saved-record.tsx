import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { reachWords } from './reach-words.ts';
import css from './record.module.css';
import { formatBasisPoints, formatRange, isEnough, type Statistics } from './statistics.ts';
import { recordWords as words } from './words.ts';

const NONE = 'n/a';

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
					<Part name="before" found={before} />
					<Part name="since" found={since} />
					{saved.decisions ? (
						<>
							<Part name="took" found={saved.decisions.took} />
							<Part name="passed" found={saved.decisions.passed} />
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

/** Decisions have no least detectable effect. */
type Shown = Pick<Statistics, 'n' | 'hit_rate' | 'interval' | 'base_rate' | 'mean' | 'median'> & Partial<Pick<Statistics, 'detectable'>>;

function Part({ name, found }: { name: keyof typeof words.parts; found: Shown }) {
	const enough = isEnough(found);
	return (
		<tr>
			<th scope="row">{words.parts[name]}</th>
			<td>
				{formatCount(found.n)}
				{enough && found.detectable ? <small className={css['interval']}>{reachWords.seesShort({ detectable: found.detectable })}</small> : null}
			</td>
			<td>
				{enough ? formatShare(found.hit_rate) : NONE}
				{enough ? <small className={css['interval']}>{formatRange(found.interval)}</small> : null}
			</td>
			<td>{found.base_rate === null ? NONE : formatShare(found.base_rate)}</td>
			<td>{enough ? formatBasisPoints(found.mean) : NONE}</td>
			<td>{enough ? formatBasisPoints(found.median) : NONE}</td>
		</tr>
	);
}
