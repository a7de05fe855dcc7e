import { hitSentence } from '../../entities/readings/hit.ts';
import { formatBasisPoints, formatRange, isEnough } from '../../entities/record/statistics.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { Columns } from '../../ui/columns.tsx';
import panel from '../../ui/panel.module.css';
import css from './validation.module.css';
import { validationWords as words } from './words.ts';

const NONE = 'n/a';

/** Every horizon with its sample, hit rate, mean and median excess and base rate, and what these words mean; `intervals` also with the interval. */
export const HorizonTable = ({ found, intervals = false }: { found: Validation; intervals?: boolean }) => (
	<>
		<table className={`${panel['table']} ${css['horizons']}`}>
			<caption className="visually-hidden">{words.resultsTitle}</caption>
			<Columns names={Object.values(words.columns)} />
			<tbody>
				{found.results.map((one) => {
					const enough = isEnough(one);
					return (
						<tr key={one.horizon}>
							<th scope="row">{words.bars(one.horizon)}</th>
							<td>{formatCount(one.n)}</td>
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
		<p className={panel['note']}>{hitSentence(found.question.tab)}</p>
	</>
);
