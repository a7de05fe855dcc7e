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
import { valuesText, whereText } from './change-text.ts';
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
	{ key: 'where', label: words.where, cell: whereText },
	{ key: 'values', label: words.values, cell: valuesText },
	{ key: 'comment', label: words.comment, cell: ({ comment }) => comment },
	{ key: 'updated', label: words.updated, cell: ({ updated }) => etDateTime(msOf(updated)) },
];

/** Lists administrators' changes to the built-in values. Each can be edited, tried and undone. */
export function Changes({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const state = readTable(CHANGES, search);
	const { data, isError, refetch } = useQuery(changesQuery(api));
	const edited = Number(search['edit']);
	const close = (): void => void navigate({ ...adminLink('parameters', { view: 'changes' }), resetScroll: false });
	const act: AdminColumn<Change, string> = {
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
					label={words.takeBack}
					fullLabel={words.takeBackNamed(id)}
					effect={words.takeBackWill(id)}
					confirmLabel={words.sure}
					act={async () => {
						await api.research.deleteScriptParams({ params: { id } });
						return words.tookBack(id);
					}}
				/>
			</div>
		),
	};
	const from = (state.page - 1) * PAGE_SIZE;
	return (
		<>
			<p className={css['note']}>{words.changesNote}</p>
			{search['edit'] === 'new' ? <ChangeForm key="new" change={null} search={search} close={close} /> : null}
			{Number.isInteger(edited) ? <EditForm key={edited} id={edited} search={search} close={close} /> : null}
			<AdminTable
				label={words.view.changes}
				rules={CHANGES}
				state={state}
				columns={[...COLUMNS, act]}
				idOf={({ id }) => id}
				data={data && { items: data.items.slice(from, from + PAGE_SIZE), total_count: data.total_count }}
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
	if (error instanceof ApiError && error.status === 404) return <StateBox title={words.gone} detail={words.goneDetail} />;
	if (error) return <LoadFailed retry={() => void refetch()} />;
	return data ? <ChangeForm change={data} search={search} close={close} /> : <p role="status">{common.loading}</p>;
}

/** Form of one change. An administrator can try the change on the newest report before saving it. */
function ChangeForm({ change, search, close }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [draft, setDraft] = useState<Draft>(() => draftOf(change));
	const [tried, setTried] = useState<ChangeBody | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	const title = useId();
	const id = change?.id ?? null;

	/** Returns the request body of the draft. Rejects with an ApiError if the ticker is unknown. */
	const body = async (): Promise<ChangeBody> => {
		const ticker =
			draft.ticker.trim() === '' ? null : (await api.research.scriptOrigins({ query: { ticker: draft.ticker.trim() } })).ticker;
		return bodyOf(draft, ticker?.ticker_id ?? null);
	};
	const onSubmit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		setFault(null);
		try {
			setTried(await body());
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			setFault(error.message);
		}
	};
	const save = async (): Promise<string> => {
		const request = await body();
		const saved =
			id === null
				? await api.research.createScriptParams({ body: request })
				: await api.research.changeScriptParams({ params: { id }, body: request });
		close();
		return words.saved(saved.id, saved.in_force);
	};
	return (
		<section className={css['panel']} aria-labelledby={title}>
			<h2 id={title}>{words.editing(id)}</h2>
			<form id={`${title}-form`} className={css['form']} onSubmit={(event) => void onSubmit(event)}>
				<fieldset className={css['frames']}>
					<legend>{words.timeframes}</legend>
					{TIMEFRAMES.map(({ name, label }) => (
						<label key={name}>
							<input
								type="checkbox"
								checked={draft.timeframes.includes(name)}
								onChange={({ currentTarget: { checked } }) =>
									setDraft({ ...draft, timeframes: checked ? [...draft.timeframes, name] : draft.timeframes.filter((one) => one !== name) })
								}
							/>
							{label}
						</label>
					))}
					<small>{words.allTimeframes}</small>
				</fieldset>
				<div className={css['row']}>
					<Select<TickerType> label={words.type} value={draft.type} options={TICKER_TYPES} set={(type) => setDraft({ ...draft, type })} />
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
					<Select<Algo> label={words.algo} value={draft.algo} options={ALGOS} set={(algo) => setDraft({ ...draft, algo })} />
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
				{fault === null ? null : (
					<p className={form['fault']} role="alert">
						{fault}
					</p>
				)}
			</form>
			<div className={css['row']}>
				<button type="submit" form={`${title}-form`} className={`${buttonClass} ${form['submit']}`}>
					{words.try}
				</button>
				<ActionButton label={words.save} effect={words.saveWill} confirmLabel={words.sure} act={save} />
				<button type="button" className={buttonClass} onClick={close}>
					{words.close}
				</button>
			</div>
			{tried ? <TrialResult entry={tried} replaces={id} search={search} /> : null}
		</section>
	);
}

function Select<T extends string>({
	label,
	value,
	options,
	set,
}: {
	label: string;
	value: T | '';
	options: readonly T[];
	set(value: T | ''): void;
}) {
	return (
		<label className={css['field']}>
			{label}
			<select className={form['input']} value={value} onChange={(event) => set(event.currentTarget.value as T | '')}>
				<option value="">{adminWords.any}</option>
				{options.map((option) => (
					<option key={option}>{option}</option>
				))}
			</select>
		</label>
	);
}

function draftOf(change: Change | null): Draft {
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
function bodyOf({ timeframes, type, algo, values, comment }: Draft, tickerId: number | null): ChangeBody {
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
