import { MAX_CHANNEL_NAME_LENGTH, MESSAGE_SERVICES, type MessageService, SERVICE_NAMES } from '@sw/domain/inbox/message-channel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type DeliverySettings, deliveryQuery } from '../../entities/inbox/delivery-settings.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ShownOnce } from '../../ui/content/shown-once.tsx';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { words as common } from '../../ui/words.ts';
import { Channel } from './channel.tsx';
import css from './delivery.module.css';
import {
	channelsQuery,
	type DeliveryState,
	type MessageChannel,
	type MessageChannelInput,
	type NewMessageChannel,
} from './use-delivery.ts';
import { appWords as words } from './words.ts';

const EMPTY_TEXTS = { url: '', token: '', name: '' };
type TextName = keyof typeof EMPTY_TEXTS;

interface Props {
	settings: DeliverySettings;
	change: DeliveryState['change'];
}

/** Shows the reader's message channels: ntfy, Gotify, Telegram, Discord and Slack. */
export function AppChannels({ settings, change }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data, isError, refetch } = useQuery(channelsQuery(api));
	const [isAdding, setAdding] = useState(false);
	const [newChannel, setNewChannel] = useState<NewMessageChannel>();
	const reload = async (): Promise<void> => {
		await Promise.all([channelsQuery(api), deliveryQuery(api)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
	};
	const onAdded = async (channel: NewMessageChannel): Promise<void> => {
		setAdding(false);
		setNewChannel(channel);
		await reload();
	};
	const items = data?.items ?? [];
	const isLinking = items.some(({ id, state }) => id === newChannel?.id && state === 'linking');
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
						<AppChannel key={item.id} channel={item} reload={reload} />
					))}
				</ul>
			) : null}
			{isLinking && newChannel?.code ? <LinkCode channel={newChannel} onDone={() => setNewChannel(undefined)} /> : null}
			{data && isAdding ? <AppForm hasBot={data.telegram} onAdded={onAdded} cancel={() => setAdding(false)} /> : null}
			{data && !isAdding ? (
				<button type="button" className={buttonClass} onClick={() => setAdding(true)}>
					{words.add}
				</button>
			) : null}
		</Channel>
	);
}

interface AppChannelProps {
	channel: MessageChannel;
	reload: () => Promise<void>;
}

/** Shows a connected app with its state, and buttons to resume, test and remove the app. */
function AppChannel({ channel, reload }: AppChannelProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy, failure } = useSubmit();
	const [testResult, setTestResult] = useState('');
	const { id, state } = channel;
	const call = { params: { id }, body: {} };
	const name = formatName(channel);
	const run = (task: () => Promise<void>): void => {
		setTestResult('');
		send(task);
	};
	const test = async (): Promise<void> => setTestResult((await api.inbox.tryMessageChannel(call)).line);
	const resume = async (): Promise<void> => {
		await api.inbox.resumeMessageChannel(call);
		await reload();
	};
	const remove = async (): Promise<void> => {
		await api.inbox.removeMessageChannel(call);
		await reload();
	};
	return (
		<li>
			<span>
				{name}
				<small>{formatDetail(channel)}</small>
			</span>
			<span className={css['acts']}>
				{state === 'stopped' ? (
					<button type="button" className={buttonClass} aria-label={words.resumeNamed(name)} disabled={busy} onClick={() => run(resume)}>
						{words.resume}
					</button>
				) : null}
				{state === 'linking' ? null : (
					<button type="button" className={buttonClass} aria-label={words.testNamed(name)} disabled={busy} onClick={() => run(test)}>
						{busy ? words.sending : words.test}
					</button>
				)}
				<button type="button" className={buttonClass} aria-label={words.removeNamed(name)} disabled={busy} onClick={() => run(remove)}>
					{words.remove}
				</button>
			</span>
			{channel.why !== null && channel.since !== null ? (
				<p className={css['stopped']}>{words.stopped(etDayClock(msOf(channel.since)), channel.why)}</p>
			) : null}
			<p className={css['note']} role="status">
				{failure ?? testResult}
			</p>
		</li>
	);
}

