import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { readTable, type TableRules } from '../../entities/administration/table-state.ts';
import { browserOf } from '../../entities/session/browser-of.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { type Session, type User, userSessionsQuery } from './queries.ts';
import css from './users.module.css';
import { userWords as words } from './words.ts';

const RULES: TableRules<'seen', never> = { page: 'users', sorts: [], sortBy: 'seen', sortDir: 'desc', filters: {} };

function At({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

const COLUMNS: readonly AdminColumn<Session, string>[] = [
	{ key: 'agent', label: words.browser, cell: ({ agent }) => <span title={agent}>{browserOf(agent)}</span> },
	{ key: 'address', label: words.from, cell: ({ address }) => address },
	{ key: 'created', label: words.began, cell: ({ created }) => <At iso={created} /> },
	{ key: 'seen', label: words.seen, cell: ({ seen }) => <At iso={seen} /> },
];

/** A user's sessions, each with a button to end it. */
export function Sessions({ user: { user_id: id, email } }: { user: User }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(userSessionsQuery(api, id));
	const act: AdminColumn<Session, string> = {
		key: 'act',
		label: words.end,
		cell: ({ id: session, agent, address, current }) =>
			current ? (
				words.yourOwn
			) : (
				<ActionButton
					label={words.end}
					named={words.endNamed(browserOf(agent), address)}
					will={words.endWill(email, browserOf(agent))}
					sure={words.sure}
					act={async () => {
						await api.accounts.endUserSession({ params: { id, session }, body: {} });
						return words.ended(1);
					}}
				/>
			),
	};
	const others = data?.items.filter(({ current }) => !current).length ?? 0;
	return (
		<section className={css['part']} aria-labelledby="user-sessions">
			<h2 id="user-sessions">{words.sessions}</h2>
			<AdminTable
				label={words.sessionsTable}
				rules={RULES}
				state={readTable(RULES, {})}
				columns={[...COLUMNS, act]}
				idOf={({ id: session }) => session}
				data={data && { items: data.items, total_count: 0 }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.noSessions, detail: words.noSessionsDetail }}
			/>
			{others > 0 ? (
				<div>
					<ActionButton
						label={words.endAll}
						will={words.endAllWill(email, others)}
						sure={words.sure}
						act={async () => words.ended((await api.accounts.endUserSessions({ params: { id }, body: {} })).ended)}
					/>
				</div>
			) : null}
		</section>
	);
}
