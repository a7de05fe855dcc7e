import { hitSentence } from '../../entities/readings/hit.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import panel from '../../ui/panel.module.css';
import { formatBasisPoints, formatRange, isEnough } from './validation-view.ts';
import { validationWords as words } from './words.ts';

const NONE = 'n/a';

/** Every horizon with its sample, hit rate, median excess and base rate, and what a hit is; `intervals` also with the interval. */
export const HorizonTable = ({ found, intervals = false }: { found: Validation; intervals?: boolean }) => (
	<>
		<table className={panel['table']}>
			<caption className="visually-hidden">{words.resultsTitle}</caption>
			<thead>
				<tr>
					<th scope="col">{words.columns.horizon}</th>
					<th scope="col">{words.columns.n}</th>
					<th scope="col">{words.columns.hit}</th>
					{intervals ? <th scope="col">{words.columns.interval}</th> : null}
					<th scope="col">{words.columns.median}</th>
					<th scope="col">{words.columns.base}</th>
				</tr>
			</thead>
			<tbody>
				{found.results.map((one) => (
					<tr key={one.horizon}>
						<th scope="row">{words.bars(one.horizon)}</th>
						<td>{formatCount(one.n)}</td>
						<td>{isEnough(one) ? formatShare(one.hit_rate) : NONE}</td>
						{intervals ? <td>{isEnough(one) ? formatRange(one.interval) : NONE}</td> : null}
						<td>{isEnough(one) ? formatBasisPoints(one.median) : NONE}</td>
						<td>{formatShare(one.base_rate)}</td>
					</tr>
				))}
			</tbody>
		</table>
		<p className={panel['note']}>{hitSentence(found.question.tab)}</p>
	</>
);