function formatName({ service, name, host }: MessageChannel): string {
	return [SERVICE_NAMES[service], name || host].filter(Boolean).join(': ');
}

function formatDetail({ state, code_ends: ends, failures, created }: MessageChannel): string {
	if (state === 'linking' && ends !== null) return words.linking(etDayClock(msOf(ends)));
	return failures > 0 ? words.failures(failures) : words.since(etDayClock(msOf(created)));
}

interface AppFormProps {
	/** Whether the operator has set up a Telegram bot. */
	hasBot: boolean;
	onAdded: (channel: NewMessageChannel) => Promise<void>;
	cancel: () => void;
}

/** Shows the form that connects an app: service, URL, token and name. */
function AppForm({ hasBot, onAdded: notifyAdded, cancel }: AppFormProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const submission = useSubmit(['url', 'token', 'name']);
	const [service, setService] = useState<MessageService>('ntfy');
	const [texts, setTexts] = useState(EMPTY_TEXTS);
	const isIncomplete = service === 'telegram' ? !hasBot : texts.url.trim() === '' || (service === 'gotify' && texts.token.trim() === '');
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		if (!isIncomplete) submission.send(async () => notifyAdded(await api.inbox.addMessageChannel({ body: createInput(service, texts) })));
	};
	const renderTextField = (
		name: TextName,
		label: string,
		hint: string | undefined,
		type: 'text' | 'url' | 'password',
		maxLength: number,
	) => (
		<Labelled label={label} {...(hint === undefined ? {} : { hint })} error={submission.fieldErrors[name]}>
			{(fieldProps) => (
				<input
					{...fieldProps}
					type={type}
					name={name}
					className={field['input']}
					autoComplete="off"
					value={texts[name]}
					maxLength={maxLength}
					onChange={(event) => {
						setTexts({ ...texts, [name]: event.currentTarget.value });
						submission.clearFieldError(name);
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
						submission.reset();
					}}
				>
					{MESSAGE_SERVICES.map((option) => (
						<option key={option} value={option}>
							{SERVICE_NAMES[option]}
						</option>
					))}
				</select>
			</label>
			<p className={css['note']}>{service === 'telegram' && !hasBot ? words.noBot : words.hints[service]}</p>
			{service === 'telegram' ? null : renderTextField('url', words.address, undefined, 'url', 2_000)}
			{service === 'ntfy' ? renderTextField('token', words.token, words.tokenHint, 'password', 200) : null}
			{service === 'gotify' ? renderTextField('token', words.appToken, undefined, 'password', 200) : null}
			{renderTextField('name', words.name, words.nameHint, 'text', MAX_CHANNEL_NAME_LENGTH)}
			{submission.failure ? (
				<p className={css['stopped']} role="alert">
					{submission.failure}
				</p>
			) : null}
			<div className={css['acts']}>
				<button type="submit" className={buttonClass} disabled={submission.busy || isIncomplete}>
					{words.connect}
				</button>
				<button type="button" className={buttonClass} onClick={cancel}>
					{common.cancel}
				</button>
			</div>
		</form>
	);
}

function createInput(service: MessageService, texts: typeof EMPTY_TEXTS): MessageChannelInput {
	const [url, token, name] = [texts.url.trim(), texts.token.trim(), texts.name.trim()];
	if (service === 'telegram') return { service, name };
	if (service === 'gotify') return { service, name, url, token };
	if (service === 'ntfy') return token === '' ? { service, name, url } : { service, name, url, token };
	return { service, name, url };
}

function LinkCode({ channel: { code, link }, onDone }: { channel: NewMessageChannel; onDone: () => void }) {
	return (
		<>
			<ShownOnce title={words.code} note={words.codeNote} values={[{ value: code ?? '' }]} onDone={onDone} />
			{link ? (
				<a className={buttonClass} href={link} target="_blank" rel="noreferrer">
					{words.openBot}
				</a>
			) : null}
		</>
	);
}
