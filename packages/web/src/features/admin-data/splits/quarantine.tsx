import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { type AdminColumn, AdminTable } from '../../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../../entities/administration/links.ts';
import { readTable } from '../../../entities/administration/table-state.ts';
import { adminWords } from '../../../entities/administration/words.ts';
import { monthDayYear } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import css from '../data.module.css';
import { JobWatch } from '../job-watch.tsx';
import { QUARANTINE, type Quarantined, quarantineQuery } from '../queries.ts';
import { followedOf, useFollowedJobs } from '../use-followed-jobs.ts';
import { dataWords as words } from '../words.ts';
import { chosenColumn, type Dated, DecideMany, useChosenJumps } from './choose-jumps.tsx';
import { SplitDialog } from './split-dialog.tsx';

const COLUMNS: readonly AdminColumn<Quarantined, string>[] = [
	{ key: 'ticker', label: words.ticker, cell: ({ ticker, name }) => <span title={name}>{ticker}</span> },
	{ key: 'date', label: words.date, cell: ({ date }) => (date === null ? adminWords.none : monthDayYear(date)) },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason, whole: ({ reason }) => reason },
	{ key: 'near', label: words.near, cell: ({ candidates }) => candidates.join(', ') || adminWords.none },
];

/** Tickers without depths until an administrator decides, each with the reason and the decision. */
export function Quarantine({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const followed = followedOf(search);
	const asked = useFollowedJobs('quarantine', followed);
	const state = readTable(QUARANTINE, search);
	const { data, isError, refetch } = useQuery(quarantineQuery(api, state));
	const [decided, decide] = useState<Dated | null>(null);
	const chosen = useChosenJumps();
	const act: AdminColumn<Quarantined, string> = {
		key: 'act',
		label: words.decide,
		cell: (one) => {
			const { date, ticker } = one;
			return date === null ? null : (
				<button type="button" className={buttonClass} aria-label={words.decideNamed(ticker, date)} onClick={() => decide({ ...one, date })}>
					{words.decide}
				</button>
			);
		},
	};
	return (
		<>
			<p className={css['note']}>{words.quarantineNote}</p>
			{followed.act ? <JobWatch id={followed.act} /> : null}
			{data && data.items.length > 0 ? <DecideMany chosen={chosen} asked={(job) => asked('act', job)} /> : null}
			<AdminTable
				label={words.view('quarantine')}
				rules={QUARANTINE}
				state={state}
				columns={[...COLUMNS, chosenColumn(chosen), act]}
				idOf={({ ticker_id }) => ticker_id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noQuarantine, detail: words.noQuarantineDetail }}
			/>
			{decided ? (
				<SplitDialog
					key={decided.ticker_id}
					place={decided}
					ratio={decided.candidates[0] ?? null}
					jump={decided.before === null || decided.after === null ? null : { before: decided.before, after: decided.after }}
					isWithin={decided.at !== null}
					revocable={false}
					asked={(job) => asked('act', job)}
					close={() => decide(null)}
				/>
			) : null}
		</>
	);
}
