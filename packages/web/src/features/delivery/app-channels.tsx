import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { type Delivery, deliveryQuery } from '../../entities/inbox/delivery-settings.ts';
import { buttonClass } from '../../ui/button.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import { LoadFailedNote } from '../../ui/states/load-failed-note.tsx';
import { AppChannel } from './app-channel.tsx';
import { AppForm } from './app-form.tsx';
import { appWords as words } from './app-words.ts';
import { Channel } from './channel.tsx';
import css from './delivery.module.css';
import { channelsQuery, type NewMessageChannel } from './queries.ts';
import type { DeliveryState } from './use-delivery.ts';

interface Props {
	settings: Delivery;
	change: DeliveryState['change'];
}

/** The reader's message channels: ntfy, Gotify, Telegram, Discord and Slack. */
export function AppChannels({ settings, change }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(channelsQuery(api));
	const [adding, setAdding] = useState(false);
	const [added, setAdded] = useState<NewMessageChannel>();
	const readAgain = async (): Promise<void> => {
		await Promise.all([channelsQuery(api), deliveryQuery(api)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
	};
	const done = async (made: NewMessageChannel): Promise<void> => {
		setAdding(false);
		setAdded(made);
		await readAgain();
	};
	const items = data?.items ?? [];
	const isAwaited = items.some(({ id, state }) => id === added?.id && state === 'linking');
	return (
		<Channel
			name="app"
			settings={settings}
			detail={words.detail}
			disabled={!settings.app && items.every(({ state }) => state === 'linking')}
			change={(app) => void change({ app })}
		>
			{isError && !data ? <LoadFailedNote retry={refetch}>{words.loadFailed}</LoadFailedNote> : null}
			{data ? (
				<p className={css['note']}>{items.length === 0 ? words.none : words.count(items.length, data.allowed)}</p>
			) : isError ? null : (
				<div className={css['loading']} aria-busy="true" />
			)}
			{items.length > 0 ? (
				<ul className={css['apps']} aria-label={words.list}>
					{items.map((item) => (
						<AppChannel key={item.id} channel={item} readAgain={readAgain} />
					))}
				</ul>
			) : null}
			{isAwaited && added?.code ? <Code made={added} done={() => setAdded(undefined)} /> : null}
			{data && adding ? <AppForm hasBot={data.telegram} done={done} cancel={() => setAdding(false)} /> : null}
			{data && !adding ? (
				<button type="button" className={buttonClass} onClick={() => setAdding(true)}>
					{words.add}
				</button>
			) : null}
		</Channel>
	);
}

function Code({ made: { code, link }, done }: { made: NewMessageChannel; done: () => void }) {
	return (
		<>
			<ShownOnce title={words.code} note={words.codeNote} values={[{ value: code ?? '' }]} done={done} />
			{link ? (
				<a className={buttonClass} href={link} target="_blank" rel="noreferrer">
					{words.openBot}
				</a>
			) : null}
		</>
	);
}
