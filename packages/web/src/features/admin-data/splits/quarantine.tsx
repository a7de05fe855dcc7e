import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable } from '../../../entities/administration/table-state.ts';
import { adminWords } from '../../../entities/administration/words.ts';
import type { Api } from '../../../lib/api/client.ts';
import { monthDayYear } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { snack } from '../../../ui/snackbars/snack.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import { followedJobs, useFollowedJobs } from '../data-address.ts';
import { JobWatch } from '../job-watch.tsx';
import { allQuarantined, type Job, QUARANTINE, type Quarantined, quarantineQuery } from '../queries.ts';
import { dataWords as words } from '../words.ts';
import { SplitDialog } from './split-dialog.tsx';

/** A jump with a date. A decision is possible only with a date. */
type DatedJump = Quarantined & { date: string };

/** 'ratio': a common split ratio explains the jump. 'none': no common ratio explains it. 'within': the price jumped inside a session. */
const CAUSES = ['ratio', 'none', 'within'] as const;

/** Maximum number of jumps per request. */
const MAX_JUMPS = 1_000;

interface ChosenJumps {
	readonly items: readonly DatedJump[];
	has(one: DatedJump): boolean;
	toggle(one: DatedJump): void;
	replace(all: readonly DatedJump[]): void;
}

interface Props {
	chosen: ChosenJumps;
	/** Called with the job that carries out the decision. */
	onQueued: (job: Pick<Job, 'id'>) => void;
}

const COLUMNS: readonly AdminColumn<Quarantined, string>[] = [
	{ key: 'ticker', label: words.ticker, cell: ({ ticker, name }) => <span title={name}>{ticker}</span> },
	{ key: 'date', label: words.date, cell: ({ date }) => (date === null ? adminWords.none : monthDayYear(date)) },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason, tooltip: ({ reason }) => reason },
	{ key: 'near', label: words.near, cell: ({ candidates }) => candidates.join(', ') || adminWords.none },
];

/** Lists the tickers in quarantine, each with its reason and a decision button. Tickers have no depths until an administrator decides. */
export function Quarantine({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const followed = followedJobs(search);
	const follow = useFollowedJobs('quarantine', followed);
	const state = readTable(QUARANTINE, search);
	const { data, isError, refetch } = useQuery(quarantineQuery(api, state));
	const [decided, setDecided] = useState<DatedJump | null>(null);
	const chosen = useChosenJumps();
	const act: AdminColumn<Quarantined, string> = {
		key: 'act',
		label: words.decide,
		cell: (one) => {
			const { date, ticker } = one;
			return date === null ? null : (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.decideNamed(ticker, date)}
					onClick={() => setDecided({ ...one, date })}
				>
					{words.decide}
				</button>
			);
		},
	};
	return (
		<>
			<p className={css['note']}>{words.quarantineNote}</p>
			{followed.act ? <JobWatch id={followed.act} /> : null}
			{data && data.items.length > 0 ? <DecideMany chosen={chosen} onQueued={(job) => follow('act', job)} /> : null}
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
					onQueued={(job) => follow('act', job)}
					close={() => setDecided(null)}
				/>
			) : null}
		</>
	);
}

/** Returns the selected jumps. The selection stays when another page is shown. */
function useChosenJumps(): ChosenJumps {
	const [chosen, setChosen] = useState<ReadonlyMap<string, DatedJump>>(new Map());
	return {
		items: [...chosen.values()],
		has: (one) => chosen.has(keyOf(one)),
		toggle: (one) =>
			setChosen((before) => {
				const next = new Map(before);
				if (!next.delete(keyOf(one))) next.set(keyOf(one), one);
				return next;
			}),
		replace: (all) => setChosen(new Map(all.map((one) => [keyOf(one), one]))),
	};
}

function keyOf({ ticker_id, date }: DatedJump): string {
	return `${ticker_id} ${date}`;
}

function chosenColumn(chosen: ChosenJumps): AdminColumn<Quarantined, string> {
	return {
		key: 'select',
		label: words.select,
		cell: (one) =>
			isDated(one) ? (
				<label className={css['select']}>
					<input
						type="checkbox"
						aria-label={words.selectNamed(one.ticker, one.date)}
						checked={chosen.has(one)}
						onChange={() => chosen.toggle(one)}
					/>
				</label>
			) : null,
	};
}

function isDated(one: Quarantined): one is DatedJump {
	return one.date !== null;
}

/** Selects all jumps of one cause on all pages, and decides all selected jumps in one request. */
function DecideMany({ chosen, onQueued }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy } = useSubmit();
	const { items } = chosen;
	const splits = items.filter((one) => causeOf(one) === 'ratio');
	const select = async (cause: (typeof CAUSES)[number]): Promise<void> => {
		const found = (await allQuarantined(api, MAX_JUMPS)).filter(isDated).filter((one) => causeOf(one) === cause);
		chosen.replace(found);
		if (found.length === 0) snack.info(words.selectCause(cause), words.noneOfCause);
	};
	const decide = async (body: Parameters<Api['operations']['splits']>[0]['body']): Promise<string> => {
		onQueued(await api.operations.splits({ body }));
		chosen.replace([]);
		return words.decidedMany(items.length);
	};
	return (
		<div className={css['row']}>
			{CAUSES.map((cause) => (
				<button
					key={cause}
					type="button"
					className={buttonClass}
					disabled={busy}
					onClick={() => send(() => select(cause).catch((error: Error) => snack.error(words.selectCause(cause), error.message)))}
				>
					{words.selectCause(cause)}
				</button>
			))}
			<ActionButton
				label={words.dismissMany(items.length)}
				effect={words.dismissManyWill(items.length)}
				confirmLabel={words.sure}
				disabled={items.length === 0 || items.length > MAX_JUMPS}
				act={() => decide({ dismiss: items.map(placeOf) })}
			/>
			<ActionButton
				label={words.applyMany(items.length)}
				effect={words.applyManyWill(items.length)}
				confirmLabel={words.sure}
				disabled={items.length === 0 || items.length > MAX_JUMPS || splits.length < items.length}
				act={() => decide({ apply: splits.map((one) => ({ ...placeOf(one), ratio: one.candidates[0] ?? 1 })) })}
			/>
			<button type="button" className={buttonClass} disabled={items.length === 0} onClick={() => chosen.replace([])}>
				{words.selectNone}
			</button>
		</div>
	);
}

function placeOf({ ticker_id, date }: DatedJump): { ticker_id: number; date: string } {
	return { ticker_id, date };
}

function causeOf({ at, candidates }: Quarantined): (typeof CAUSES)[number] {
	if (at !== null) return 'within';
	return candidates.length > 0 ? 'ratio' : 'none';
}
