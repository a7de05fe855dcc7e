import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PAGE, readTable } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { ChangeForm } from './change-form.tsx';
import { valuesText, whereText } from './change-text.ts';
import css from './parameters.module.css';
import { CHANGES, type Change, changeQuery, changesQuery } from './queries.ts';
import { parameterWords as words } from './words.ts';

const COLUMNS: readonly AdminColumn<Change, string>[] = [
	{ key: 'change', label: words.change, cell: ({ id }) => words.byChange(id) },
	{ key: 'where', label: words.where, cell: whereText },
	{ key: 'values', label: words.values, cell: valuesText },
	{ key: 'comment', label: words.comment, cell: ({ comment }) => comment },
	{ key: 'updated', label: words.updated, cell: ({ updated }) => etDateTime(msOf(updated)) },
];

/** Administrators' changes to the built-in values; each can be edited, tried and undone here. */
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
					named={words.takeBackNamed(id)}
					will={words.takeBackWill(id)}
					sure={words.sure}
					act={async () => {
						await api.research.deleteScriptParams({ params: { id } });
						return words.tookBack(id);
					}}
				/>
			</div>
		),
	};
	const from = (state.page - 1) * PAGE;
	return (
		<>
			<p className={css['note']}>{words.changesNote}</p>
			{search['edit'] === 'new' ? <ChangeForm key="new" change={null} search={search} close={close} /> : null}
			{Number.isInteger(edited) ? <Edited key={edited} id={edited} search={search} close={close} /> : null}
			<AdminTable
				label={words.view.changes}
				rules={CHANGES}
				state={state}
				columns={[...COLUMNS, act]}
				idOf={({ id }) => id}
				data={data && { items: data.items.slice(from, from + PAGE), total_count: data.total_count }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noChanges, detail: words.noChangesDetail }}
			/>
		</>
	);
}

/** The form for editing an existing change. */
function Edited({ id, search, close }: { id: number; search: AdminSearch; close(): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, error, refetch } = useQuery(changeQuery(api, id));
	if (error instanceof ApiError && error.status === 404) return <StateBox title={words.gone} detail={words.goneDetail} />;
	if (error) return <LoadFailed retry={() => void refetch()} />;
	return data ? <ChangeForm change={data} search={search} close={close} /> : <p role="status">{common.loading}</p>;
}
