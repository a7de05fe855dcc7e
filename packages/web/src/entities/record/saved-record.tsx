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
	hasIntervals?: boolean;
}

/** Table with a row per horizon: sample size, hit rate, base rate, mean and median excess. Also defines a hit. `hasIntervals` adds confidence intervals. */
export function HorizonTable({ results, tab, hasIntervals = false }: HorizonTableProps) {
	return (
		<>
			<table className={`${panel['table']} ${css['horizons']}`}>
				<caption className="visually-hidden">{words.horizonsTitle}</caption>
				<TableHeader names={Object.values(words.horizonColumns)} />
				<tbody>
					{results.map((row) => {
						const hasEnough = hasEnoughOccurrences(row);
						return (
							<tr key={row.horizon}>
								<th scope="row">{words.bars(row.horizon)}</th>
								<td>
									{formatCount(row.n)}
									{hasEnough ? <small className={css['interval']}>{reachWords.seesShort(row)}</small> : null}
								</td>
								<td>
									{hasEnough ? formatShare(row.hit_rate) : NOT_AVAILABLE}
									{hasEnough && hasIntervals ? <small className={css['interval']}>{formatRange(row.interval)}</small> : null}
								</td>
								<td>{formatShare(row.base_rate)}</td>
								<td>{hasEnough ? formatBasisPoints(row.mean) : NOT_AVAILABLE}</td>
								<td>{hasEnough ? formatBasisPoints(row.median) : NOT_AVAILABLE}</td>
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
	formatVerdict: (statistics: Statistics) => string;
}

/** Shows the record of a saved filter in two parts: the past on which it was chosen, and live results since. */
export function SavedRecord({ saved, formatVerdict }: Props) {
	const [before, since] = [saved.before.result, saved.since.result];
	const savedAt = msOf(saved.at);
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
					<RecordPart label={words.parts.before} statistics={before} />
					<RecordPart label={words.parts.since} statistics={since} />
					{saved.decisions ? (
						<>
							<RecordPart label={words.parts.took} statistics={saved.decisions.took} />
							<RecordPart label={words.parts.passed} statistics={saved.decisions.passed} />
						</>
					) : null}
				</tbody>
			</table>
			<p className={panel['note']}>
				<EtTime ms={savedAt}>{words.begins[saved.begins](etDayClock(savedAt))}</EtTime> {words.since(saved.since.reports)}{' '}
				{before.n > 0 ? words.before(formatShare(before.reconstructed)) : ''}
			</p>
			<p className={panel['note']}>{words.hint(before.horizon)}</p>
			{hasEnoughOccurrences(before) ? (
				<p className={panel['note']}>
					{words.parts.before}: {formatVerdict(before)}
				</p>
			) : null}
			{hasEnoughOccurrences(since) ? (
				<p className={panel['note']}>
					{words.parts.since}: {formatVerdict(since)} {reachWords.sequence(since)}
				</p>
			) : null}
		</div>
	);
}

const NOT_AVAILABLE = 'n/a';

type PartStatistics = Pick<Statistics, 'n' | 'hit_rate' | 'interval' | 'base_rate' | 'detectable' | 'mean' | 'median'>;

/** Shows one part of a record as a table row: sample size, hit rate with interval, base rate, mean and median excess. */
export function RecordPart({ label, statistics }: { label: string; statistics: PartStatistics }) {
	const hasEnough = hasEnoughOccurrences(statistics);
	return (
		<tr>
			<th scope="row">{label}</th>
			<td>
				{formatCount(statistics.n)}
				{hasEnough ? <small className={css['interval']}>{reachWords.seesShort(statistics)}</small> : null}
			</td>
			<td>
				{hasEnough ? formatShare(statistics.hit_rate) : NOT_AVAILABLE}
				{hasEnough ? <small className={css['interval']}>{formatRange(statistics.interval)}</small> : null}
			</td>
			<td>{statistics.base_rate === null ? NOT_AVAILABLE : formatShare(statistics.base_rate)}</td>
			<td>{hasEnough ? formatBasisPoints(statistics.mean) : NOT_AVAILABLE}</td>
			<td>{hasEnough ? formatBasisPoints(statistics.median) : NOT_AVAILABLE}</td>
		</tr>
	);
}
