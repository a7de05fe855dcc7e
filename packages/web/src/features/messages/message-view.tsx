import type { MessageKind } from '@sw/domain/inbox/message';
import { SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, strategyOf } from '@sw/domain/time/timeframe';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { INBOX_KEY } from '../../entities/inbox/unread.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { Retry } from '../../ui/states/load-failed.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { AlertView } from './alert-view.tsx';
import { type InboxState, writeInboxState } from './message-state.ts';
import css from './message-view.module.css';
import { type Message, messageQuery } from './queries.ts';
import { alertWords, words } from './words.ts';

/** Loaded separately, because the message is readable without the wheel. */
const FiredWheel = onDemand(async () => (await import('./fired-wheel.tsx')).FiredWheel, 'silent');

interface Props {
	id: number;
	state: InboxState;
	/** Ids of the next newer and the next older message in the list; undefined at the ends of the list. */
	newer: number | undefined;
	older: number | undefined;
	/** Whether the URL names the message; only then is it marked as read. A message that is merely shown by default stays unread. */
	isOpened: boolean;
	actions: ReturnType<typeof useMessages>;
}

/** Shows one message, and marks it as read if the reader opened it. */
export function MessageView({ id, state, newer, older, isOpened, actions }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { data, error, refetch } = useQuery(messageQuery(api, id));
	const { mark } = actions;
	// The message is marked as read only once per opening, because the reader may mark it as unread afterwards.
	const shouldMarkRead = data?.id === id && !data.read && isOpened;
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when another message is opened, or this one has loaded
	useEffect(() => {
		if (shouldMarkRead) void mark(id, true);
	}, [id, data === undefined, isOpened]);
	if (error && !data)
		return error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
			<StateBox title={words.gone} detail={words.goneNext}>
				<Link {...messageLink(undefined, state)} className={buttonClass}>
					{words.showAll}
				</Link>
			</StateBox>
		) : (
			<StateBox title={common.failed} detail={words.messageFailed}>
				<Retry retry={() => void refetch()}>{words.retry}</Retry>
			</StateBox>
		);
	if (!data) return <div className={css['waiting']} aria-busy="true" />;
	const remove = async (): Promise<void> => {
		if (await actions.remove(id, formatTitle(data)))
			await navigate({ ...messageLink(isOpened ? (older ?? newer) : undefined, state), resetScroll: false });
	};
	return (
		<article aria-labelledby={`message-${id}`}>
			<header className={css['head']}>
				<div className={css['sender']}>
					<p className={css['about']}>
						<MessageInfo message={data} />
					</p>
					<h2 id={`message-${id}`} className={css['title']} lang={SOURCE_LANGUAGE}>
						{formatTitle(data)}
					</h2>
				</div>
				<div className={css['acts']}>
					<Step targetId={newer} symbol="‹" label={words.newer} state={state} />
					<Step targetId={older} symbol="›" label={words.older} state={state} />
					<button type="button" className={`${buttonClass} needs-script`} onClick={() => void mark(id, !data.read)}>
						{data.read ? words.markUnread : words.markRead}
					</button>
					<button type="button" className={`${buttonClass} needs-script`} onClick={() => void remove()}>
						{words.delete}
					</button>
				</div>
			</header>
			{data.notice ? <AlertView message={data} alert={data.notice} /> : <PlainMessage message={data} />}
		</article>
	);
}

function PlainMessage({ message: { kind, text, link, wheel } }: { message: Message }) {
	return (
		<div className={css['text']} lang={text === null ? undefined : SOURCE_LANGUAGE}>
			{(text ?? (kind === 'filter' ? alertWords.alertLost : '')).split(/\n{2,}/).map((paragraph) => (
				<p key={paragraph}>{paragraph}</p>
			))}
			{wheel ? <FiredWheel wheel={wheel} /> : null}
			{link && isOwnPath(link) ? (
				<a href={link} className={buttonClass}>
					{words.openLink}
				</a>
			) : null}
		</div>
	);
}

/** Returns whether a link is a path of this site. */
function isOwnPath(link: string): boolean {
	return /^\/(?![/\\])/.test(link);
}

function formatTitle({ subject, summary, report, kind }: Message): string {
	return kind === 'filter' && report ? alertWords.title(subject, summary, etClock(msOf(report))) : subject;
}

function MessageInfo({ message: { kind, created, notice: alert } }: { message: Message }) {
	if (!alert)
		return (
			<>
				{words.kind[kind]} · <EtTime ms={msOf(created)}>{etDateTime(msOf(created))}</EtTime>
			</>
		);
	const tabLabel = TABS.find(({ name }) => name === alert.tab_type)?.label ?? alert.tab_type;
	const strategyName = strategyOf(alert.timeframes.slice(0, 3))?.name;
	const strategyLabel = STRATEGIES.find(({ name }) => name === strategyName)?.label ?? '';
	return alertWords.about(words.kind[kind], etDateTime(msOf(alert.report)), tabLabel, strategyLabel);
}

function messageLink(id: number | undefined, state: InboxState): LinkProps {
	return id === undefined
		? { to: '/messages', search: writeInboxState(state) }
		: { to: '/messages/$id', params: { id: String(id) }, search: writeInboxState(state) };
}

function Step({ targetId, symbol, label, state }: { targetId: number | undefined; symbol: string; label: string; state: InboxState }) {
	return targetId === undefined ? (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{symbol}
		</span>
	) : (
		<Link {...messageLink(targetId, state)} className={buttonClass} aria-label={label} resetScroll={false}>
			{symbol}
		</Link>
	);
}

/** Returns the actions on messages. Each action shows its errors, and refreshes the inbox and the count in the header. */
export function useMessages() {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	return useMemo(() => {
		const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: INBOX_KEY });
		const showError = (error: unknown): void => snack.error(words.actFailed, error instanceof Error ? error.message : '');
		const change = async (id: number, body: { read?: boolean; deleted?: false }): Promise<void> => {
			try {
				await api.inbox.changeMessage({ params: { id }, body });
			} catch (error) {
				showError(error);
			}
			await reload();
		};
		return {
			mark: (id: number, read: boolean) => change(id, { read }),
			/** Deletes a message, and offers to undo for ten seconds. Resolves to false if deleting fails. */
			remove: async (id: number, subject: string): Promise<boolean> => {
				const showUndo = snack.begin();
				try {
					await api.inbox.deleteMessage({ params: { id }, body: {} });
				} catch (error) {
					showError(error);
					return false;
				}
				showUndo(words.deleted, subject, words.undo, () => void change(id, { deleted: false }));
				queryClient.removeQueries({ queryKey: [...INBOX_KEY, 'one', id] });
				await reload();
				return true;
			},
			readAll: async (kind: MessageKind | undefined): Promise<void> => {
				try {
					const { changed } = await api.inbox.readMessages({ body: kind ? { kind } : {} });
					snack.info(words.list, words.readDone(changed));
				} catch (error) {
					showError(error);
				}
				await reload();
			},
		};
	}, [api, queryClient]);
}
