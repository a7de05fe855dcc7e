import { Reliability } from '../../charts/validation/reliability.tsx';
import { formatRange } from '../../entities/record/statistics.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { Columns } from '../../ui/content/columns.tsx';
import panel from '../../ui/panel.module.css';
import { validationWords as words } from './words.ts';

/** Whether higher rates did better: calibrated on earlier quarters, tested on later ones. */
export function Evidence({ evidence }: { evidence: Validation['evidence'] }) {
	return (
		<section className={panel['panel']} aria-labelledby="reliability">
			<h2 id="reliability" className={panel['title']}>
				{words.reliabilityTitle}
			</h2>
			{evidence === null ? (
				<p className={panel['note']}>{words.noReliability}</p>
			) : (
				<>
					<Reliability points={evidence.reliability} label={words.reliabilityLabel} />
					<table className={panel['table']}>
						<Columns names={Object.values(words.reliabilityColumns)} />
						<tbody>
							{evidence.reliability.map(({ from, to, n, predicted, observed }) => (
								<tr key={from}>
									<th scope="row">{formatRange([from, to])}</th>
									<td>{formatCount(n)}</td>
									<td>{formatShare(predicted)}</td>
									<td>{formatShare(observed)}</td>
								</tr>
							))}
						</tbody>
					</table>
					<p className={panel['note']}>
						{words.reliabilityHint(formatCount(evidence.n), evidence.folds)}{' '}
						{words.brier(formatFixed(evidence.brier, 4), formatFixed(evidence.brier_base, 4))}
					</p>
				</>
			)}
		</section>
	);
}
