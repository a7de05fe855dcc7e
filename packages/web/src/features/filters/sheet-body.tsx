import { useId } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { countChoices } from '../../entities/list-state/choices.ts';
import { pageOfFilter } from '../../entities/list-state/session-filters.ts';
import { type ListState, withFilter } from '../../entities/list-state/state.ts';
import { FilterRecord } from '../../entities/record/filter-record.tsx';
import { useSession } from '../../entities/session/session-query.ts';
import field from '../../ui/form.module.css';
import { Choices } from './choices.tsx';
import { draftOf, draftOfList } from './draft.ts';
import { FilterEditor } from './editor.tsx';
import css from './filters.module.css';
import { listTickerType, withTickerType } from './ticker-type.ts';
import { useFilters } from './use-filters.ts';
import { words } from './words.ts';

export interface SheetProps {
	state: ListState;
	go: (state: ListState) => void;
	hideShow?: boolean;
}

/** Content of the filter sheet: the list's choices, and the saved filters with their editor. */
export function SheetBody({ state, go, hideShow = false }: SheetProps) {
	const id = useId();
	const { profile } = useSession();
	const filters = useFilters();
	const { data, isError } = filters.query;
	const items = (data?.items ?? []).filter(({ tab }) => tab === state.tab);
	const chosen = items.find((item) => item.id === state.filter);
	const apply = (setting: FilterSetting | undefined): void =>
		go({
			...withFilter(state, setting?.id),
			page: setting && setting.id !== state.filter ? pageOfFilter(setting.id) : 1,
			...(setting ? { strategy: draftOf(setting).strategy, operation: setting.operation ?? state.operation } : {}),
		});
	return (
		<>
			<section aria-labelledby={`${id}-list`}>
				<h3 id={`${id}-list`} className={css['section']}>
					{words.list}
				</h3>
				<Choices state={state} go={go} hideShow={hideShow} />
			</section>
			<section aria-labelledby={`${id}-saved`}>
				<h3 id={`${id}-saved`} className={css['section']}>
					{words.saved} {data ? <small>{words.limit(data.limit, data.allowed)}</small> : null}
				</h3>
				{isError ? <p className={css['fault']}>{words.loadFailed}</p> : null}
				<label className={field['field']}>
					<span className="visually-hidden">{words.saved}</span>
					<select
						className={field['input']}
						value={chosen?.id ?? ''}
						onChange={(event) => apply(items.find((item) => String(item.id) === event.currentTarget.value))}
					>
						<option value="">{words.newFilter}</option>
						<FilterOptions label={words.own} items={items.filter((item) => !item.is_branded)} />
						<FilterOptions label={words.builtIn} items={items.filter((item) => item.is_branded)} />
					</select>
				</label>
				{chosen ? <FilterRecord key={chosen.id} setting={chosen} /> : null}
				<FilterEditor
					key={`${chosen?.id ?? 'new'} ${state.tab} ${state.strategy} ${JSON.stringify(state.unsaved)}`}
					start={chosen ? draftOf(chosen) : draftOfList(state)}
					saved={chosen}
					narrowed={countChoices(withTickerType(withFilter(state, undefined), undefined)) > 0}
					tickerType={listTickerType(state)}
					admin={profile?.role === 'admin'}
					filters={filters}
					done={apply}
					gone={() => apply(undefined)}
				/>
			</section>
		</>
	);
}

function FilterOptions({ label, items }: { label: string; items: readonly FilterSetting[] }) {
	return items.length === 0 ? null : (
		<optgroup label={label}>
			{items.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</optgroup>
	);
}
