import { MESSAGE_KINDS } from '@sw/domain/inbox/message';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { MessageList } from './message-list.tsx';
import { DELIVERY_TAB, type InboxSearch, type InboxState, isDeliveryTab, readInboxState, writeInboxState } from './message-state.ts';
import { MessageView, useMessages } from './message-view.tsx';
import css from './messages.module.css';
import { messagesQuery } from './queries.ts';
import { messageTitles } from './titles.ts';
import { words } from './words.ts';

interface Props {
	/** The message in the URL. */
	id: number | undefined;
	search: InboxSearch;
	/** The alert delivery panel, shown in the other tab. */
	delivery: ReactNode;
	/** Alert switches, shown if the inbox is empty. */
	filterAlerts: ReactNode;
}

/** Shows the inbox in one tab and alert delivery in another. */
export function MessagesPage({ id, search, delivery, filterAlerts }: Props) {
	const isDelivery = id === undefined && isDeliveryTab(search);
	return (
		<div className={css['page']} data-open={id === undefined ? undefined : ''}>
			<header className={css['head']}>
				<h1 className={css['title']}>{messageTitles.title}</h1>
				<Segmented
					label={words.tabs}
					segments={[
						{ key: 'messages', label: words.list, active: !isDelivery, link: { to: '/messages', search: {} } },
						{ key: 'delivery', label: words.delivery, active: isDelivery, link: { to: '/messages', search: DELIVERY_TAB } },
					]}
				/>
			</header>
			{isDelivery ? (
				<section className={`${css['panel']} ${css['delivery']}`} aria-label={words.delivery}>
					{delivery}
				</section>
			) : (
				<Inbox id={id} search={search} filterAlerts={filterAlerts} />
			)}
		</div>
	);
}

/** Shows the list and the open message. Small screens show only one of them. */
function Inbox({ id, search, filterAlerts }: Pick<Props, 'id' | 'search' | 'filterAlerts'>) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const state = readInboxState(search);
	const actions = useMessages();
	const { data, isError, refetch } = useQuery(messagesQuery(api, state));
	const heads = data?.items ?? [];
	const shownId = id ?? heads[0]?.id;
	const index = heads.findIndex((head) => head.id === shownId);
	const isEmpty = id === undefined && data !== undefined && heads.length === 0;
	const go = (next: InboxState): void => void navigate({ to: '/messages', search: writeInboxState(next) });
	return (
		<>
			<div className={css['head']}>
				<div className={css['kinds']}>
					<Segmented label={words.kindsLabel} segments={createSegments(state, data?.total_count, data?.unread_count)} />
				</div>
				<Link to="/alerts" search={{}} className={buttonClass}>
					{words.alerts}
				</Link>
				<button
					type="button"
					className={`${buttonClass} needs-script`}
					disabled={!data || data.unread_count === 0}
					onClick={() => void actions.readAll(state.kind)}
				>
					{words.readAll}
				</button>
			</div>
			<div className={css['columns']} data-empty={isEmpty || undefined}>
				<section className={`${css['panel']} ${css['list']}`} aria-label={words.list}>
					{data ? (
						<MessageList messages={data} state={state} current={shownId} go={go} filterAlerts={filterAlerts} />
					) : isError ? (
						<StateBox title={common.failed} detail={words.loadFailed}>
							<Retry retry={() => void refetch()}>{words.retry}</Retry>
						</StateBox>
					) : (
						<div className={css['waiting']} aria-busy="true" />
					)}
				</section>
				{isEmpty ? null : (
					<section className={`${css['panel']} ${css['message']}`} aria-label={words.message}>
						<Link to="/messages" search={writeInboxState(state)} className={`${buttonClass} ${css['back']}`}>
							{words.back}
						</Link>
						{shownId === undefined ? null : (
							<MessageView
								key={shownId}
								id={shownId}
								state={state}
								newer={heads[index - 1]?.id}
								older={index < 0 ? undefined : heads[index + 1]?.id}
								isOpened={id !== undefined}
								actions={actions}
							/>
						)}
					</section>
				)}
			</div>
		</>
	);
}

function createSegments(state: InboxState, total: number | undefined, unread: number | undefined) {
	const link = (kind: InboxState['kind'], isUnread: boolean) => ({
		to: '/messages' as const,
		search: writeInboxState({ ...state, kind, unread: isUnread, page: 1 }),
	});
	const isAll = state.kind === undefined && !state.unread;
	const formatLabel = (label: string, active: boolean): string => (active && total !== undefined ? words.counted(label, total) : label);
	return [
		{ key: 'all', label: formatLabel(words.all, isAll), active: isAll, link: link(undefined, false) },
		{
			key: 'unread',
			label: unread === undefined ? words.unread : words.counted(words.unread, unread),
			active: state.unread,
			link: link(undefined, true),
		},
		...MESSAGE_KINDS.map((kind) => {
			const active = state.kind === kind && !state.unread;
			return { key: kind, label: formatLabel(words.kinds[kind], active), active, link: link(kind, false) };
		}),
	];
}
