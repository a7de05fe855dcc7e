import { TICKER_TYPES, type TickerType } from '@sw/domain/prices/ticker';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { SCRIPT_VALUE_NAMES, SCRIPT_VALUES, type ScriptValue } from '@sw/domain/research/script-params';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, PAGE_SIZE, readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { parseNumber } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { formatScope, formatValues } from './change-text.ts';
import css from './parameters.module.css';
import { CHANGES, type Change, type ChangeBody, changeQuery, changesQuery } from './queries.ts';
import { TrialResult } from './trial.tsx';
import { parameterWords as words } from './words.ts';

/** A change as form values. '' means that a value isn't set. */
interface Draft {
	readonly timeframes: readonly Timeframe[];
	readonly type: TickerType | '';
	/** A symbol, or the permanent ticker id. */
	readonly ticker: string;
	readonly algo: Algo | '';
	readonly values: Readonly<Record<ScriptValue, string>>;
	readonly comment: string;
}

interface Props {
	/** Null for a new change. */
	change: Change | null;
	search: AdminSearch;
	close(): void;
}

const COLUMNS: readonly AdminColumn<Change, string>[] = [
	{ key: 'change', label: words.change, cell: ({ id }) => words.byChange(id) },
	{ key: 'where', label: words.where, cell: formatScope },
	{ key: 'values', label: words.values, cell: formatValues },
	{ key: 'comment', label: words.comment, cell: ({ comment }) => comment },
	{ key: 'updated', label: words.updated, cell: ({ updated }) => etDateTime(msOf(updated)) },
];

/** Lists administrators' changes to the built-in values. Each can be edited, tried and undone. */
export function Changes({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const state = readTable(CHANGES, search);
	const { data, isError, refetch } = useQuery(changesQuery(api));
	const editedId = Number(search['edit']);
	const close = (): void => void navigate({ ...adminLink('parameters', { view: 'changes' }), resetScroll: false });
	const actionColumn: AdminColumn<Change, string> = {
		key: 'act',
		label: words.edit,
		cell: ({ id }) => (
			<div className={css['row']}>
				<Link
					{...adminLink('parameters', { view: 'changes', edit: String(id) })}
					className={buttonClass}
					resetScroll={false}
					aria-label={words.editNamed(id)}
				>
					{words.edit}
				</Link>
				<ActionButton
					label={words.undo}
					fullLabel={words.undoNamed(id)}
					effect={words.undoEffect(id)}
					confirmLabel={words.confirmLabel}
					act={async () => {
						await api.research.deleteScriptParams({ params: { id } });
						return words.undone(id);
					}}
				/>
			</div>
		),
	};
	const skip = (state.page - 1) * PAGE_SIZE;
	return (
		<>
			<p className={css['note']}>{words.changesNote}</p>
			{search['edit'] === 'new' ? <ChangeForm key="new" change={null} search={search} close={close} /> : null}
			{Number.isInteger(editedId) ? <EditForm key={editedId} id={editedId} search={search} close={close} /> : null}
			<AdminTable
				label={words.view.changes}
				rules={CHANGES}
				state={state}
				columns={[...COLUMNS, actionColumn]}
				idOf={({ id }) => id}
				data={data && { items: data.items.slice(skip, skip + PAGE_SIZE), total_count: data.total_count }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noChanges, detail: words.noChangesDetail }}
			/>
		</>
	);
}

/** Loads an existing change and shows the form to edit it. */
function EditForm({ id, search, close }: { id: number; search: AdminSearch; close(): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, error, refetch } = useQuery(changeQuery(api, id));
	if (error instanceof ApiError && error.status === 404) return <StateBox title={words.deleted} detail={words.deletedDetail} />;
	if (error) return <LoadFailed retry={() => void refetch()} />;
	return data ? <ChangeForm change={data} search={search} close={close} /> : <p role="status">{common.loading}</p>;
}

