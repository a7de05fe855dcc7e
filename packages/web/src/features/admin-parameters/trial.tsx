import { SCRIPT_VALUES } from '@sw/domain/research/script-params';
import { TABS } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminSearch, adminLink } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import cards from '../../ui/cards-table.module.css';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import table from '../../ui/data-table.module.css';
import edges from '../../ui/edges.module.css';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { timeframeLabel } from './change-text.ts';
import css from './parameters.module.css';
import { type ChangeBody, type Trial, trialQuery } from './queries.ts';
import { parameterWords as words } from './words.ts';

/** Maximum number of moves shown; the total is shown separately. */
const MAX_ROWS = 25;

/** Shows the effect of a change on a list of the newest report. */
export function TrialResult({ entry, replaces, search }: { entry: ChangeBody; replaces: number | null; search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const tab = TABS.find(({ name }) => name === search['tab'])?.name ?? 'extreme_rise';
	const { data, error, refetch } = useQuery(trialQuery(api, { entry, replaces }, tab));
	return (
		<div className={css['trial']}>
			<Segmented
				label={words.tab}
				segments={TABS.map(({ name, label }) => ({
					key: name,
					label,
					active: name === tab,
					link: adminLink('parameters', { ...search, tab: name }),
				}))}
			/>
			{error ? (
				error instanceof ApiError && error.status < 500 ? (
					<p className={form['fault']} role="alert">
						{error.message}
					</p>
				) : (
					<LoadFailed retry={() => void refetch()} />
				)
			) : null}
			{error || data?.state === 'done' ? null : (
				<p role="status" aria-busy="true" className={css['row']}>
					{words.testing}
					<progress max={1} value={data?.progress ?? 0} aria-label={words.testing} />
				</p>
			)}
			{data?.state === 'done' && !error ? (
				<>
					<h3>{words.testedOn(etDateTime(msOf(data.date)))}</h3>
					<TrialEffects trial={data} />
				</>
			) : null}
		</div>
	);
}

function TrialEffects({ trial }: { trial: Trial }) {
	const { changes, moves, entered, left, moved } = trial;
	if (changes.length === 0) return <p>{words.nothingChanges}</p>;
	return (
		<>
			<p>{words.setEffect}:</p>
			<ul className={css['list']}>
				{changes.map(({ name, timeframe, from, to }) => (
					<li key={`${name} ${timeframe}`}>
						{words.setChange(words.valueOf(name), timeframe === null ? null : timeframeLabel(timeframe), from, to)}
					</li>
				))}
			</ul>
			{changes.some(({ name }) => SCRIPT_VALUES[name].scoring) ? (
				<>
					<p>{words.listEffect(trial.before, trial.after, entered, left, moved)}</p>
					{moves.length === 0 ? (
						<StateBox title={words.noMoves} detail={words.noMovesDetail} />
					) : (
						<>
							{moves.length > MAX_ROWS ? <p className={css['note']}>{words.firstOf(MAX_ROWS, moves.length)}</p> : null}
							<Moves moves={moves.slice(0, MAX_ROWS)} label={words.testedOn(etDateTime(msOf(trial.date)))} />
						</>
					)}
				</>
			) : (
				<p>{words.noDepth}</p>
			)}
		</>
	);
}

function Moves({ moves, label }: { moves: Trial['moves']; label: string }) {
	return (
		<ScrollBox className={`${table['scroll']} ${cards['cards']}`} label={label}>
			<table className={table['table']}>
				<thead>
					<tr className={edges['edges']}>
						<th scope="col">{words.ticker}</th>
						<th scope="col">{words.place}</th>
						<th scope="col">{words.rate}</th>
					</tr>
				</thead>
				<tbody>
					{moves.map(({ ticker_id, ticker, place, weighted_sum: rate }) => (
						<tr key={ticker_id}>
							<th scope="row">{ticker}</th>
							<td data-label={words.place}>{words.fromTo(place.before, place.after)}</td>
							<td data-label={words.rate}>{words.fromTo(rate.before, rate.after)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}
