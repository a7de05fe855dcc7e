import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { reachWords } from './reach-words.ts';
import css from './record.module.css';
import { formatBasisPoints, formatRange, isEnough, type Statistics } from './statistics.ts';

const NONE = 'n/a';

type Shown = Pick<Statistics, 'n' | 'hit_rate' | 'interval' | 'base_rate' | 'detectable' | 'mean' | 'median'>;

/** A row of a record that is shown in parts: sample size, hit rate with its interval, base rate, mean and median excess. */
export function RecordPart({ label, found }: { label: string; found: Shown }) {
	const enough = isEnough(found);
	return (
		<tr>
			<th scope="row">{label}</th>
			<td>
				{formatCount(found.n)}
				{enough ? <small className={css['interval']}>{reachWords.seesShort(found)}</small> : null}
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
