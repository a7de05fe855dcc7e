import { LONGEST_CHANNEL_NAME, MESSAGE_SERVICES, type MessageService, SERVICE_NAMES } from '@sw/domain/inbox/message-channel';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import { appWords as words } from './app-words.ts';
import css from './delivery.module.css';
import type { MessageChannelInput, NewMessageChannel } from './queries.ts';

interface Props {
	/** The operator has set up a Telegram bot. */
	hasBot: boolean;
	done: (made: NewMessageChannel) => Promise<void>;
	cancel: () => void;
}

const NOTHING = { url: '', token: '', name: '' };
type Text = keyof typeof NOTHING;

/** Connects an app: the service, and what leads to it. */
export function AppForm({ hasBot, done, cancel }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const sending = useSubmit(['url', 'token', 'name']);
	const [service, setService] = useState<MessageService>('ntfy');
	const [texts, setTexts] = useState(NOTHING);
	const isMissing = service === 'telegram' ? !hasBot : texts.url.trim() === '' || (service === 'gotify' && texts.token.trim() === '');
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (!isMissing) sending.send(async () => done(await api.inbox.addMessageChannel({ body: inputOf(service, texts) })));
	};
	const text = (name: Text, label: string, hint: string | undefined, type: 'text' | 'url' | 'password', maxLength: number) => (
		<Labelled label={label} {...(hint === undefined ? {} : { hint })} fault={sending.refusals[name]}>
			{(described) => (
				<input
					{...described}
					type={type}
					name={name}
					className={field['input']}
					autoComplete="off"
					value={texts[name]}
					maxLength={maxLength}
					onChange={(event) => {
						setTexts({ ...texts, [name]: event.currentTarget.value });
						sending.change(name);
					}}
				/>
			)}
		</Labelled>
	);
	return (
		<form onSubmit={onSubmit} noValidate>
			<label className={field['field']}>
				{words.service}
				<select
					className={field['input']}
					value={service}
					onChange={(event) => {
						setService(event.currentTarget.value as MessageService);
						sending.reset();
					}}
				>
					{MESSAGE_SERVICES.map((one) => (
						<option key={one} value={one}>
							{SERVICE_NAMES[one]}
						</option>
					))}
				</select>
			</label>
			<p className={css['note']}>{service === 'telegram' && !hasBot ? words.noBot : words.hints[service]}</p>
			{service === 'telegram' ? null : text('url', words.address, undefined, 'url', 2_000)}
			{service === 'ntfy' ? text('token', words.token, words.tokenHint, 'password', 200) : null}
			{service === 'gotify' ? text('token', words.appToken, undefined, 'password', 200) : null}
			{text('name', words.name, words.nameHint, 'text', LONGEST_CHANNEL_NAME)}
			{sending.failure ? (
				<p className={css['stopped']} role="alert">
					{sending.failure}
				</p>
			) : null}
			<div className={css['acts']}>
				<button type="submit" className={buttonClass} disabled={sending.busy || isMissing}>
					{words.connect}
				</button>
				<button type="button" className={buttonClass} onClick={cancel}>
					{common.cancel}
				</button>
			</div>
		</form>
	);
}

function inputOf(service: MessageService, texts: typeof NOTHING): MessageChannelInput {
	const [url, token, name] = [texts.url.trim(), texts.token.trim(), texts.name.trim()];
	if (service === 'telegram') return { service, name };
	if (service === 'gotify') return { service, name, url, token };
	if (service === 'ntfy') return token === '' ? { service, name, url } : { service, name, url, token };
	return { service, name, url };
}
