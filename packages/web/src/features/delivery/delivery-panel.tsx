import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type FilterSetting, filtersQuery } from '../../entities/filters/saved-filters.ts';
import { switchFilterAlerts } from '../../entities/filters/switch-feed.ts';
import { type DeliverySettings, deliveryQuery } from '../../entities/inbox/delivery-settings.ts';
import { useLicence, useSession } from '../../entities/session/session-query.ts';
import { buttonClass } from '../../ui/button.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import { AppChannels } from './app-channels.tsx';
import { Channel, PushChannel } from './channel.tsx';
import css from './delivery.module.css';
import { ListMails } from './list-mails.tsx';
import { type DeliveryState, useDelivery, webhookQuery } from './use-delivery.ts';
import { WhenFields } from './when-fields.tsx';
import { words } from './words.ts';

interface Props {
	settings: DeliverySettings;
	change: DeliveryState['change'];
}

/** Shows the alert delivery settings. Every change is saved immediately. */
export function DeliveryPanel() {
	const { profile } = useSession();
	const { data: settings, isError, refetch, change } = useDelivery();
	return (
		<div className={css['panel']}>
			<header className={css['head']}>
				<h2 className={css['title']}>{words.title}</h2>
				<p className={css['note']}>{words.lead}</p>
				<p className={css['note']}>{words.saved}</p>
			</header>
			{settings ? (
				<>
					<div className={css['card']}>
						<WhenFields settings={settings} change={change} />
					</div>
					<div className={css['card']}>
						<Channel name="mail" settings={settings} detail={profile?.email} change={(mail) => void change({ mail })} />
						<PushChannel settings={settings} change={change} />
						<WebhookChannel settings={settings} change={change} />
						<AppChannels settings={settings} change={change} />
					</div>
				</>
			) : isError ? (
				<div role="status" className={css['card']}>
					<p className={css['note']}>{words.loadFailed}</p>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</div>
			) : (
				<div className={`${css['card']} ${css['waiting']}`} aria-busy="true" />
			)}
			<div className={css['card']}>
				<FilterAlerts>
					<p className={css['note']}>
						{words.noFilters}{' '}
						<Link to="/filter-settings-list" className={buttonClass}>
							{words.toFilters}
						</Link>
					</p>
				</FilterAlerts>
				<ListMails />
			</div>
		</div>
	);
}

/** Shows alert switches for the reader's own filters, or the children if there are no such filters. */
export function FilterAlerts({ children }: { children?: ReactNode }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const licence = useLicence();
	const { data, isError, refetch } = useQuery({ ...filtersQuery(api), enabled: licence != null });
	if (licence == null) return null;
	if (!data) return isError ? <LoadFailedNote retry={refetch}>{words.filtersFailed}</LoadFailedNote> : null;
	const ownFilters = data.items.filter((item: FilterSetting) => !item.is_branded);
	if (ownFilters.length === 0 && children === undefined) return null;
	return (
		<section aria-labelledby="senders">
			<h2 id="senders" className={css['title']}>
				{words.filterAlerts}
			</h2>
			{ownFilters.length === 0 ? children : null}
			<ul className={css['senders']}>
				{ownFilters.map(({ id, name, feed }) => (
					<li key={id}>
						<Switch label={name} checked={feed} onChange={(on) => void switchFilterAlerts(api, queryClient, id, on)} />
					</li>
				))}
			</ul>
		</section>
	);
}

/** Edits the reader's webhook. Alerts are posted to its URL. */
function WebhookChannel({ settings, change }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(webhookQuery(api));
	const [isEditing, setEditing] = useState(false);
	const [url, setUrl] = useState('');
	const [secret, setSecret] = useState<string>();
	const submission = useSubmit(['url']);
	const reload = async (): Promise<void> => {
		await Promise.all([webhookQuery(api), deliveryQuery(api)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
	};
	const saveUrl = async (): Promise<void> => {
		const webhook = await api.inbox.setWebhook({ body: { url: url.trim() } });
		setSecret(webhook.secret);
		setEditing(false);
		await reload();
	};
	const remove = async (): Promise<void> => {
		await api.inbox.removeWebhook({ body: {} });
		setSecret(undefined);
		await reload();
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		submission.send(saveUrl);
	};
	const currentUrl = data?.url ?? null;
	const toggleForm = (isOpen: boolean): void => {
		submission.reset();
		setUrl(currentUrl ?? '');
		setEditing(isOpen);
	};
	return (
		<Channel
			name="webhook"
			settings={settings}
			detail={currentUrl ?? words.noWebhook}
			disabled={currentUrl === null && !settings.webhook}
			change={(on) => void change({ webhook: on })}
		>
			{data && data.failures > 0 ? <p className={css['note']}>{words.failures(data.failures)}</p> : null}
			{secret ? (
				<ShownOnce title={words.secret} note={words.secretOnce} values={[{ value: secret }]} onDone={() => setSecret(undefined)} />
			) : null}
			{isError && !data ? (
				<LoadFailedNote retry={refetch}>{words.webhookFailed}</LoadFailedNote>
			) : isEditing ? (
				<form onSubmit={onSubmit} noValidate>
					<Labelled label={words.url} hint={words.urlHint} error={submission.fieldErrors.url ?? submission.failure ?? undefined}>
						{(fieldProps) => (
							<input
								{...fieldProps}
								type="url"
								name="url"
								className={field['input']}
								placeholder="https://"
								value={url}
								maxLength={2_000}
								onChange={(event) => {
									setUrl(event.currentTarget.value);
									submission.clearFieldError('url');
								}}
							/>
						)}
					</Labelled>
					<div className={css['acts']}>
						<button type="submit" className={buttonClass} disabled={submission.busy || url.trim() === ''}>
							{words.setWebhook}
						</button>
						<button type="button" className={buttonClass} onClick={() => toggleForm(false)}>
							{common.cancel}
						</button>
					</div>
				</form>
			) : (
				<div className={css['acts']}>
					<button type="button" className={buttonClass} disabled={!data} onClick={() => toggleForm(true)}>
						{currentUrl === null ? words.setWebhook : words.otherWebhook}
					</button>
					{currentUrl === null ? null : (
						<button type="button" className={buttonClass} disabled={submission.busy} onClick={() => submission.send(remove)}>
							{words.removeWebhook}
						</button>
					)}
					{submission.failure ? (
						<p className={css['stopped']} role="alert">
							{submission.failure}
						</p>
					) : null}
				</div>
			)}
		</Channel>
	);
}
