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
import { readFollowedJobs, useFollowJob } from '../data-address.ts';
import { JobWatch } from '../job-watch.tsx';
import { fetchQuarantined, type Job, QUARANTINE, type QuarantinedTicker, quarantineQuery } from '../queries.ts';
import { dataWords as words } from '../words.ts';
import { SplitDialog } from './split-dialog.tsx';

/** A jump with a date. A decision is possible only with a date. */
type DatedJump = QuarantinedTicker & { date: string };

/** 'ratio': a common split ratio explains the jump. 'none': no common ratio explains it. 'within': the price jumped inside a session. */
const CAUSES = ['ratio', 'none', 'within'] as const;

/** Maximum number of jumps per request. */
const MAX_JUMPS = 1_000;

interface SelectedJumps {
	readonly items: readonly DatedJump[];
	has(jump: DatedJump): boolean;
	toggle(jump: DatedJump): void;
	replace(jumps: readonly DatedJump[]): void;
}

interface Props {
	selection: SelectedJumps;
	/** Called with the job that carries out the decision. */
	onQueued: (job: Pick<Job, 'id'>) => void;
}

const COLUMNS: readonly AdminColumn<QuarantinedTicker, string>[] = [
	{ key: 'ticker', label: words.ticker, cell: ({ ticker, name }) => <span title={name}>{ticker}</span> },
	{ key: 'date', label: words.date, cell: ({ date }) => (date === null ? adminWords.none : monthDayYear(date)) },
	{ key: 'reason', label: words.reason, cell: ({ reason }) => reason, tooltip: ({ reason }) => reason },
	{ key: 'near', label: words.nearRatios, cell: ({ candidates }) => candidates.join(', ') || adminWords.none },
];

/** Lists the tickers in quarantine, each with its reason and a decision button. Tickers have no depths until an administrator decides. */
export function Quarantine({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('quarantine', jobIds);
	const state = readTable(QUARANTINE, search);
	const { data, isError, refetch } = useQuery(quarantineQuery(api, state));
	const [decidedJump, setDecidedJump] = useState<DatedJump | null>(null);
	const selection = useSelectedJumps();
	const actionColumn: AdminColumn<QuarantinedTicker, string> = {
		key: 'act',
		label: words.decide,
		cell: (row) => {
			const { date, ticker } = row;
			return date === null ? null : (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.decideNamed(ticker, date)}
					onClick={() => setDecidedJump({ ...row, date })}
				>
					{words.decide}
				</button>
			);
		},
	};
	return (
		<>
			<p className={css['note']}>{words.quarantineNote}</p>
			{jobIds.act ? <JobWatch id={jobIds.act} /> : null}
			{data && data.items.length > 0 ? <DecideMany selection={selection} onQueued={(job) => follow('act', job)} /> : null}
			<AdminTable
				label={words.view('quarantine')}
				rules={QUARANTINE}
				state={state}
				columns={[...COLUMNS, createSelectionColumn(selection), actionColumn]}
				idOf={({ ticker_id }) => ticker_id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noQuarantine, detail: words.noQuarantineDetail }}
			/>
			{decidedJump ? (
				<SplitDialog
					key={decidedJump.ticker_id}
					split={decidedJump}
					ratio={decidedJump.candidates[0] ?? null}
					jump={decidedJump.before === null || decidedJump.after === null ? null : { before: decidedJump.before, after: decidedJump.after }}
					isInsideSession={decidedJump.at !== null}
					isRevocable={false}
					onQueued={(job) => follow('act', job)}
					close={() => setDecidedJump(null)}
				/>
			) : null}
		</>
	);
}

/** Returns the selected jumps. The selection stays when another page is shown. */
function useSelectedJumps(): SelectedJumps {
	const [jumps, setJumps] = useState<ReadonlyMap<string, DatedJump>>(new Map());
	return {
		items: [...jumps.values()],
		has: (jump) => jumps.has(keyOf(jump)),
		toggle: (jump) =>
			setJumps((current) => {
				const next = new Map(current);
				if (!next.delete(keyOf(jump))) next.set(keyOf(jump), jump);
				return next;
			}),
		replace: (newJumps) => setJumps(new Map(newJumps.map((jump) => [keyOf(jump), jump]))),
	};
}

function keyOf({ ticker_id, date }: DatedJump): string {
	return `${ticker_id} ${date}`;
}

function createSelectionColumn(selection: SelectedJumps): AdminColumn<QuarantinedTicker, string> {
	return {
		key: 'select',
		label: words.select,
		cell: (row) =>
			isDated(row) ? (
				<label className={css['select']}>
					<input
						type="checkbox"
						aria-label={words.selectNamed(row.ticker, row.date)}
						checked={selection.has(row)}
						onChange={() => selection.toggle(row)}
					/>
				</label>
			) : null,
	};
}

function isDated(row: QuarantinedTicker): row is DatedJump {
	return row.date !== null;
}

/** Selects all jumps of one cause on all pages, and decides all selected jumps in one request. */
function DecideMany({ selection: selectedJumps, onQueued }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy } = useSubmit();
	const { items } = selectedJumps;
	const ratioJumps = items.filter((jump) => causeOf(jump) === 'ratio');
	const select = async (cause: (typeof CAUSES)[number]): Promise<void> => {
		const jumps = (await fetchQuarantined(api, MAX_JUMPS)).filter(isDated).filter((jump) => causeOf(jump) === cause);
		selectedJumps.replace(jumps);
		if (jumps.length === 0) snack.info(words.selectCause(cause), words.noneOfCause);
	};
	const decide = async (body: Parameters<Api['operations']['splits']>[0]['body']): Promise<string> => {
		onQueued(await api.operations.splits({ body }));
		selectedJumps.replace([]);
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
				effect={words.dismissManyEffect(items.length)}
				confirmLabel={words.confirmLabel}
				disabled={items.length === 0 || items.length > MAX_JUMPS}
				act={() => decide({ dismiss: items.map(toSplitKey) })}
			/>
			<ActionButton
				label={words.applyMany(items.length)}
				effect={words.applyManyEffect(items.length)}
				confirmLabel={words.confirmLabel}
				disabled={items.length === 0 || items.length > MAX_JUMPS || ratioJumps.length < items.length}
				act={() => decide({ apply: ratioJumps.map((jump) => ({ ...toSplitKey(jump), ratio: jump.candidates[0] ?? 1 })) })}
			/>
			<button type="button" className={buttonClass} disabled={items.length === 0} onClick={() => selectedJumps.replace([])}>
				{words.selectNone}
			</button>
		</div>
	);
}

function toSplitKey({ ticker_id, date }: DatedJump): { ticker_id: number; date: string } {
	return { ticker_id, date };
}

function causeOf({ at, candidates }: QuarantinedTicker): (typeof CAUSES)[number] {
	if (at !== null) return 'within';
	return candidates.length > 0 ? 'ratio' : 'none';
}
