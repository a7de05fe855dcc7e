import { useSession } from '../../entities/session/session-query.ts';
import { Retry } from '../../ui/states/retry.tsx';
import { AppChannels } from './app-channels.tsx';
import { Channel } from './channel.tsx';
import css from './delivery.module.css';
import { PushChannel } from './push-channel.tsx';
import { Senders } from './senders.tsx';
import { useDelivery } from './use-delivery.ts';
import { WebhookChannel } from './webhook-channel.tsx';
import { WhenFields } from './when-fields.tsx';
import { words } from './words.ts';

/** Alert delivery settings, saved on every change. */
export function DeliveryPanel() {
	const { profile } = useSession();
	const { data: settings, isError, refetch, change } = useDelivery();
	return (
		<div className={css['panel']}>
			<h2 className={css['title']}>{words.title}</h2>
			{settings ? (
				<>
					<p className={css['note']}>{words.lead}</p>
					<WhenFields settings={settings} change={change} />
					<Channel name="mail" settings={settings} detail={profile?.email} change={(mail) => void change({ mail })} />
					<PushChannel settings={settings} change={change} />
					<WebhookChannel settings={settings} change={change} />
					<AppChannels settings={settings} change={change} />
				</>
			) : isError ? (
				<div role="status">
					<p className={css['note']}>{words.loadFailed}</p>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</div>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
			<Senders />
			<p className={css['note']}>{words.saved}</p>
		</div>
	);
}
