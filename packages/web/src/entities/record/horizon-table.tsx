import type { Tab } from '@sw/domain/signals/sector';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { Columns } from '../../ui/content/columns.tsx';
import panel from '../../ui/panel.module.css';
import { hitSentence } from '../readings/hit.ts';
import { reachWords } from './reach-words.ts';
import css from './record.module.css';
import { formatBasisPoints, formatRange, isEnough, type Statistics } from './statistics.ts';
import { recordWords as words } from './words.ts';

const NONE = 'n/a';

interface Props {
	results: readonly Statistics[];
	tab: Tab;
	intervals?: boolean;
}

/** Each horizon with sample size, hit rate, base rate, mean and median excess, and the definition of a hit; `intervals` adds the interval. */
export function HorizonTable({ results, tab, intervals = false }: Props) {
	return (
		<>
			<table className={`${panel['table']} ${css['horizons']}`}>
				<caption className="visually-hidden">{words.horizonsTitle}</caption>
				<Columns names={Object.values(words.horizonColumns)} />
				<tbody>
					{results.map((one) => {
						const enough = isEnough(one);
						return (
							<tr key={one.horizon}>
								<th scope="row">{words.bars(one.horizon)}</th>
								<td>
									{formatCount(one.n)}
									{enough ? <small className={css['interval']}>{reachWords.seesShort(one)}</small> : null}
								</td>
								<td>
									{enough ? formatShare(one.hit_rate) : NONE}
									{enough && intervals ? <small className={css['interval']}>{formatRange(one.interval)}</small> : null}
								</td>
								<td>{formatShare(one.base_rate)}</td>
								<td>{enough ? formatBasisPoints(one.mean) : NONE}</td>
								<td>{enough ? formatBasisPoints(one.median) : NONE}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
			<p className={panel['note']}>{hitSentence(tab)}</p>
		</>
	);
}
