import { FILTER_COMMENT_LENGTH, FILTER_NAME_LENGTH } from '@sw/domain/filters/filter-name';
import { OPERATIONS } from '@sw/domain/signals/sector';
import { useId, useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import type { ListChoice } from '../../entities/list-state/state.ts';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { snack } from '../../ui/snack.ts';
import { ConditionsGrid } from './conditions-grid.tsx';
import { CountLine } from './count-line.tsx';
import { copyOf, type Draft, draftOf, houseDefault, isChanged } from './draft.ts';
import css from './filters.module.css';
import { PlaceFields } from './place-fields.tsx';
import type { Filters } from './use-filters.ts';
import { words } from './words.ts';

interface Props {
	/** What the editor begins with. */
	start: Draft;
	/** The filter as it was saved; undefined for a new one. */
	saved: FilterSetting | undefined;
	choice: Pick<ListChoice, 'marketcap' | 'pne'>;
	/** Whether tab and timeframes can be chosen here; beside a list they are the list's. */
	places?: boolean;
	/** An administrator may change filters of the house. */
	admin: boolean;
	filters: Filters;
	/** After saving. */
	done: (setting: FilterSetting) => void;
	/** After deleting. */
	gone: () => void;
}

/** Conditions with their live count, name and comment. */
export const FilterEditor = ({ start, saved, choice, places = false, admin, filters, done, gone }: Props) => {
	const id = useId();
	const [draft, setDraft] = useState(start);
	const [nameless, setNameless] = useState(false);
	const locked = draft.branded && !admin;
	const house = houseDefault(filters.query.data?.items ?? [], draft);
	const save = async (wanted: Draft): Promise<void> => {
		setNameless(wanted.name.trim() === '');
		if (wanted.name.trim() === '') {
			setDraft(wanted);
			document.getElementById(`${id}-name`)?.focus();
			return;
		}
		const setting = await filters.save(wanted);
		if (!setting) return;
		setDraft(draftOf(setting));
		snack.info(words.savedSnack, words.savedDetail(setting.name));
		done(setting);
	};
	return (
		<div className={css['editor']}>
			{locked ? <p className={css['hint']}>{words.branded}</p> : null}
			{places && draft.id === undefined ? <PlaceFields draft={draft} change={setDraft} /> : null}
			<ConditionsGrid draft={draft} change={locked ? undefined : setDraft} />
			{house && draft.id === undefined && draft.entries.length === 0 ? (
				<button type="button" className={buttonClass} onClick={() => setDraft({ ...draft, entries: house.filters })}>
					{words.fromHouse(house.name)}
				</button>
			) : null}
			<CountLine draft={draft} choice={choice} />
			<label className={field['field']}>
				{words.name}
				<input
					id={`${id}-name`}
					className={field['input']}
					value={draft.name}
					maxLength={FILTER_NAME_LENGTH}
					readOnly={locked}
					aria-invalid={nameless}
					aria-describedby={nameless ? `${id}-fault` : undefined}
					onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
				/>
			</label>
			{nameless ? (
				<p id={`${id}-fault`} className={css['fault']}>
					{words.needName}
				</p>
			) : null}
			<label className={field['field']}>
				{words.operation}
				<select
					className={field['input']}
					value={draft.operation ?? ''}
					disabled={locked}
					onChange={(event) => setDraft({ ...draft, operation: OPERATIONS.find((o) => o === event.currentTarget.value) ?? null })}
				>
					<option value="">{words.operationOwn}</option>
					{OPERATIONS.map((operation) => (
						<option key={operation}>{operation}</option>
					))}
				</select>
			</label>
			<label className={field['field']}>
				{words.comment}
				<textarea
					className={field['input']}
					rows={2}
					value={draft.comment}
					maxLength={FILTER_COMMENT_LENGTH}
					readOnly={locked}
					onChange={(event) => setDraft({ ...draft, comment: event.currentTarget.value })}
				/>
			</label>
			<div className={css['actions']}>
				{locked ? null : (
					<button type="button" className={buttonClass} disabled={!isChanged(draft, saved)} onClick={() => void save(draft)}>
						{draft.id === undefined ? words.save : words.update}
					</button>
				)}
				{draft.id === undefined ? null : (
					<button
						type="button"
						className={buttonClass}
						onClick={() => void save({ ...copyOf(draft), name: draft.name === saved?.name ? '' : draft.name })}
					>
						{words.saveAsNew}
					</button>
				)}
				{saved && !saved.is_branded ? (
					<button type="button" className={buttonClass} onClick={() => void filters.remove(saved).then((removed) => removed && gone())}>
						{words.delete}
					</button>
				) : null}
			</div>
		</div>
	);
};