/** Form of one change. An administrator can try the change on the newest report before saving it. */
function ChangeForm({ change, search, close }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [draft, setDraft] = useState<Draft>(() => createDraft(change));
	const [trialBody, setTrialBody] = useState<ChangeBody | null>(null);
	const [errorMessage, setErrorMessage] = useState<string | null>(null);
	const titleId = useId();
	const id = change?.id ?? null;

	/** Returns the request body of the draft. Rejects with an ApiError if the ticker is unknown. */
	const createBody = async (): Promise<ChangeBody> => {
		const ticker =
			draft.ticker.trim() === '' ? null : (await api.research.scriptOrigins({ query: { ticker: draft.ticker.trim() } })).ticker;
		return toChangeBody(draft, ticker?.ticker_id ?? null);
	};
	const onSubmit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setErrorMessage(null);
		try {
			setTrialBody(await createBody());
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			setErrorMessage(error.message);
		}
	};
	const save = async (): Promise<string> => {
		const request = await createBody();
		const saved =
			id === null
				? await api.research.createScriptParams({ body: request })
				: await api.research.changeScriptParams({ params: { id }, body: request });
		close();
		return words.saved(saved.id, saved.in_force);
	};
	return (
		<section className={css['panel']} aria-labelledby={titleId}>
			<h2 id={titleId}>{words.editing(id)}</h2>
			<form id={`${titleId}-form`} className={css['form']} onSubmit={(event) => void onSubmit(event)}>
				<fieldset className={css['frames']}>
					<legend>{words.timeframes}</legend>
					{TIMEFRAMES.map(({ name, label }) => (
						<label key={name}>
							<input
								type="checkbox"
								checked={draft.timeframes.includes(name)}
								onChange={({ currentTarget: { checked } }) =>
									setDraft({
										...draft,
										timeframes: checked ? [...draft.timeframes, name] : draft.timeframes.filter((timeframe) => timeframe !== name),
									})
								}
							/>
							{label}
						</label>
					))}
					<small>{words.allTimeframes}</small>
				</fieldset>
				<div className={css['row']}>
					<Select<TickerType>
						label={words.type}
						value={draft.type}
						options={TICKER_TYPES}
						onChange={(type) => setDraft({ ...draft, type })}
					/>
					<label className={css['field']}>
						{words.ticker}
						<input
							className={form['input']}
							value={draft.ticker}
							maxLength={20}
							onChange={(event) => setDraft({ ...draft, ticker: event.currentTarget.value })}
						/>
						<small>{words.tickerHint}</small>
					</label>
					<Select<Algo> label={words.algo} value={draft.algo} options={ALGOS} onChange={(algo) => setDraft({ ...draft, algo })} />
				</div>
				<div className={css['values']}>
					{SCRIPT_VALUE_NAMES.map((name) => {
						const { min, max, whole } = SCRIPT_VALUES[name];
						return (
							<label key={name} className={css['field']}>
								{words.valueOf(name)}
								<input
									inputMode={whole ? 'numeric' : 'decimal'}
									autoComplete="off"
									className={form['input']}
									value={draft.values[name]}
									onChange={(event) => setDraft({ ...draft, values: { ...draft.values, [name]: event.currentTarget.value } })}
								/>
								<small>{words.empty(min, max)}</small>
							</label>
						);
					})}
				</div>
				<label className={css['field']}>
					{words.comment}
					<input
						className={form['input']}
						value={draft.comment}
						maxLength={500}
						onChange={(event) => setDraft({ ...draft, comment: event.currentTarget.value })}
					/>
				</label>
				{errorMessage === null ? null : (
					<p className={form['fault']} role="alert">
						{errorMessage}
					</p>
				)}
			</form>
			<div className={css['row']}>
				<button type="submit" form={`${titleId}-form`} className={`${buttonClass} ${form['submit']}`}>
					{words.test}
				</button>
				<ActionButton label={words.save} effect={words.saveEffect} confirmLabel={words.confirmLabel} act={save} />
				<button type="button" className={buttonClass} onClick={close}>
					{words.close}
				</button>
			</div>
			{trialBody ? <TrialResult entry={trialBody} replaces={id} search={search} /> : null}
		</section>
	);
}

function Select<T extends string>({
	label,
	value,
	options,
	onChange,
}: {
	label: string;
	value: T | '';
	options: readonly T[];
	onChange(value: T | ''): void;
}) {
	return (
		<label className={css['field']}>
			{label}
			<select className={form['input']} value={value} onChange={(event) => onChange(event.currentTarget.value as T | '')}>
				<option value="">{adminWords.any}</option>
				{options.map((option) => (
					<option key={option}>{option}</option>
				))}
			</select>
		</label>
	);
}

function createDraft(change: Change | null): Draft {
	return {
		timeframes: change?.timeframes ?? [],
		type: change?.ticker_type ?? '',
		ticker: change?.ticker ?? '',
		algo: change?.algo ?? '',
		values: Object.fromEntries(SCRIPT_VALUE_NAMES.map((name) => [name, String(change?.params[name] ?? '')])) as Record<ScriptValue, string>,
		comment: change?.comment ?? '',
	};
}

/** Converts a draft to a request body. `tickerId`: id of the draft's ticker. A text that is no number becomes NaN, which the API refuses. */
function toChangeBody({ timeframes, type, algo, values, comment }: Draft, tickerId: number | null): ChangeBody {
	return {
		timeframes: [...timeframes],
		ticker_type: type === '' ? null : type,
		ticker_id: tickerId,
		algo: algo === '' ? null : algo,
		params: Object.fromEntries(
			SCRIPT_VALUE_NAMES.flatMap((name) => (values[name].trim() === '' ? [] : [[name, parseNumber(values[name]) ?? Number.NaN]])),
		),
		comment: comment.trim(),
	};
}
