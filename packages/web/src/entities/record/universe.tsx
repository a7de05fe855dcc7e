import type { Validation } from '../../lib/api/types.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import panel from '../../ui/panel.module.css';
import { universeWords as words } from './universe-words.ts';

/** Shows how much the record depends on ended tickers, and whether its tickers were chosen with hindsight. */
export function Universe({ universe: { tickers, ended, open, hindsight, cases } }: Pick<Validation, 'universe'>) {
	const [, partialLossCase, totalLossCase] = cases;
	return (
		<p className={panel['note']}>
			{words.universe(tickers, ended)}{' '}
			{open > 0 && partialLossCase && totalLossCase
				? words.ending(open, formatShare(partialLossCase.rate), formatShare(totalLossCase.rate))
				: ''}{' '}
			{hindsight ? <b>{words.hindsight}</b> : ''}
		</p>
	);
}
