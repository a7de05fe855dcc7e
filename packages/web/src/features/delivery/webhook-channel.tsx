import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { Channel } from './channel.tsx';
import css from './delivery.module.css';
import { type Delivery, deliveryQuery, webhookQuery } from './queries.ts';
import type { DeliveryState } from './use-delivery.ts';
import { words } from './words.ts';

interface Props {
	settings: Delivery;
	change: DeliveryState['change'];
}

/** The secret of an address that was just set; nobody sees it again. */
const Secret = ({ secret, done }: { secret: string; done: () => void }) => {
	const [copied, setCopied] = useState(false);
	return (
		<div className={css['secret']} role="status">
			<b>{words.secret}</b>
			<code>{secret}</code>
			<p className={css['note']}>{words.secretOnce}</p>
			<div className={css['acts']}>
				<button
					type="button"
					className={buttonClass}
					onClick={() =>
						void navigator.clipboard.writeText(secret).then(
							() => setCopied(true),
							// What may not be copied can be marked by hand.
							() => setCopied(false),
						)
					}
				>
					{copied ? words.copied : words.copy}
				</button>
				<button type="button" className={buttonClass} onClick={done}>
					{words.kept}
				</button>
			</div>
		</div>
	);
};

/** An address of the reader's own to which notices are posted. */
export const WebhookChannel = ({ settings, change }: Props) => {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data } = useQuery(webhookQuery(api));
	const [editing, edit] = useState(false);
	const [url, setUrl] = useState('');
	const [secret, setSecret] = useState<string>();
	const sending = useSending(['url']);
	const readAgain = async (): Promise<void> => {
		await Promise.all([webhookQuery(api), deliveryQuery(api)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
	};
	const set = async (): Promise<void> => {
		const made = await api.inbox.setWebhook({ body: { url: url.trim() } });
		setSecret(made.secret);
		edit(false);
		await readAgain();
	};
	const remove = async (): Promise<void> => {
		await api.inbox.removeWebhook({ body: {} });
		setSecret(undefined);
		await readAgain();
	};
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		sending.send(set);
	};
	const known = data?.url ?? null;
	return (
		<Channel
			name="webhook"
			settings={settings}
			detail={known ?? words.noWebhook}
			disabled={known === null && !settings.webhook}
			change={(on) => void change({ webhook: on })}
		>
			{data && data.failures > 0 ? <p className={css['note']}>{words.failures(data.failures)}</p> : null}
			{secret ? <Secret secret={secret} done={() => setSecret(undefined)} /> : null}
			{editing ? (
				<form onSubmit={onSubmit} noValidate>
					<Labelled label={words.url} hint={words.urlHint} fault={sending.refusals.url ?? sending.failure ?? undefined}>
						{(described) => (
							<input
								{...described}
								type="url"
								name="url"
								className={field['input']}
								placeholder="https://"
								value={url}
								maxLength={2_000}
								onChange={(event) => {
									setUrl(event.currentTarget.value);
									sending.change('url');
								}}
							/>
						)}
					</Labelled>
					<button type="submit" className={buttonClass} disabled={sending.busy || url.trim() === ''}>
						{words.setWebhook}
					</button>
				</form>
			) : (
				<div className={css['acts']}>
					<button
						type="button"
						className={buttonClass}
						disabled={!data}
						onClick={() => {
							setUrl(known ?? '');
							edit(true);
						}}
					>
						{known === null ? words.setWebhook : words.otherWebhook}
					</button>
					{known === null ? null : (
						<button type="button" className={buttonClass} disabled={sending.busy} onClick={() => sending.send(remove)}>
							{words.removeWebhook}
						</button>
					)}
				</div>
			)}
		</Channel>
	);
};
