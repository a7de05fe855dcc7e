import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { tickerLink } from '../../entities/ticker/links.ts';
import { atReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import type { Validation } from '../../lib/api/types.ts';
import { directionOf, formatChange, formatCount } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/change.tsx';
import { Columns } from '../../ui/columns.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { Scrolls } from '../../ui/scrolls.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import css from './validation.module.css';
import { chosenOccurrences, type Occurrence, OUTCOME_FILTERS, type OutcomeFilter, outcomeOf } from './validation-view.ts';
import { validationWords as words } from './words.ts';

/** Rows until more are asked for. */
const AT_FIRST = 25;

const Row = ({ one, state, own }: { one: Occurrence; state: TickerState; own: number }) => {
	const link = tickerLink(one.ticker_id, {
		...atReport(state, one.time),
		...(one.ticker_id === own ? {} : { order: undefined, name: one.ticker, initial: undefined }),
	});
	return (
		<tr>
			<th scope="row">
				<Link {...link} className={panel['inline'] ?? ''} preload={false}>
					<EtTime ms={msOf(one.time)}>{etDateTime(msOf(one.time))}</EtTime>
				</Link>
			</th>
			<td>{one.ticker}</td>
			<td>{one.rate}</td>
			<td>{words.outcomes[outcomeOf(one)]}</td>
			<td>{one.excess === null ? 'n/a' : <Change text={formatChange(one.excess)} direction={directionOf(one.excess)} />}</td>
		</tr>
	);
};

/** Every occurrence, the newest first, losers included; those of one outcome alone when asked for. */
export const Occurrences = ({ id, found, state }: { id: number; found: Validation; state: TickerState }) => {
	const [filter, setFilter] = useState<OutcomeFilter>('all');
	const [shown, setShown] = useState(AT_FIRST);
	const all = found.occurrences;
	const rows = chosenOccurrences(all, filter);
	return (
		<section className={panel['panel']} aria-labelledby="occurrences">
			<h2 id="occurrences" className={panel['title']}>
				{words.occurrencesTitle}
			</h2>
			<p className={panel['note']}>{words.occurrencesHint(formatCount(all.length), formatCount(found.occurrence_count))}</p>
			<Toggles
				single
				label={words.filterOutcome}
				options={OUTCOME_FILTERS.map((name) => ({
					name,
					label: `${words.outcomeFilter[name]} ${formatCount(chosenOccurrences(all, name).length)}`,
				}))}
				chosen={[filter]}
				choose={([next]) => setFilter(next ?? 'all')}
			/>
			<Scrolls className={css['tall']} label={words.tableOf(words.occurrencesTitle)}>
				<table className={panel['table']}>
					<Columns names={Object.values(words.occurrenceColumns)} />
					<tbody>
						{rows.slice(0, shown).map((one) => (
							<Row key={`${one.ticker_id} ${one.time}`} one={one} state={state} own={id} />
						))}
					</tbody>
				</table>
				{rows.length > shown ? (
					<button type="button" className={css['moreRows']} onClick={() => setShown(shown + 50)}>
						{words.moreRows(formatCount(rows.length - shown))}
					</button>
				) : null}
			</Scrolls>
		</section>
	);
};
