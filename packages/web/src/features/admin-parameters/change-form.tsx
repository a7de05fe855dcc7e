import { TICKER_TYPES, type TickerType } from '@sw/domain/prices/ticker';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { SCRIPT_VALUE_NAMES, SCRIPT_VALUES } from '@sw/domain/research/script-params';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import { bodyOf, type Draft, draftOf } from './draft.ts';
import css from './parameters.module.css';
import type { Change, ChangeBody } from './queries.ts';
import { TrialResult } from './trial.tsx';
import { parameterWords as words } from './words.ts';

interface Props {
	/** Null: a new change. */
	change: Change | null;
	search: AdminSearch;
	close(): void;
}

/** One change: edited, tried on the newest report, and only then saved. */
export function ChangeForm({ change, search, close }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [draft, write] = useState<Draft>(() => draftOf(change));
	const [tried, tryOn] = useState<ChangeBody | null>(null);
	const [fault, find] = useState<string | null>(null);
	const title = useId();
	const id = change?.id ?? null;

	/** Throws an ApiError for an unknown ticker. */
	const body = async (): Promise<ChangeBody> => {
		const ticker =
			draft.ticker.trim() === '' ? null : (await api.research.scriptOrigins({ query: { ticker: draft.ticker.trim() } })).ticker;
		return bodyOf(draft, ticker?.ticker_id ?? null);
	};
	const onSubmit = async (event: FormEvent): Promise<void> => {
		event.preventDefault();
		find(null);
		try {
			tryOn(await body());
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			find(error.message);
		}
	};
	const save = async (): Promise<string> => {
		const given = await body();
		const saved =
			id === null
				? await api.research.createScriptParams({ body: given })
				: await api.research.changeScriptParams({ params: { id }, body: given });
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
									write({ ...draft, timeframes: checked ? [...draft.timeframes, name] : draft.timeframes.filter((one) => one !== name) })
								}
							/>
							{label}
						</label>
					))}
					<small>{words.allTimeframes}</small>
				</fieldset>
				<div className={css['row']}>
					<Select<TickerType> label={words.type} value={draft.type} options={TICKER_TYPES} set={(type) => write({ ...draft, type })} />
					<label className={css['field']}>
						{words.ticker}
						<input
							className={form['input']}
							value={draft.ticker}
							maxLength={20}
							onChange={(event) => write({ ...draft, ticker: event.currentTarget.value })}
						/>
						<small>{words.tickerHint}</small>
					</label>
					<Select<Algo> label={words.algo} value={draft.algo} options={ALGOS} set={(algo) => write({ ...draft, algo })} />
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
									onChange={(event) => write({ ...draft, values: { ...draft.values, [name]: event.currentTarget.value } })}
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
						onChange={(event) => write({ ...draft, comment: event.currentTarget.value })}
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
				<ActionButton label={words.save} will={words.saveWill} sure={words.sure} act={save} />
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
