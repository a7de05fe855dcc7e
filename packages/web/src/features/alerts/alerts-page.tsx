import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { AlertForm, type InitialAlert } from '../../entities/alerts/alert-form.tsx';
import { alertsQuery, conditionText, currentValueText, type TickerAlert } from '../../entities/alerts/alert-view.ts';
import { words } from '../../entities/alerts/words.ts';
import { LinksButton } from '../../entities/ticker-links/ticker-links.tsx';
import { etDateTime, monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import table from '../../ui/data-table.module.css';
import panel from '../../ui/panel.module.css';
import { snack } from '../../ui/snackbars/snack.ts';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './alerts.module.css';

const { columns } = words;

/** Shows the account's ticker alerts, and the form to add one. */
export function AlertsPage({ start }: { start: InitialAlert }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(alertsQuery(api));
	return (
		<div className={css['page']}>
			<section className={panel['panel']} aria-labelledby="alerts-list">
				<h2 id="alerts-list" className={panel['title']}>
					{words.list}
				</h2>
				{data ? <p className={css['used']}>{words.used(data.items.length, data.allowed)}</p> : null}
				{data ? (
					data.items.length === 0 ? (
						<StateBox title={words.empty} detail={words.emptyNext} />
					) : (
						<AlertTable items={data.items} />
					)
				) : (
					<NotLoaded isError={isError} detail={words.failed} retry={refetch} />
				)}
			</section>
			<section className={panel['panel']} aria-labelledby="alerts-add">
				<h2 id="alerts-add" className={panel['title']}>
					{words.add}
				</h2>
				<AlertForm key={JSON.stringify(start)} initialValues={start} />
			</section>
		</div>
	);
}

function AlertTable({ items }: { items: readonly TickerAlert[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const [busy, setBusy] = useState(false);
	const remove = async (id: number): Promise<void> => {
		setBusy(true);
		try {
			await api.inbox.deleteAlert({ params: { id }, body: {} });
			await queryClient.invalidateQueries({ queryKey: alertsQuery(api).queryKey });
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
						<th scope="col">{columns.condition}</th>
						<th scope="col">{columns.now}</th>
						<th scope="col">{columns.repeat}</th>
						<th scope="col">{columns.last}</th>
						<th scope="col">{columns.fired}</th>
						<th scope="col">
							<span className="visually-hidden">{columns.actions}</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{items.map((alert) => (
						<tr key={alert.id}>
							<th scope="row">
								<AlertScope alert={alert} />
							</th>
							<td data-label={columns.condition}>
								<span>
									{conditionText(alert)} {isFilterDeleted(alert) ? <small className={css['note']}>{words.filterDeleted}</small> : null}{' '}
									{alert.note === '' ? null : <small className={css['note']}>{alert.note}</small>}
								</span>
							</td>
							<td data-label={columns.now}>{alert.state === 'stopped' ? null : currentValueText(alert)}</td>
							<td data-label={columns.repeat}>{formatRepeat(alert)}</td>
							<td data-label={columns.last}>
								<LastFiring alert={alert} />
							</td>
							<td data-label={columns.fired}>{alert.fired}</td>
							<td>
								<div className={css['actions']}>
									{alert.ticker_id === null || alert.ticker === null ? null : <LinksButton ticker={alert.ticker} id={alert.ticker_id} />}
									<button
										type="button"
										className={buttonClass}
										disabled={busy}
										aria-label={words.remove(`${alert.ticker ?? alert.watchlist ?? words.favourites}, ${conditionText(alert)}`)}
										onClick={() => void remove(alert.id)}
									>
										{words.removeShort}
									</button>
								</div>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function isFilterDeleted({ condition }: TickerAlert): boolean {
	return 'filter' in condition && condition.filter !== null && condition.filter_id === null;
}

/** Links to the ticker, the watchlist or the favorites that the alert watches. A deleted watchlist has a name but no id. */
function AlertScope({ alert: { ticker, ticker_id: id, watchlist, watchlist_id: watchlistId } }: { alert: TickerAlert }) {
	if (watchlist !== null && watchlistId === null)
		return (
			<>
				{watchlist} <small className={css['note']}>{words.stopped}</small>
			</>
		);
	if (watchlistId !== null)
		return (
			<Link to="/watchlists" search={{ id: watchlistId }} className={panel['inline']}>
				{watchlist}
			</Link>
		);
	if (id === null)
		return (
			<Link to="/favourites" className={panel['inline']}>
				{words.favourites}
			</Link>
		);
	return (
		<Link to="/ticker/$id" params={{ id: String(id) }} search={{}} className={panel['inline']}>
			{ticker}
		</Link>
	);
}

/** Links to the ticker in the report in which the alert last fired. */
function LastFiring({ alert: { last } }: { alert: TickerAlert }) {
	if (!last) return words.never;
	return (
		<Link to="/ticker/$id" params={{ id: String(last.ticker_id) }} search={{ report: last.report }} className={panel['inline']}>
			{words.lastIn(last.ticker, etDateTime(msOf(last.report)))}
		</Link>
	);
}

function formatRepeat({ repeat, cool_down: minutes, state, expires }: TickerAlert): string {
	const repetition = repeat === 'every' ? words.cooling(minutes) : words.repeats[repeat];
	const end = state === 'over' ? words.over : expires === null ? undefined : words.until(monthDayYear(expires));
	return end === undefined ? repetition : `${repetition}, ${end}`;
}
