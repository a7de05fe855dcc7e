import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { formatBasisPoints } from '../../entities/record/statistics.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import panel from '../../ui/panel.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import css from './decisions.module.css';
import { DECISIONS_KEY, type Decision } from './queries.ts';
import { words } from './words.ts';

const { listColumns: columns } = words;

export function DecisionTable({ items }: { items: readonly Decision[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [busy, setBusy] = useState(false);
	const remove = async (id: number): Promise<void> => {
		setBusy(true);
		try {
			await api.research.deleteDecision({ params: { id } });
			await queryClient.invalidateQueries({ queryKey: DECISIONS_KEY });
			snack.success(words.list, words.removed);
		} catch (error) {
			snack.error(words.notRemoved, error instanceof Error ? error.message : '');
		} finally {
			setBusy(false);
		}
	};
	return (
		<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={words.table}>
			<table className={table['table']}>
				<thead>
					<tr>
						<th scope="col">{columns.ticker}</th>
						<th scope="col">{columns.decision}</th>
						<th scope="col">{columns.why}</th>
						<th scope="col">{columns.horizon}</th>
						<th scope="col">{columns.outcome}</th>
						<th scope="col">
							<span className="visually-hidden">{columns.actions}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{items.map((decision) => (
						<tr key={decision.id}>
							<th scope="row">
								<Link to="/ticker/$id" params={{ id: String(decision.ticker_id) }} search={{}} className={panel['inline']}>
									{decision.ticker}
								</Link>
							</th>
							<td data-label={columns.decision}>
								<span>
									{decisionText(decision)} <small className={css['note']}>{etDateTime(msOf(decision.made))}</small>
								</span>
							</td>
							<td data-label={columns.why}>
								<span>
									{[...decision.tags, decision.filter_name].filter(Boolean).join(', ')}{' '}
									{decision.note === '' ? null : <small className={css['note']}>{decision.note}</small>}
								</span>
							</td>
							<td data-label={columns.horizon}>{words.exit(decision.horizon, labelOf(decision.timeframe))}</td>
							<td data-label={columns.outcome}>{outcomeText(decision)}</td>
							<td>
								<button
									type="button"
									className={buttonClass}
									disabled={busy}
									aria-label={words.remove(`${decision.ticker}, ${decisionText(decision)}`)}
									onClick={() => void remove(decision.id)}
								>
									{words.removeShort}
								</button>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function decisionText({ decision, operation }: Decision): string {
	return `${words.kinds[decision]}, ${words.direction[operation]}`;
}

function labelOf(timeframe: string): string {
	return TIMEFRAMES.find(({ name }) => name === timeframe)?.label ?? timeframe;
}

function outcomeText({ state, exit, hit, excess }: Decision): string {
	if (state === 'unmeasurable') return words.unmeasurable;
	if (state === 'open') return exit === null ? words.openNow : words.open(etDateTime(msOf(exit)));
	return hit ? words.hit(formatBasisPoints(excess)) : words.miss(formatBasisPoints(excess));
}
