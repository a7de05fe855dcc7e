import type { Tab } from '@sw/domain/signals/sector';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { hitSentence } from '../readings/hit.ts';
import css from './record.module.css';
import { formatBasisPoints, formatRange, hasEnoughOccurrences, type Statistics } from './statistics.ts';
import { reachWords, recordWords as words } from './words.ts';

interface HorizonTableProps {
	results: readonly Statistics[];
	tab: Tab;
	intervals?: boolean;
}

/** Table with a row per horizon: sample size, hit rate, base rate, mean and median excess. Also defines a hit. `intervals` adds confidence intervals. */
export function HorizonTable({ results, tab, intervals = false }: HorizonTableProps) {
	return (
		<>
			<table className={`${panel['table']} ${css['horizons']}`}>
				<caption className="visually-hidden">{words.horizonsTitle}</caption>
				<TableHeader names={Object.values(words.horizonColumns)} />
				<tbody>
					{results.map((one) => {
						const enough = hasEnoughOccurrences(one);
						return (
							<tr key={one.horizon}>
								<th scope="row">{words.bars(one.horizon)}</th>
								<td>
									{formatCount(one.n)}
									{enough ? <small className={css['interval']}>{reachWords.seesShort(one)}</small> : null}
								</td>
								<td>
									{enough ? formatShare(one.hit_rate) : NOT_AVAILABLE}
									{enough && intervals ? <small className={css['interval']}>{formatRange(one.interval)}</small> : null}
								</td>
								<td>{formatShare(one.base_rate)}</td>
								<td>{enough ? formatBasisPoints(one.mean) : NOT_AVAILABLE}</td>
								<td>{enough ? formatBasisPoints(one.median) : NOT_AVAILABLE}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
			<p className={panel['note']}>{hitSentence(tab)}</p>
		</>
	);
}

interface Props {
	saved: NonNullable<Validation['saved']>;
	/** A parameter, because pages that use only this file's tables must not load the verdict's texts. */
	verdictOf: (found: Statistics) => string;
}

/** Shows the record of a saved filter in two parts: the past on which it was chosen, and live results since. */
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
			{hasEnoughOccurrences(before) ? (
				<p className={panel['note']}>
					{words.parts.before}: {verdictOf(before)}
				</p>
			) : null}
			{hasEnoughOccurrences(since) ? (
				<p className={panel['note']}>
					{words.parts.since}: {verdictOf(since)} {reachWords.sequence(since)}
				</p>
			) : null}
		</div>
	);
}

const NOT_AVAILABLE = 'n/a';

type PartStatistics = Pick<Statistics, 'n' | 'hit_rate' | 'interval' | 'base_rate' | 'detectable' | 'mean' | 'median'>;

/** Shows one part of a record as a table row: sample size, hit rate with interval, base rate, mean and median excess. */
export function RecordPart({ label, found }: { label: string; found: PartStatistics }) {
	const enough = hasEnoughOccurrences(found);
	return (
		<tr>
			<th scope="row">{label}</th>
			<td>
				{formatCount(found.n)}
				{enough ? <small className={css['interval']}>{reachWords.seesShort(found)}</small> : null}
			</td>
			<td>
				{enough ? formatShare(found.hit_rate) : NOT_AVAILABLE}
				{enough ? <small className={css['interval']}>{formatRange(found.interval)}</small> : null}
			</td>
			<td>{found.base_rate === null ? NOT_AVAILABLE : formatShare(found.base_rate)}</td>
			<td>{enough ? formatBasisPoints(found.mean) : NOT_AVAILABLE}</td>
			<td>{enough ? formatBasisPoints(found.median) : NOT_AVAILABLE}</td>
		</tr>
	);
}
