import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import panel from '../../ui/panel.module.css';
import { NotLoaded } from '../../ui/states/not-loaded.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { AlertForm, type AlertStart } from './alert-form.tsx';
import { AlertTable } from './alert-table.tsx';
import css from './alerts.module.css';
import { alertsQuery } from './queries.ts';
import { words } from './words.ts';

/** The account's alerts on tickers, and the form for another one. */
export function AlertsPage({ ticker, watchlist }: AlertStart) {
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
				<AlertForm key={`${ticker} ${watchlist}`} ticker={ticker} watchlist={watchlist} />
			</section>
		</div>
	);
}
